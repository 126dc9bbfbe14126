import { type Insertable, sql } from 'kysely';
import { tenantAdmin } from '../../../core/built-in-rights.ts';
import { inList } from '../../../storage/json.ts';
import type { Db, Tables } from '../../../storage/tables.ts';
import { impersonate, laterBuiltIn, maxPermissions, type Permission } from './permission.ts';

const builtInIds = laterBuiltIn.map(({ id }) => id);

/** Returns the names of the project's permissions that are one of these, in any case. */
export async function findNamesInAnyCase(db: Db, projectId: string, names: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('permissions')
    .select('name')
    .where('projectId', '=', projectId)
    .where((where) =>
      inList(
        db,
        sql<string>`lower(${where.ref('name')})`,
        names.map((name) => name.toLowerCase()),
      ),
    )
    .execute();
  return rows.map(({ name }) => name);
}

/** Deletes a built-in permission unless a role other than the built-in one has it. */
export async function deleteUnusedBuiltIn(db: Db, projectId: string, id: string): Promise<void> {
  await db
    .deleteFrom('permissions')
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('rolePermissions')
            .select('roleId')
            .where('projectId', '=', projectId)
            .where('permissionId', '=', id)
            .where('roleId', '<>', tenantAdmin.id),
        ),
      ),
    )
    .execute();
}

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
    .where('name', '<>', impersonate.name)
    .where('id', 'not in', builtInIds)
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
    .where('name', '<>', impersonate.name)
    .where('id', 'not in', builtInIds)
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
