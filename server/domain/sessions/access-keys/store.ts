import type { Insertable, Updateable } from 'kysely';
import { inList, jsonArrayOf, parseJson } from '../../../storage/json.ts';
import { prepared } from '../../../storage/prepared.ts';
import type { Db, Tables } from '../../../storage/tables.ts';
import { grantsIn, selectGrants, selectTenants } from '../../directory/roles/query-grants.ts';
import type { AccessKey } from './access-key.ts';

/** Selects access keys with their tenants, roles and permissions in one query. */
export function selectKeys(db: Db, projectId: string) {
  return db
    .selectFrom('accessKeys')
    .where('accessKeys.projectId', '=', projectId)
    .selectAll('accessKeys')
    .select((key) => [
      jsonArrayOf(
        db,
        selectTenants(
          key
            .selectFrom('accessKeyTenants as joined')
            .where('joined.projectId', '=', projectId)
            .whereRef('joined.keyId', '=', 'accessKeys.id'),
        ),
      ).as('keyTenants'),
      jsonArrayOf(
        db,
        selectGrants(
          key
            .selectFrom('accessKeyRoles as held')
            .where('held.projectId', '=', projectId)
            .whereRef('held.keyId', '=', 'accessKeys.id'),
        ),
      ).as('grants'),
    ]);
}

type Selected = Awaited<ReturnType<ReturnType<typeof selectKeys>['executeTakeFirstOrThrow']>>;

export function toKey(row: Selected): AccessKey {
  const grants = parseJson(row.grants).sort((a, b) => (a.role === b.role ? 0 : a.role < b.role ? -1 : 1));
  const tenants = parseJson(row.keyTenants).sort((a, b) => (a.id < b.id ? -1 : 1));
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    status: row.status,
    createdAt: row.createdAt,
    expiresAt: row.expiresAt,
    lastUsedAt: row.lastUsedAt,
    createdBy: row.createdBy,
    boundUserId: row.boundUserId ?? '',
    ...grantsIn(grants, ''),
    tenants: tenants.map(({ id, name, passesRoles, disabled }) => ({
      tenantId: id,
      tenantName: name,
      passesRoles,
      ...(disabled && { isDisabled: true }),
      ...grantsIn(grants, id),
    })),
    customClaims: JSON.parse(row.customClaims) as Record<string, unknown>,
    customAttributes: JSON.parse(row.customAttributes) as Record<string, unknown>,
    permittedIps: JSON.parse(row.permittedIps) as string[],
  };
}

export async function findKey(db: Db, projectId: string, id: string): Promise<AccessKey | undefined> {
  const [row] = await keyById(db, { projectId, id });
  return row && toKey(row);
}

const keyById = prepared((db, { projectId, id }: { projectId: string; id: string }) =>
  selectKeys(db, projectId).where('accessKeys.id', '=', id),
);

/** Selects the columns that authentication needs. */
export async function findKeyByHash(db: Db, projectId: string, hash: string) {
  const [row] = await keyByHash(db, { projectId, hash });
  return row;
}

const keyByHash = prepared((db, { projectId, hash }: { projectId: string; hash: string }) =>
  db
    .selectFrom('accessKeys')
    .select(['id', 'status', 'expiresAt', 'permittedIps', 'lastUsedAt'])
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
    .updateTable('accessKeys')
    .set({ lastUsedAt: now })
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .where((key) => key.or([key('lastUsedAt', 'is', null), key('lastUsedAt', '<', before)]))
    .execute();
}

export async function insertKey(db: Db, row: Insertable<Tables['accessKeys']>): Promise<void> {
  await db.insertInto('accessKeys').values(row).execute();
}

/**
 * Updates a key and locks the row until the transaction ends, even if nothing changes. Returns `false` for an
 * unknown key.
 */
export async function updateKey(
  db: Db,
  projectId: string,
  id: string,
  fields: Updateable<Tables['accessKeys']>,
): Promise<boolean> {
  const row = await db
    .updateTable('accessKeys')
    .set((key) => ({ createdAt: key.ref('createdAt'), ...fields }))
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Replaces the secret of a live key in one statement, which invalidates the old one. */
export async function updateLiveHash(
  db: Db,
  projectId: string,
  id: string,
  { hash, now }: { hash: string; now: number },
): Promise<boolean> {
  const row = await db
    .updateTable('accessKeys')
    .set({ hash })
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .where('status', '=', 'active')
    .where((key) => key.or([key('expiresAt', 'is', null), key('expiresAt', '>', now)]))
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns the IDs of existing keys. */
export async function updateStatus(
  db: Db,
  projectId: string,
  ids: string[],
  status: AccessKey['status'],
): Promise<string[]> {
  const rows = await db
    .updateTable('accessKeys')
    .set({ status })
    .where('projectId', '=', projectId)
    .where((key) => inList(db, key.ref('id'), ids))
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

/** Returns the IDs of the deleted keys. */
export async function deleteKeys(db: Db, projectId: string, ids: string[]): Promise<string[]> {
  const rows = await db
    .deleteFrom('accessKeys')
    .where('projectId', '=', projectId)
    .where((key) => inList(db, key.ref('id'), ids))
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}
