import type { Insertable } from 'kysely';
import { dialectOf } from '../../../storage/engine.ts';
import type { Db, Row, Tables } from '../../../storage/tables.ts';

export type ProviderRow = Row<'oauthProviders'>;

export function findProviderRow(db: Db, projectId: string, id: string): Promise<ProviderRow | undefined> {
  return db
    .selectFrom('oauthProviders')
    .selectAll()
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/**
 * Locks the provider until the transaction ends; with `share`, many may hold it. SQLite's transaction already has the only
 * write lock.
 */
export function lockProviderRow(
  db: Db,
  projectId: string,
  id: string,
  strength: 'share' | 'update',
): Promise<ProviderRow | undefined> {
  const query = db
    .selectFrom('oauthProviders')
    .selectAll()
    .where('projectId', '=', projectId)
    .where('id', '=', id);
  if (dialectOf(db) !== 'postgres') return query.executeTakeFirst();
  return (strength === 'share' ? query.forShare() : query.forUpdate()).executeTakeFirst();
}

export function listProviderRows(db: Db, projectId: string): Promise<ProviderRow[]> {
  return db
    .selectFrom('oauthProviders')
    .selectAll()
    .where('projectId', '=', projectId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
}

/** Stores a provider in place of the one with this ID. */
export async function saveProviderRow(db: Db, row: Insertable<Tables['oauthProviders']>): Promise<void> {
  const { enabled, settings, sealedSecret, modifiedAt } = row;
  await db
    .insertInto('oauthProviders')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['projectId', 'id']).doUpdateSet({ enabled, settings, sealedSecret, modifiedAt }),
    )
    .execute();
}

/** Deletes a provider. Returns `false` if there is none. */
export async function deleteProviderRow(db: Db, projectId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('oauthProviders')
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}
