import type { Insertable } from 'kysely';
import { inList } from '../../../storage/json.ts';
import type { Db, Tables } from '../../../storage/tables.ts';
import { builtInPermissions, maxPermissions, type Permission } from './permission.ts';

const builtInNames = builtInPermissions.map((permission) => permission.name);

/** Inserts permissions and returns the names that were free. */
export async function insertPermissions(
  db: Db,
  rows: Insertable<Tables['permissions']>[],
): Promise<string[]> {
  const inserted = await db
    .insertInto('permissions')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['projectId', 'name']).doNothing())
    .returning('name')
    .execute();
  return inserted.map((row) => row.name);
}

/** Updates a permission. Returns `undefined` if it does not exist or is built in. */
export async function updatePermission(
  db: Db,
  projectId: string,
  by: { id: string } | { name: string },
  fields: { name: string; description: string },
): Promise<{ id: string } | undefined> {
  return db
    .updateTable('permissions')
    .set(fields)
    .where('projectId', '=', projectId)
    .where((where) => ('id' in by ? where('id', '=', by.id) : where('name', '=', by.name)))
    .where('name', 'not in', builtInNames)
    .returning('id')
    .executeTakeFirst();
}

/** Deletes permissions and returns those that existed and are not built in. */
export async function deletePermissions(
  db: Db,
  projectId: string,
  by: { ids: string[]; names: string[] },
): Promise<{ id: string; name: string }[]> {
  return db
    .deleteFrom('permissions')
    .where('projectId', '=', projectId)
    .where((where) =>
      where.or([inList(db, where.ref('id'), by.ids), inList(db, where.ref('name'), by.names)]),
    )
    .where('name', 'not in', builtInNames)
    .returning(['id', 'name'])
    .execute();
}

export async function listPermissions(db: Db, projectId: string): Promise<Permission[]> {
  return db
    .selectFrom('permissions')
    .select(['id', 'name', 'description'])
    .where('projectId', '=', projectId)
    .orderBy('createdAt')
    .orderBy('id')
    .limit(maxPermissions)
    .execute();
}

export async function findPermissionIds(
  db: Db,
  projectId: string,
  names: string[],
): Promise<{ id: string; name: string }[]> {
  return db
    .selectFrom('permissions')
    .select(['id', 'name'])
    .where('projectId', '=', projectId)
    .where((where) => inList(db, where.ref('name'), names))
    .execute();
}
