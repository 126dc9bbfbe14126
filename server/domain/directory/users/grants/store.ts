import { type Insertable, sql } from 'kysely';
import { insertRows } from '../../../../storage/insert-rows.ts';
import { inList } from '../../../../storage/json.ts';
import { prepared } from '../../../../storage/prepared.ts';
import type { Db, Row, Tables } from '../../../../storage/tables.ts';

/** Inserts each membership once. An existing membership stays, and only its order changes. */
export const insertMemberships = insertRows('tenantMembers', (insert) =>
  insert.onConflict((conflict) =>
    conflict
      .columns(['projectId', 'userId', 'tenantId'])
      .doUpdateSet((row) => ({ position: row.ref('excluded.position') }))
      .whereRef('tenantMembers.position', '<>', 'excluded.position'),
  ),
);

/** Returns the position after the user's last tenant. */
export async function findNextMembershipPosition(db: Db, projectId: string, userId: string): Promise<number> {
  const row = await db
    .selectFrom('tenantMembers')
    .select((member) => member.fn.max('position').as('last'))
    .where('projectId', '=', projectId)
    .where('userId', '=', userId)
    .executeTakeFirst();
  return (row?.last ?? -1) + 1;
}

/** Returns the position after the user's last role in this tenant or the project. */
export async function findNextRolePosition(
  db: Db,
  projectId: string,
  userId: string,
  tenantId: string,
): Promise<number> {
  const row = await db
    .selectFrom('userRoles')
    .select((role) => role.fn.max('position').as('last'))
    .where('projectId', '=', projectId)
    .where('userId', '=', userId)
    .where('tenantId', '=', tenantId)
    .executeTakeFirst();
  return (row?.last ?? -1) + 1;
}

/** Deletes memberships. The roles in the tenants are deleted by a foreign key. */
export async function deleteMemberships(
  db: Db,
  projectId: string,
  userId: string,
  tenantIds: string[],
): Promise<void> {
  await db
    .deleteFrom('tenantMembers')
    .where('projectId', '=', projectId)
    .where('userId', '=', userId)
    .where((member) => inList(db, member.ref('tenantId'), tenantIds))
    .execute();
}

/**
 * Inserts roles assigned by an administrator. A role that SSO assigned before becomes the administrator's, so that
 * SSO does not remove it.
 */
export async function insertUserRoles(
  db: Db,
  rows: Omit<Insertable<Tables['userRoles']>, 'source'>[],
): Promise<void> {
  await insertRoleRows(
    db,
    rows.map((row) => ({ ...row, source: 'manual' })),
  );
}

/** Not a parameter: Citus cannot tell the type of one that is only set when rows meet. */
const manual = sql.lit('manual' as const);

const insertRoleRows = insertRows('userRoles', (insert) =>
  insert.onConflict((conflict) =>
    conflict.columns(['projectId', 'userId', 'tenantId', 'roleId']).doUpdateSet({ source: manual }),
  ),
);

/** The project, if `tenantId` is empty, or a tenant in which a user has roles. */
export type RolePlace = Record<'projectId' | 'userId' | 'tenantId', string>;

/** A role of a user, as it is stored. */
export type HeldRole = Pick<Row<'userRoles'>, 'roleId' | 'position' | 'source'>;

/**
 * Replaces the roles in this place by these, in this order and assigned by an administrator. Writes only the rows that
 * change: each of them is an entry in five indexes, and on PostgreSQL a statement that changes no row still runs its
 * triggers, which takes ten times as long as to read the roles before.
 */
export async function setUserRoles(
  db: Db,
  place: RolePlace,
  before: HeldRole[],
  roleIds: string[],
): Promise<void> {
  const held = new Map(before.map((role) => [role.roleId, role]));
  const wanted = new Set(roleIds);
  if ([...held.keys()].some((id) => !wanted.has(id))) await deleteOtherRoles(db, { ...place, roleIds });
  const rows = roleIds.map((roleId, position) => ({ ...place, roleId, position, source: 'manual' as const }));
  await setRoleRows(
    db,
    rows.filter(({ roleId, position, source }) => {
      const role = held.get(roleId);
      return role?.position !== position || role.source !== source;
    }),
  );
}

/** Returns the roles in this place, in no particular order. */
export const listHeldRoles = prepared((db, { projectId, userId, tenantId }: RolePlace) =>
  db
    .selectFrom('userRoles')
    .select(['roleId', 'position', 'source'])
    .where('projectId', '=', projectId)
    .where('userId', '=', userId)
    .where('tenantId', '=', tenantId),
);

const deleteOtherRoles = prepared(
  (db, { projectId, userId, tenantId, roleIds }: RolePlace & { roleIds: readonly string[] }) =>
    db
      .deleteFrom('userRoles')
      .where('projectId', '=', projectId)
      .where('userId', '=', userId)
      .where('tenantId', '=', tenantId)
      .where((role) => role.not(inList(db, role.ref('roleId'), roleIds))),
);

const setRoleRows = insertRows('userRoles', (insert) =>
  insert.onConflict((conflict) =>
    conflict
      .columns(['projectId', 'userId', 'tenantId', 'roleId'])
      .doUpdateSet((row) => ({ source: manual, position: row.ref('excluded.position') }))
      .where((row) =>
        row.or([
          row('userRoles.source', '<>', manual),
          row('userRoles.position', '<>', row.ref('excluded.position')),
        ]),
      ),
  ),
);

/** Deletes these roles in this tenant or the project. */
export async function deleteUserRoles(
  db: Db,
  projectId: string,
  userId: string,
  tenantId: string,
  roleIds: string[],
): Promise<void> {
  await db
    .deleteFrom('userRoles')
    .where('projectId', '=', projectId)
    .where('userId', '=', userId)
    .where('tenantId', '=', tenantId)
    .where((role) => inList(db, role.ref('roleId'), roleIds))
    .execute();
}

export async function insertSsoApps(
  db: Db,
  projectId: string,
  userId: string,
  ssoAppIds: string[],
): Promise<void> {
  await db
    .insertInto('userSsoApps')
    .values(ssoAppIds.map((ssoAppId) => ({ projectId, userId, ssoAppId })))
    .onConflict((conflict) => conflict.columns(['projectId', 'userId', 'ssoAppId']).doNothing())
    .execute();
}

/** Deletes these applications of the user, or all. */
export async function deleteSsoApps(
  db: Db,
  projectId: string,
  userId: string,
  ssoAppIds?: string[],
): Promise<void> {
  let query = db.deleteFrom('userSsoApps').where('projectId', '=', projectId).where('userId', '=', userId);
  if (ssoAppIds) query = query.where((app) => inList(db, app.ref('ssoAppId'), ssoAppIds));
  await query.execute();
}
