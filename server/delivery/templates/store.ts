import type { Insertable } from 'kysely';
import { prepared } from '../../storage/prepared.ts';
import type { Db, Row, Tables } from '../../storage/tables.ts';

export type TemplateRow = Row<'messageTemplates'>;
type TemplateKey = Pick<TemplateRow, 'projectId' | 'templateId' | 'kind' | 'channel' | 'locale'>;

/** Lists templates in every language: those of the given ID and the defaults. */
export const listTemplatesOf = prepared(
  (db, { projectId, templateId, kind, channel }: Omit<TemplateKey, 'locale'>) =>
    db
      .selectFrom('messageTemplates')
      .selectAll()
      .where('projectId', '=', projectId)
      .where('templateId', 'in', ['', templateId])
      .where('kind', '=', kind)
      .where('channel', '=', channel),
);

export function findTemplateRow(db: Db, key: TemplateKey): Promise<TemplateRow | undefined> {
  return db
    .selectFrom('messageTemplates')
    .selectAll()
    .where('projectId', '=', key.projectId)
    .where('templateId', '=', key.templateId)
    .where('kind', '=', key.kind)
    .where('channel', '=', key.channel)
    .where('locale', '=', key.locale)
    .executeTakeFirst();
}

/** Lists templates without their content, in the order of their key. */
export function listTemplateKeys(db: Db, projectId: string) {
  return db
    .selectFrom('messageTemplates')
    .select(['templateId', 'kind', 'channel', 'locale', 'changedAt'])
    .where('projectId', '=', projectId)
    .orderBy('templateId')
    .orderBy('kind')
    .orderBy('channel')
    .orderBy('locale')
    .execute();
}

export async function upsertTemplate(db: Db, row: Insertable<Tables['messageTemplates']>): Promise<void> {
  const { subject, text, html, changedAt } = row;
  await db
    .insertInto('messageTemplates')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['projectId', 'templateId', 'kind', 'channel', 'locale'])
        .doUpdateSet({ subject, text, html, changedAt }),
    )
    .execute();
}

export async function deleteTemplate(db: Db, key: TemplateKey): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('messageTemplates')
    .where('projectId', '=', key.projectId)
    .where('templateId', '=', key.templateId)
    .where('kind', '=', key.kind)
    .where('channel', '=', key.channel)
    .where('locale', '=', key.locale)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
