import { sql } from 'kysely';
import type { TextField } from '../../../core/profile-fields.ts';
import { inList, jsonArrayOf, parseJson } from '../../../storage/json.ts';
import { prepared } from '../../../storage/prepared.ts';
import { findEach } from '../../../storage/short-lists.ts';
import type { Db } from '../../../storage/tables.ts';
import { grantsIn, selectGrants, selectTenants } from '../roles/query-grants.ts';
import { hasSubTenants } from '../tenants/query-sub-tenants.ts';
import type { SessionLimits } from '../tenants/tenant.ts';
import { type Membership, type StoredUser, withTexts } from './user.ts';

/**
 * Selects a user with all related rows in one query on either engine. `toUser` sorts the related rows: sorted in
 * the query, they would make SQLite scan the roles and tenants of the whole project.
 */
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
          .select(['loginIds.written', 'loginIds.position', 'loginIds.loginId'])
          .where('loginIds.projectId', '=', projectId)
          .whereRef('loginIds.userId', '=', 'users.id'),
      ).as('loginIds'),
      jsonArrayOf(
        db,
        selectTenants(
          users
            .selectFrom('tenantMembers as joined')
            .select(['joined.createdAt', 'joined.position'])
            .where('joined.projectId', '=', projectId)
            .whereRef('joined.userId', '=', 'users.id'),
        )
          .select([
            ...(['tenants.sessionLimits', 'tenants.enforceSso', 'tenants.enforceSsoSince'] as const),
            'tenants.openSince',
          ])
          .select((tenant) => hasSubTenants(tenant, projectId).as('hasSubTenants')),
      ).as('memberships'),
      jsonArrayOf(
        db,
        selectGrants(
          users
            .selectFrom('userRoles as held')
            .select('held.position')
            .where('held.projectId', '=', projectId)
            .whereRef('held.userId', '=', 'users.id'),
        ),
      ).as('grants'),
      jsonArrayOf(
        db,
        users
          .selectFrom('userSsoApps')
          .select('userSsoApps.ssoAppId')
          .where('userSsoApps.projectId', '=', projectId)
          .whereRef('userSsoApps.userId', '=', 'users.id'),
      ).as('ssoApps'),
      users
        .selectFrom('impersonationConsents')
        .select((consent) => consent.fn.max('impersonationConsents.expiresAt').as('expiresAt'))
        .where('impersonationConsents.projectId', '=', projectId)
        .whereRef('impersonationConsents.userId', '=', 'users.id')
        .as('consentExpiresAt'),
      users
        .exists(
          users
            .selectFrom('totpCredentials')
            .select(sql`1`.as('one'))
            .where('totpCredentials.projectId', '=', projectId)
            .whereRef('totpCredentials.userId', '=', 'users.id'),
        )
        .as('hasTotp'),
      users
        .exists(
          users
            .selectFrom('passwords')
            .select(sql`1`.as('one'))
            .where('passwords.projectId', '=', projectId)
            .whereRef('passwords.userId', '=', 'users.id'),
        )
        .as('hasPassword'),
      users
        .exists(
          users
            .selectFrom('passkeys')
            .select(sql`1`.as('one'))
            .where('passkeys.projectId', '=', projectId)
            .whereRef('passkeys.userId', '=', 'users.id'),
        )
        .as('hasPasskey'),
      jsonArrayOf(
        db,
        users
          .selectFrom('ssoIdentities')
          .innerJoin('ssoConnections', (join) =>
            join
              .onRef('ssoConnections.projectId', '=', 'ssoIdentities.projectId')
              .onRef('ssoConnections.tenantId', '=', 'ssoIdentities.tenantId')
              .onRef('ssoConnections.id', '=', 'ssoIdentities.connectionId'),
          )
          .select('ssoConnections.protocol')
          .where('ssoIdentities.projectId', '=', projectId)
          .whereRef('ssoIdentities.userId', '=', 'users.id'),
      ).as('ssoConnections'),
      jsonArrayOf(
        db,
        users
          .selectFrom('oauthIdentities')
          .select('oauthIdentities.providerId')
          .where('oauthIdentities.projectId', '=', projectId)
          .whereRef('oauthIdentities.userId', '=', 'users.id'),
      ).as('oauthProviders'),
    ]);
}

export type SelectedUser = Awaited<ReturnType<ReturnType<typeof selectUsers>['executeTakeFirstOrThrow']>>;

export function toUser(row: SelectedUser): StoredUser {
  const grants = sorted(parseJson(row.grants), (one) => [one.position, one.role, one.permission]);
  const { roleNames, permissions } = grantsIn(grants, '');
  const loginIds = sorted(parseJson(row.loginIds), (one) => [one.position, one.loginId]);
  const memberships = sorted(parseJson(row.memberships), (one) => [one.position, one.createdAt, one.id]);
  const user: Omit<StoredUser, TextField> = {
    id: row.id,
    loginIds: loginIds.map((loginId) => loginId.written),
    status: row.status,
    email: row.email,
    verifiedEmail: row.verifiedEmail === 1,
    provedEmail: row.provedEmail,
    phone: row.phone,
    verifiedPhone: row.verifiedPhone === 1,
    recoveryEmail: row.recoveryEmail,
    verifiedRecoveryEmail: row.verifiedRecoveryEmail === 1,
    recoveryPhone: row.recoveryPhone,
    verifiedRecoveryPhone: row.verifiedRecoveryPhone === 1,
    test: row.test === 1,
    storedAttributes: JSON.parse(row.customAttributes) as Record<string, unknown>,
    createdAt: row.createdAt,
    modifiedAt: row.modifiedAt,
    lastSignInDay: row.lastSignInDay,
    invitedAt: row.invitedAt,
    roleNames,
    permissions,
    tenants: memberships.map(
      ({ id, name, sessionLimits, hasSubTenants, passesRoles, ...tenant }): Membership => ({
        tenantId: id,
        tenantName: name,
        joinedAt: tenant.createdAt,
        ...(tenant.openSince && { openSince: tenant.openSince }),
        ...(sessionLimits && { sessionLimits: JSON.parse(sessionLimits) as SessionLimits }),
        ...(tenant.disabled && { isDisabled: true }),
        ...(tenant.enforceSso && { enforcesSso: { since: tenant.enforceSsoSince } }),
        ...(hasSubTenants && { passesRoles }),
        ...grantsIn(grants, id),
      }),
    ),
    ssoAppIds: parseJson(row.ssoApps)
      .map((app) => app.ssoAppId)
      .sort(),
    consentExpiresAt: row.consentExpiresAt ?? 0,
    hasTotp: Boolean(row.hasTotp),
    hasPassword: Boolean(row.hasPassword),
    hasPasskey: Boolean(row.hasPasskey),
    ssoProtocols: parseJson(row.ssoConnections).map((connection) => connection.protocol),
    oauthProviders: parseJson(row.oauthProviders)
      .map((identity) => identity.providerId)
      .sort(),
  };
  return withTexts(user, row);
}

/** Sorts by the first key that differs, and text by code units, whatever the database's collation. */
function sorted<T>(items: T[], keysOf: (item: T) => (string | number | null)[]): T[] {
  return items.sort((a, b) => {
    const [left, right] = [keysOf(a), keysOf(b)];
    const index = left.findIndex((key, index) => key !== right[index]);
    return index < 0 ? 0 : (left[index] ?? '') < (right[index] ?? '') ? -1 : 1;
  });
}

export async function findStoredUser(db: Db, projectId: string, id: string): Promise<StoredUser | undefined> {
  const [row] = await userById(db, { projectId, id });
  return row && toUser(row);
}

const userById = prepared((db, { projectId, id }: { projectId: string; id: string }) =>
  selectUsers(db, projectId).where('users.id', '=', id),
);

/** Returns the users that exist, in no particular order. */
export async function findStoredUsers(db: Db, projectId: string, ids: string[]): Promise<StoredUser[]> {
  const rows = await findEach(db, ids, {
    one: (id) => userById(db, { projectId, id }),
    many: (ids) => usersById(db, { projectId, ids }),
  });
  return rows.map(toUser);
}

const usersById = prepared((db, { projectId, ids }: { projectId: string; ids: readonly string[] }) =>
  selectUsers(db, projectId).where((where) => inList(db, where.ref('users.id'), ids)),
);

/** Returns the users with these numbers, in no particular order. */
export async function findNumberedUsers(
  db: Db,
  projectId: string,
  numbers: readonly number[],
): Promise<{ number: number; user: StoredUser }[]> {
  const rows = await findEach(db, numbers, {
    one: (number) => userByNumber(db, { projectId, number }),
    many: (numbers) => usersByNumber(db, { projectId, numbers }),
  });
  return rows.map((row) => ({ number: row.number, user: toUser(row) }));
}

const userByNumber = prepared((db, { projectId, number }: { projectId: string; number: number }) =>
  selectUsers(db, projectId).where('users.number', '=', number),
);

const usersByNumber = prepared(
  (db, { projectId, numbers }: { projectId: string; numbers: readonly number[] }) =>
    selectUsers(db, projectId).where((where) => inList(db, where.ref('users.number'), numbers)),
);

export async function findUserByLoginId(
  db: Db,
  projectId: string,
  folded: string,
): Promise<StoredUser | undefined> {
  const [row] = await userByLoginId(db, { projectId, folded });
  return row && toUser(row as SelectedUser);
}

const userByLoginId = prepared((db, { projectId, folded }: { projectId: string; folded: string }) =>
  selectUsers(db, projectId)
    .innerJoin('loginIds', (join) =>
      join.onRef('loginIds.projectId', '=', 'users.projectId').onRef('loginIds.userId', '=', 'users.id'),
    )
    .where('loginIds.loginId', '=', folded),
);

export async function findUserIdByLoginId(
  db: Db,
  projectId: string,
  folded: string,
): Promise<string | undefined> {
  const [row] = await userIdByLoginId(db, { projectId, folded });
  return row?.userId;
}

const userIdByLoginId = prepared((db, { projectId, folded }: { projectId: string; folded: string }) =>
  db.selectFrom('loginIds').select('userId').where('projectId', '=', projectId).where('loginId', '=', folded),
);
