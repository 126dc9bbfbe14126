import { inList } from '../../../storage/json.ts';
import type { Db } from '../../../storage/tables.ts';

/** Reads the setting, because an older release has no column for it. */
export async function listDisabled(db: Db, projectId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('tenants')
    .select(['id', 'settings'])
    .where('projectId', '=', projectId)
    .where('settings', 'like', '%"disabled":true%')
    .execute();
  return rows.flatMap(({ id, settings }) =>
    (JSON.parse(settings) as { disabled?: boolean }).disabled ? id : [],
  );
}

export async function countMembers(db: Db, projectId: string, tenantIds: string[]): Promise<number> {
  if (tenantIds.length === 0) return 0;
  const { count } = await db
    .selectFrom('tenantMembers')
    .select((member) => member.fn.count<number>('userId').distinct().as('count'))
    .where('projectId', '=', projectId)
    .where((member) => inList(db, member.ref('tenantId'), tenantIds))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function countKeys(db: Db, projectId: string, tenantIds: string[]): Promise<number> {
  if (tenantIds.length === 0) return 0;
  const { count } = await db
    .selectFrom('accessKeyTenants')
    .select((key) => key.fn.count<number>('keyId').distinct().as('count'))
    .where('projectId', '=', projectId)
    .where((key) => inList(db, key.ref('tenantId'), tenantIds))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Counts the users with a role in one of the tenants that has the permission to impersonate. */
export async function countImpersonators(db: Db, projectId: string, tenantIds: string[]): Promise<number> {
  if (tenantIds.length === 0) return 0;
  const { count } = await db
    .selectFrom('userRoles')
    .innerJoin('rolePermissions', (join) =>
      join
        .onRef('rolePermissions.projectId', '=', 'userRoles.projectId')
        .onRef('rolePermissions.roleId', '=', 'userRoles.roleId'),
    )
    .innerJoin('permissions', (join) =>
      join
        .onRef('permissions.projectId', '=', 'rolePermissions.projectId')
        .onRef('permissions.id', '=', 'rolePermissions.permissionId'),
    )
    .select((role) => role.fn.count<number>('userRoles.userId').distinct().as('count'))
    .where('userRoles.projectId', '=', projectId)
    .where((role) => inList(db, role.ref('userRoles.tenantId'), tenantIds))
    .where('permissions.name', '=', 'Impersonate')
    .executeTakeFirstOrThrow();
  return Number(count);
}
