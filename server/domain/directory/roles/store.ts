import { type Insertable, type SqlBool, sql, type Updateable } from 'kysely';
import { tenantAdmin } from '../../../core/built-in-rights.ts';
import { dialectOf } from '../../../storage/engine.ts';
import { inList, jsonArrayOf, parseJson } from '../../../storage/json.ts';
import { prepared } from '../../../storage/prepared.ts';
import type { Db, Tables } from '../../../storage/tables.ts';
import type { Role } from './role.ts';

export interface RoleOrder {
  column: 'foldedName' | 'description' | 'tenantId' | 'createdAt';
  descending: boolean;
}

export interface RoleFilter {
  ids: string[];
  names: string[];
  tenantIds: string[];
  nameParts: string[];
  permissionNames: string[];
  order: RoleOrder[];
  limit: number;
  offset: number;
}

/** Selects roles with their permissions in one query. */
function selectRoles(db: Db, projectId: string) {
  return db
    .selectFrom('roles')
    .where('roles.projectId', '=', projectId)
    .selectAll('roles')
    .select((role) =>
      jsonArrayOf(
        db,
        role
          .selectFrom('rolePermissions')
          .innerJoin('permissions', (join) =>
            join
              .onRef('permissions.projectId', '=', 'rolePermissions.projectId')
              .onRef('permissions.id', '=', 'rolePermissions.permissionId'),
          )
          .select('permissions.name')
          .where('rolePermissions.projectId', '=', projectId)
          .whereRef('rolePermissions.roleId', '=', 'roles.id'),
      ).as('permissions'),
    );
}

type Selected = Awaited<ReturnType<ReturnType<typeof selectRoles>['executeTakeFirstOrThrow']>>;

function toRole(row: Selected): Role {
  return {
    id: row.id,
    tenantId: row.tenantId,
    name: row.name,
    description: row.description,
    // Sorted here: sorting in the query would make SQLite scan all permissions of the project for each role.
    permissionNames: parseJson(row.permissions)
      .map((permission) => permission.name)
      .sort(),
    isDefault: row.isDefault === 1,
    isPrivate: row.isPrivate === 1,
    createdAt: row.createdAt,
  };
}

/** Returns roles in the order of the IDs. */
export async function findRoles(db: Db, projectId: string, ids: string[]): Promise<Role[]> {
  const rows = await selectRoles(db, projectId)
    .where((where) => inList(db, where.ref('roles.id'), ids))
    .execute();
  const roles = new Map(rows.map((row) => [row.id, toRole(row)]));
  return ids.flatMap((id) => roles.get(id) ?? []);
}

/** Inserts roles and returns the IDs of those whose names were free. */
export async function insertRoles(db: Db, rows: Insertable<Tables['roles']>[]): Promise<string[]> {
  const inserted = await db
    .insertInto('roles')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['projectId', 'tenantId', 'name']).doNothing())
    .returning('id')
    .execute();
  return inserted.map((row) => row.id);
}

/** Locks a role that is not built in until the transaction ends, and returns its ID. A role given by ID must belong to the given tenant, if there is one. */
export async function holdRole(
  db: Db,
  projectId: string,
  by: { id: string; tenantId?: string | undefined } | { name: string; tenantId: string },
): Promise<string | undefined> {
  const query = db
    .selectFrom('roles')
    .select('id')
    .where('projectId', '=', projectId)
    .where((where) => ('id' in by ? where('id', '=', by.id) : where('name', '=', by.name)))
    .where('id', '<>', tenantAdmin.id)
    .where((where) => (by.tenantId === undefined ? where.lit(true) : where('tenantId', '=', by.tenantId)));
  const role = await (dialectOf(db) === 'postgres' ? query.forUpdate() : query).executeTakeFirst();
  return role?.id;
}

export async function updateRole(
  db: Db,
  projectId: string,
  id: string,
  fields: Updateable<Tables['roles']>,
): Promise<void> {
  await db.updateTable('roles').set(fields).where('projectId', '=', projectId).where('id', '=', id).execute();
}

/** Locks roles that are not built in until the transaction ends, so that nobody gets them any more, and returns those that exist. */
export async function holdRoles(
  db: Db,
  projectId: string,
  { ids, names, tenantId }: { ids: string[]; names: string[]; tenantId: string | undefined },
): Promise<{ id: string; name: string; tenantId: string }[]> {
  const query = db
    .selectFrom('roles')
    .select(['id', 'name', 'tenantId'])
    .where('projectId', '=', projectId)
    .where('id', '<>', tenantAdmin.id)
    .where((where) => {
      const named = where.and([inList(db, where.ref('name'), names), where('tenantId', '=', tenantId ?? '')]);
      const listed = inList(db, where.ref('id'), ids);
      return where.or([named, tenantId ? where.and([listed, where('tenantId', '=', tenantId)]) : listed]);
    })
    .orderBy('id');
  // On SQLite, the transaction already has the only write lock.
  return (dialectOf(db) === 'postgres' ? query.forUpdate() : query).execute();
}

/** Deletes locked roles. Foreign keys remove them from users. */
export async function deleteRoles(db: Db, projectId: string, ids: string[]): Promise<void> {
  await db
    .deleteFrom('roles')
    .where('projectId', '=', projectId)
    .where((role) => inList(db, role.ref('id'), ids))
    .execute();
}

export async function replaceRolePermissions(
  db: Db,
  projectId: string,
  roleId: string,
  permissionIds: string[],
): Promise<void> {
  await db
    .deleteFrom('rolePermissions')
    .where('projectId', '=', projectId)
    .where('roleId', '=', roleId)
    .execute();
  if (permissionIds.length === 0) return;
  const rows = permissionIds.map((permissionId) => ({ projectId, roleId, permissionId }));
  await db.insertInto('rolePermissions').values(rows).execute();
}

/** Finds roles with these names in the project and, unless it is empty, in the tenant. */
export async function findRolesByName(
  db: Db,
  projectId: string,
  tenantId: string,
  names: string[],
): Promise<{ id: string; name: string; tenantId: string }[]> {
  return rolesByName(db, { projectId, tenantIds: ['', tenantId], names });
}

const rolesByName = prepared(
  (db, { projectId, tenantIds, names }: { projectId: string; tenantIds: string[]; names: string[] }) =>
    db
      .selectFrom('roles')
      .select(['id', 'name', 'tenantId'])
      .where('projectId', '=', projectId)
      .where((where) => inList(db, where.ref('tenantId'), tenantIds))
      .where((where) => inList(db, where.ref('name'), names)),
);

export async function searchRoleRows(db: Db, projectId: string, filter: RoleFilter): Promise<Role[]> {
  let query = selectRoles(db, projectId);
  const { tenantIds, ids, names, nameParts, permissionNames } = filter;
  if (tenantIds.length > 0) query = query.where((role) => inList(db, role.ref('roles.tenantId'), tenantIds));
  if (ids.length > 0) query = query.where((role) => inList(db, role.ref('roles.id'), ids));
  if (names.length > 0) query = query.where((role) => inList(db, role.ref('roles.name'), names));
  for (const part of nameParts) {
    const pattern = `%${part.replace(/[\\%_]/g, '\\$&')}%`;
    query = query.where((role) => sql<SqlBool>`${role.ref('roles.foldedName')} like ${pattern} escape '\\'`);
  }
  if (permissionNames.length > 0) {
    query = query.where((role) =>
      role.exists(
        role
          .selectFrom('rolePermissions')
          .innerJoin('permissions', (join) =>
            join
              .onRef('permissions.projectId', '=', 'rolePermissions.projectId')
              .onRef('permissions.id', '=', 'rolePermissions.permissionId'),
          )
          .select(sql`1`.as('one'))
          .where('rolePermissions.projectId', '=', projectId)
          .whereRef('rolePermissions.roleId', '=', 'roles.id')
          .where((permission) => inList(db, permission.ref('permissions.name'), permissionNames)),
      ),
    );
  }
  for (const { column, descending } of filter.order) {
    query = query.orderBy(`roles.${column}`, descending ? 'desc' : 'asc');
  }
  const rows = await query.orderBy('roles.id').limit(filter.limit).offset(filter.offset).execute();
  return rows.map(toRole);
}

/**
 * Lists the default roles among the tenant's own (or the project's, for an empty `tenantId`), and those that the
 * tenant has chosen.
 */
export async function listDefaultRoleIds(db: Db, projectId: string, tenantId: string): Promise<string[]> {
  const rows = await defaultRoles(db, { projectId, tenantId });
  return rows.map((row) => row.id);
}

const defaultRoles = prepared((db, { projectId, tenantId }: { projectId: string; tenantId: string }) =>
  db
    .selectFrom('roles')
    .select('id')
    .where('projectId', '=', projectId)
    .where((role) =>
      role.or([
        role.and([role('tenantId', '=', tenantId), role('isDefault', '=', 1)]),
        role(
          'id',
          'in',
          role
            .selectFrom('tenantDefaultRoles')
            .select('roleId')
            .where('projectId', '=', projectId)
            .where('tenantId', '=', tenantId),
        ),
      ]),
    ),
);

export async function replaceDefaultRoles(
  db: Db,
  projectId: string,
  tenantId: string,
  roleIds: string[],
): Promise<void> {
  await db
    .deleteFrom('tenantDefaultRoles')
    .where('projectId', '=', projectId)
    .where('tenantId', '=', tenantId)
    .execute();
  if (roleIds.length === 0) return;
  const rows = roleIds.map((roleId) => ({ projectId, tenantId, roleId }));
  await db.insertInto('tenantDefaultRoles').values(rows).execute();
}

export async function deleteTenantRoles(db: Db, projectId: string, id: string): Promise<void> {
  await db.deleteFrom('roles').where('projectId', '=', projectId).where('tenantId', '=', id).execute();
}
