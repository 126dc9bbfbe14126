import type { Insertable, Updateable } from 'kysely';
import type { Db, Row, Tables } from '../../storage/tables.ts';

export type WebhookRow = Row<'webhooks'>;

export async function insertWebhookRow(db: Db, row: Insertable<Tables['webhooks']>): Promise<void> {
  await db.insertInto('webhooks').values(row).execute();
}

export function listWebhookRows(db: Db, projectId: string): Promise<WebhookRow[]> {
  return db
    .selectFrom('webhooks')
    .selectAll()
    .where('projectId', '=', projectId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
}

export function findWebhookRow(db: Db, projectId: string, id: string): Promise<WebhookRow | undefined> {
  return db
    .selectFrom('webhooks')
    .selectAll()
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function updateWebhookRow(
  db: Db,
  projectId: string,
  id: string,
  change: Updateable<Tables['webhooks']>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('webhooks')
    .set(change)
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deleteWebhookRow(db: Db, projectId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('webhooks')
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
