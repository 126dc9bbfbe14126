import { type Insertable, sql, type Updateable } from 'kysely';
import { inList, jsonArrayOf, parseJson } from '../../storage/json.ts';
import type { Db, Tables } from '../../storage/tables.ts';
import type { Membership, User } from './user.ts';

/** A user with everything that belongs to one, in one query on either engine. */
export function selectUsers(db: Db, projectId: string) {
  return db
    .selectFrom('users')
    .where('users.projectId', '=', projectId)
    .selectAll('users')
    .select((users) => [
      jsonArrayOf(
        db,
        users
          .selectFrom('loginIds')
          .select('loginIds.written')
          .whereRef('loginIds.projectId', '=', 'users.projectId')
          .whereRef('loginIds.userId', '=', 'users.id')
          .orderBy('loginIds.position')
          .orderBy('loginIds.loginId'),
      ).as('loginIds'),
      jsonArrayOf(
        db,
        users
          .selectFrom('tenantMembers')
          .innerJoin('tenants', (join) =>
            join
              .onRef('tenants.projectId', '=', 'tenantMembers.projectId')
              .onRef('tenants.id', '=', 'tenantMembers.tenantId'),
          )
          .select(['tenants.id', 'tenants.name'])
          .whereRef('tenantMembers.projectId', '=', 'users.projectId')
          .whereRef('tenantMembers.userId', '=', 'users.id')
          .orderBy('tenantMembers.createdAt')
          .orderBy('tenants.id'),
      ).as('memberships'),
      jsonArrayOf(
        db,
        users
          .selectFrom('userRoles')
          .innerJoin('roles', (join) =>
            join
              .onRef('roles.projectId', '=', 'userRoles.projectId')
              .onRef('roles.id', '=', 'userRoles.roleId'),
          )
          .leftJoin('rolePermissions', (join) =>
            join
              .onRef('rolePermissions.projectId', '=', 'roles.projectId')
              .onRef('rolePermissions.roleId', '=', 'roles.id'),
          )
          .leftJoin('permissions', (join) =>
            join
              .onRef('permissions.projectId', '=', 'rolePermissions.projectId')
              .onRef('permissions.id', '=', 'rolePermissions.permissionId'),
          )
          .select(['userRoles.tenantId', 'roles.name as role', 'permissions.name as permission'])
          .whereRef('userRoles.projectId', '=', 'users.projectId')
          .whereRef('userRoles.userId', '=', 'users.id')
          .orderBy('roles.name')
          .orderBy('permissions.name'),
      ).as('grants'),
      users
        .exists(
          users
            .selectFrom('totpCredentials')
            .select(sql`1`.as('one'))
            .whereRef('totpCredentials.projectId', '=', 'users.projectId')
            .whereRef('totpCredentials.userId', '=', 'users.id'),
        )
        .as('hasTotp'),
      users
        .exists(
          users
            .selectFrom('ssoIdentities')
            .select(sql`1`.as('one'))
            .whereRef('ssoIdentities.projectId', '=', 'users.projectId')
            .whereRef('ssoIdentities.userId', '=', 'users.id'),
        )
        .as('hasSaml'),
    ]);
}

export type SelectedUser = Awaited<ReturnType<ReturnType<typeof selectUsers>['executeTakeFirstOrThrow']>>;
type Grant = { tenantId: string; role: string; permission: string | null };

export function toUser(row: SelectedUser): User {
  const grants = parseJson<Grant[]>(row.grants);
  const memberships = parseJson<{ id: string; name: string }[]>(row.memberships);
  const { roleNames, permissions } = grantsIn(grants, '');
  return {
    id: row.id,
    loginIds: parseJson<{ written: string }[]>(row.loginIds).map((loginId) => loginId.written),
    status: row.status,
    name: row.name,
    givenName: row.givenName,
    middleName: row.middleName,
    familyName: row.familyName,
    email: row.email,
    verifiedEmail: row.verifiedEmail === 1,
    phone: row.phone,
    verifiedPhone: row.verifiedPhone === 1,
    picture: row.picture,
    test: row.test === 1,
    customAttributes: JSON.parse(row.customAttributes) as Record<string, unknown>,
    createdAt: row.createdAt,
    modifiedAt: row.modifiedAt,
    roleNames,
    permissions,
    tenants: memberships.map(
      ({ id, name }): Membership => ({
        tenantId: id,
        tenantName: name,
        ...grantsIn(grants, id),
      }),
    ),
    hasTotp: Boolean(row.hasTotp),
    hasSaml: Boolean(row.hasSaml),
  };
}

function grantsIn(grants: Grant[], tenantId: string): { roleNames: string[]; permissions: string[] } {
  const here = grants.filter((grant) => grant.tenantId === tenantId);
  const permissions = here.map((grant) => grant.permission).filter((name) => name !== null);
  return { roleNames: [...new Set(here.map((grant) => grant.role))], permissions: [...new Set(permissions)] };
}

export async function findUser(db: Db, projectId: string, id: string): Promise<User | undefined> {
  const row = await selectUsers(db, projectId).where('users.id', '=', id).executeTakeFirst();
  return row && toUser(row);
}

export async function findUserByLoginId(
  db: Db,
  projectId: string,
  folded: string,
): Promise<User | undefined> {
  const row = await selectUsers(db, projectId)
    .innerJoin('loginIds', (join) =>
      join.onRef('loginIds.projectId', '=', 'users.projectId').onRef('loginIds.userId', '=', 'users.id'),
    )
    .where('loginIds.loginId', '=', folded)
    .executeTakeFirst();
  return row && toUser(row as SelectedUser);
}

export async function findUserIdByLoginId(
  db: Db,
  projectId: string,
  folded: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('loginIds')
    .select('userId')
    .where('projectId', '=', projectId)
    .where('loginId', '=', folded)
    .executeTakeFirst();
  return row?.userId;
}

export async function insertUser(db: Db, row: Insertable<Tables['users']>): Promise<void> {
  await db.insertInto('users').values(row).execute();
}

/** How many of them were free. */
export async function insertLoginIds(db: Db, rows: Insertable<Tables['loginIds']>[]): Promise<number> {
  const inserted = await db
    .insertInto('loginIds')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['projectId', 'loginId']).doNothing())
    .returning('loginId')
    .execute();
  return inserted.length;
}

export async function insertMemberships(db: Db, rows: Insertable<Tables['tenantMembers']>[]): Promise<void> {
  await db
    .insertInto('tenantMembers')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['projectId', 'userId', 'tenantId']).doNothing())
    .execute();
}

export async function insertUserRoles(db: Db, rows: Insertable<Tables['userRoles']>[]): Promise<void> {
  await db
    .insertInto('userRoles')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['projectId', 'userId', 'tenantId', 'roleId']).doNothing())
    .execute();
}

/** Takes away what the tenant's identity provider gave; what an administrator gave stays. */
export async function deleteSsoRoles(
  db: Db,
  projectId: string,
  userId: string,
  tenantId: string,
): Promise<void> {
  await db
    .deleteFrom('userRoles')
    .where('projectId', '=', projectId)
    .where('userId', '=', userId)
    .where('tenantId', '=', tenantId)
    .where('source', '=', 'sso')
    .execute();
}

export async function updateUser(
  db: Db,
  projectId: string,
  id: string,
  fields: Updateable<Tables['users']>,
): Promise<void> {
  await db.updateTable('users').set(fields).where('projectId', '=', projectId).where('id', '=', id).execute();
}

/** The first completed sign-in enables an invited user. `false`: the user is disabled or gone. */
export async function enableUser(db: Db, projectId: string, id: string): Promise<boolean> {
  const row = await db
    .updateTable('users')
    .set({ status: 'enabled' })
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .where('status', '!=', 'disabled')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteUserRow(db: Db, projectId: string, id: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom('users')
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return deleted !== undefined;
}

/** A sign-up that somebody started with a login ID dies when the login ID becomes somebody's. */
export async function deletePendingSignUps(
  db: Db,
  projectId: string,
  foldedLoginIds: string[],
): Promise<void> {
  await db
    .deleteFrom('totpSignUps')
    .where('projectId', '=', projectId)
    .where((where) => inList(db, where.ref('loginId'), foldedLoginIds))
    .where('userId', '=', '')
    .execute();
}
