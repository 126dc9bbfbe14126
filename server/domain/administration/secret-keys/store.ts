import type { Db } from '../../../storage/tables.ts';

export async function listSecretKeyIds(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('secretKeys').select('id').orderBy('id').execute();
  return rows.map(({ id }) => id);
}

export async function insertSecretKeys(db: Db, ids: readonly string[], now: number): Promise<void> {
  await db
    .insertInto('secretKeys')
    .values(ids.map((id) => ({ id, firstSeenAt: now })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function deleteSecretKeys(db: Db, ids: readonly string[]): Promise<void> {
  await db.deleteFrom('secretKeys').where('id', 'in', ids).execute();
}
