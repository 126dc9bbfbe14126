import type { Insertable } from 'kysely';
import { prepared } from '../../../../storage/prepared.ts';
import type { Db, Row, Tables } from '../../../../storage/tables.ts';

export type SamlKeyRow = Row<'samlAppKeys'>;

/** Inserts a key. Returns `false` if the application already has one of this status. */
export async function insertKey(db: Db, row: Insertable<Tables['samlAppKeys']>): Promise<boolean> {
  const inserted = await db
    .insertInto('samlAppKeys')
    .values(row)
    .onConflict((conflict) => conflict.columns(['projectId', 'ssoAppId', 'status']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Lists the keys, the active one first. */
export function listKeys(db: Db, projectId: string, ssoAppId: string): Promise<SamlKeyRow[]> {
  return keysOf(db, { projectId, ssoAppId });
}

const keysOf = prepared((db, { projectId, ssoAppId }: { projectId: string; ssoAppId: string }) =>
  db
    .selectFrom('samlAppKeys')
    .selectAll()
    .where('projectId', '=', projectId)
    .where('ssoAppId', '=', ssoAppId)
    .orderBy('status'),
);

/** Deletes the active key and lets the next one take its place. Returns `false` without a next one. */
export async function activateKeyRow(db: Db, projectId: string, ssoAppId: string): Promise<boolean> {
  const keys = await listKeys(db, projectId, ssoAppId);
  const next = keys.find(({ status }) => status === 'next');
  if (!next) return false;
  await db
    .deleteFrom('samlAppKeys')
    .where('projectId', '=', projectId)
    .where('ssoAppId', '=', ssoAppId)
    .where('status', '=', 'active')
    .execute();
  await db
    .updateTable('samlAppKeys')
    .set({ status: 'active' })
    .where('projectId', '=', projectId)
    .where('ssoAppId', '=', ssoAppId)
    .where('id', '=', next.id)
    .execute();
  return true;
}

/** Lists the certificates that sign, by application. */
export async function listActiveCertificates(
  db: Db,
  projectId: string,
): Promise<{ ssoAppId: string; certificate: string }[]> {
  return db
    .selectFrom('samlAppKeys')
    .select(['ssoAppId', 'certificate'])
    .where('projectId', '=', projectId)
    .where('status', '=', 'active')
    .execute();
}
