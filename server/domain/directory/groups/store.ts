import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { dialectOf } from '../../../storage/engine.ts';
import { inList } from '../../../storage/json.ts';
import type { Db, Tables } from '../../../storage/tables.ts';
import { type GroupMember, maxIdentities } from './user-group.ts';

export interface Identity extends GroupMember {
  connectionId: string;
  groups: string[];
}

interface Scope {
  tenantId: string;
  /** The connection; empty for all connections. */
  connectionId: string;
}

/** Lists the identities of a tenant's current members by its index; with `names`, only those in one of these groups. */
export async function listGroupIdentities(
  db: Db,
  projectId: string,
  { tenantId, connectionId, names }: Scope & { names?: string[] },
): Promise<Identity[]> {
  let query = db
    .selectFrom('ssoIdentities')
    .innerJoin('tenantMembers', (join) =>
      join
        .onRef('tenantMembers.projectId', '=', 'ssoIdentities.projectId')
        .onRef('tenantMembers.tenantId', '=', 'ssoIdentities.tenantId')
        .onRef('tenantMembers.userId', '=', 'ssoIdentities.userId'),
    )
    .innerJoin('users', (join) =>
      join
        .onRef('users.projectId', '=', 'ssoIdentities.projectId')
        .onRef('users.id', '=', 'ssoIdentities.userId'),
    )
    .select(['ssoIdentities.connectionId', 'ssoIdentities.groups', 'users.id as userId', 'users.name'])
    .select((identity) => firstLoginId(identity, projectId).as('loginId'))
    .where('ssoIdentities.projectId', '=', projectId)
    .where('ssoIdentities.tenantId', '=', tenantId)
    .where('ssoIdentities.groups', '!=', '[]');
  if (connectionId) query = query.where('ssoIdentities.connectionId', '=', connectionId);
  if (names) query = query.where((row) => hasOneOf(db, row.ref('ssoIdentities.groups'), names));
  const rows = await query
    .orderBy('ssoIdentities.connectionId')
    .orderBy('ssoIdentities.subject')
    .limit(maxIdentities)
    .execute();
  return rows.map(({ groups, loginId, ...row }) => ({
    ...row,
    loginId: loginId ?? '',
    groups: JSON.parse(groups) as string[],
  }));
}

/** Lists the groups of these users, if they are members of the tenant. */
export async function listGroupNames(
  db: Db,
  projectId: string,
  { tenantId, connectionId }: Scope,
  userIds: string[],
): Promise<{ connectionId: string; name: string }[]> {
  let query = db
    .selectFrom('ssoIdentities')
    .innerJoin('tenantMembers', (join) =>
      join
        .onRef('tenantMembers.projectId', '=', 'ssoIdentities.projectId')
        .onRef('tenantMembers.tenantId', '=', 'ssoIdentities.tenantId')
        .onRef('tenantMembers.userId', '=', 'ssoIdentities.userId'),
    )
    .select(['ssoIdentities.connectionId', 'ssoIdentities.groups'])
    .where('ssoIdentities.projectId', '=', projectId)
    .where('ssoIdentities.tenantId', '=', tenantId)
    .where((row) => inList(db, row.ref('ssoIdentities.userId'), userIds));
  if (connectionId) query = query.where('ssoIdentities.connectionId', '=', connectionId);
  const rows = await query.execute();
  return rows.flatMap(({ connectionId, groups }) =>
    (JSON.parse(groups) as string[]).map((name) => ({ connectionId, name })),
  );
}

export interface DirectoryPlace {
  groupId: string;
  groupName: string;
  /** `null` for a group without members. */
  userId: string | null;
  name: string | null;
  loginId: string | null;
}

/** Lists the groups of the tenant's directory with their members: all, those of this name or ID, or those of these users. */
export function listDirectoryPlaces(
  db: Db,
  projectId: string,
  { tenantId, nameOrId, userIds }: { tenantId: string; nameOrId?: string; userIds?: string[] },
): Promise<DirectoryPlace[]> {
  let query = db
    .selectFrom('scimGroups')
    .leftJoin('scimGroupMembers', (join) =>
      join
        .onRef('scimGroupMembers.projectId', '=', 'scimGroups.projectId')
        .onRef('scimGroupMembers.tenantId', '=', 'scimGroups.tenantId')
        .onRef('scimGroupMembers.groupId', '=', 'scimGroups.id'),
    )
    .leftJoin('users', (join) =>
      join
        .onRef('users.projectId', '=', 'scimGroupMembers.projectId')
        .onRef('users.id', '=', 'scimGroupMembers.userId'),
    )
    .select([
      'scimGroups.id as groupId',
      'scimGroups.displayName as groupName',
      'users.id as userId',
      'users.name',
    ])
    .select((place) => firstLoginId(place, projectId).as('loginId'))
    .where('scimGroups.projectId', '=', projectId)
    .where('scimGroups.tenantId', '=', tenantId);
  if (nameOrId !== undefined) {
    query = query.where((group) =>
      group.or([group('scimGroups.id', '=', nameOrId), group('scimGroups.displayName', '=', nameOrId)]),
    );
  }
  if (userIds) {
    query = query.where('scimGroups.id', 'in', (group) =>
      group
        .selectFrom('scimGroupMembers as theirs')
        .select('theirs.groupId')
        .where('theirs.projectId', '=', projectId)
        .where('theirs.tenantId', '=', tenantId)
        .where(inList(db, sql.ref<string>('theirs.userId'), userIds)),
    );
  }
  return query.orderBy('scimGroups.foldedName').orderBy('users.id').limit(maxIdentities).execute();
}

/** Selects the first login ID of the user in the row. */
function firstLoginId(row: object, projectId: string) {
  return (row as ExpressionBuilder<Tables, 'users'>)
    .selectFrom('loginIds')
    .select('loginIds.written')
    .where('loginIds.projectId', '=', projectId)
    .whereRef('loginIds.userId', '=', 'users.id')
    .orderBy('loginIds.position')
    .orderBy('loginIds.loginId')
    .limit(1);
}

/** Tests whether a JSON array of texts contains one of these values. */
function hasOneOf(db: Db, column: Expression<string>, values: string[]): Expression<SqlBool> {
  if (dialectOf(db) === 'sqlite') {
    return sql<SqlBool>`exists (
      select 1 from json_each(${column}) as held where held.value in (select value from json_each(${JSON.stringify(values)})))`;
  }
  return sql<SqlBool>`${column}::jsonb ?| ${values}::text[]`;
}
