import type { Insertable, Updateable } from 'kysely';
import { inList } from '../../../storage/json.ts';
import { prepared } from '../../../storage/prepared.ts';
import type { Db, Row, Tables } from '../../../storage/tables.ts';
import type { ManagementKey, ReBac } from './management-key.ts';

/** Selects the columns that authentication needs. */
export async function findManagementKeyByHash(db: Db, projectId: string, hash: string) {
  const [row] = await keyByHash(db, { projectId, hash });
  return row;
}

const keyByHash = prepared((db, { projectId, hash }: { projectId: string; hash: string }) =>
  db
    .selectFrom('managementKeys')
    .select([
      'id',
      'status',
      'expiresAt',
      'permittedIps',
      'lastUsedAt',
      'reBac',
      'originProjectId',
      'originId',
    ])
    .where('projectId', '=', projectId)
    .where('hash', '=', hash),
);

export async function updateLastUse(
  db: Db,
  projectId: string,
  id: string,
  { now, before }: { now: number; before: number },
): Promise<void> {
  await db
    .updateTable('managementKeys')
    .set({ lastUsedAt: now })
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .where((key) => key.or([key('lastUsedAt', 'is', null), key('lastUsedAt', '<', before)]))
    .execute();
}

function toKey({
  hash: _,
  originProjectId: __,
  originId: ___,
  permittedIps,
  reBac,
  ...row
}: Row<'managementKeys'>): ManagementKey {
  return {
    ...row,
    permittedIps: JSON.parse(permittedIps) as string[],
    reBac: JSON.parse(reBac) as ReBac,
  };
}

export async function findManagementKey(
  db: Db,
  projectId: string,
  id: string,
): Promise<ManagementKey | undefined> {
  const row = await db
    .selectFrom('managementKeys')
    .selectAll()
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && toKey(row);
}

/** Selects what decides whether a key is alive. Finds none in a project that is being deleted. */
export async function findOrigin(db: Db, projectId: string, id: string) {
  const [row] = await originById(db, { projectId, id });
  return row;
}

const originById = prepared((db, { projectId, id }: { projectId: string; id: string }) =>
  db
    .selectFrom('managementKeys')
    .innerJoin('projects', 'managementKeys.projectId', 'projects.id')
    .select(['managementKeys.id', 'status', 'expiresAt', 'permittedIps'])
    .where('managementKeys.projectId', '=', projectId)
    .where('managementKeys.id', '=', id)
    .where('importStartedAt', 'is', null),
);

/** Copies a key to another project. The copy ends with the first of them. Returns `false` if there is no such key. */
export async function copyManagementKey(
  db: Db,
  { projectId, id }: { projectId: string; id: string },
  copy: { projectId: string; id: string; reBac: string; createdAt: number },
): Promise<boolean> {
  const key = await db
    .selectFrom('managementKeys')
    .selectAll()
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!key) return false;
  const origin = { originProjectId: key.originProjectId ?? projectId, originId: key.originId ?? id };
  return insertManagementKey(db, { ...key, ...copy, ...origin, lastUsedAt: null });
}

export async function listManagementKeys(db: Db, projectId: string): Promise<ManagementKey[]> {
  const rows = await db
    .selectFrom('managementKeys')
    .selectAll()
    .where('projectId', '=', projectId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  return rows.map(toKey);
}

export async function countLiveKeys(db: Db, projectId: string, now: number): Promise<number> {
  const row = await db
    .selectFrom('managementKeys')
    .select((key) => key.fn.countAll<number>().as('count'))
    .where('projectId', '=', projectId)
    .where('status', '=', 'active')
    .where((key) => key.or([key('expiresAt', 'is', null), key('expiresAt', '>', now)]))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Inserts a key. Returns `false` if the project already has it. */
export async function insertManagementKey(
  db: Db,
  row: Insertable<Tables['managementKeys']>,
): Promise<boolean> {
  const inserted = await db
    .insertInto('managementKeys')
    .values(row)
    .onConflict((conflict) => conflict.columns(['projectId', 'hash']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function updateManagementKey(
  db: Db,
  projectId: string,
  id: string,
  fields: Updateable<Tables['managementKeys']>,
): Promise<ManagementKey | undefined> {
  const row = await db
    .updateTable('managementKeys')
    .set((key) => ({ createdAt: key.ref('createdAt'), ...fields }))
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  return row && toKey(row);
}

/** Deletes keys and returns the IDs of those that existed. */
export async function deleteManagementKeys(db: Db, projectId: string, ids: string[]): Promise<string[]> {
  const deleted = await db
    .deleteFrom('managementKeys')
    .where('projectId', '=', projectId)
    .where((key) => inList(db, key.ref('id'), ids))
    .returning('id')
    .execute();
  return deleted.map((row) => row.id);
}
