import type { Insertable } from 'kysely';
import type { Db, Row, Tables } from '../../../storage/tables.ts';

export type SecretRow = Row<'ssoAppSecrets'>;

/** Inserts a secret. Returns `false` if the application already has one with this name. */
export async function insertSecret(db: Db, row: Insertable<Tables['ssoAppSecrets']>): Promise<boolean> {
  const inserted = await db
    .insertInto('ssoAppSecrets')
    .values(row)
    .onConflict((conflict) => conflict.columns(['projectId', 'ssoAppId', 'name']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Lists secrets, oldest first. */
export function listSecrets(db: Db, projectId: string, ssoAppId: string): Promise<SecretRow[]> {
  return db
    .selectFrom('ssoAppSecrets')
    .selectAll()
    .where('projectId', '=', projectId)
    .where('ssoAppId', '=', ssoAppId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
}

/** Deletes the secret with this name, or all. Returns `false` if there was none. */
export async function deleteSecrets(
  db: Db,
  projectId: string,
  ssoAppId: string,
  name?: string,
): Promise<boolean> {
  let query = db
    .deleteFrom('ssoAppSecrets')
    .where('projectId', '=', projectId)
    .where('ssoAppId', '=', ssoAppId);
  if (name !== undefined) query = query.where('name', '=', name);
  return (await query.returning('id').execute()).length > 0;
}
