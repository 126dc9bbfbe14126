import { type ExpressionBuilder, sql } from 'kysely';
import { selfGivenFields } from '../../../../core/profile-fields.ts';
import { inList } from '../../../../storage/json.ts';
import { prepared } from '../../../../storage/prepared.ts';
import { slowReads } from '../../../../storage/slow-reads.ts';
import type { Db, Tables } from '../../../../storage/tables.ts';

const columns = [
  'number',
  'id',
  'status',
  'invitedAt',
  'test',
  'verifiedEmail',
  'verifiedPhone',
  'createdAt',
  'modifiedAt',
  'lastSignInDay',
  'customAttributes',
  ...selfGivenFields,
] as const;

/** So many users are read without blocking the event loop for long. */
const fewUsers = 50;

/** Reads the rows of these users that a search can see, in three statements for any number of users. */
export async function readRows(db: Db, projectId: string, numbers: readonly number[]) {
  const few = numbers.length <= fewUsers;
  const slow = slowReads(db);
  const users = await (few
    ? preparedUsers(db, { projectId, numbers })
    : usersByNumber(slow, { projectId, numbers }).execute());
  const of = { projectId, userIds: users.map(({ id }) => id) };
  const loginIds = await (few ? preparedLoginIds(db, of) : loginIdsOf(slow, of).execute());
  const facets = await (few ? preparedFacetRows(db, of) : facetRowsOf(slow, of).execute());
  return { users, loginIds, facets };
}

const usersByNumber = (db: Db, { projectId, numbers }: { projectId: string; numbers: readonly number[] }) =>
  db
    .selectFrom('users')
    .select(columns)
    .where('projectId', '=', projectId)
    .where((user) => inList(db, user.ref('number'), numbers));

/** Lists the users with these numbers. */
export async function listNumbers(
  db: Db,
  projectId: string,
  { from, to }: { from: number; to: number },
): Promise<number[]> {
  const users = await db
    .selectFrom('users')
    .select('number')
    .where('projectId', '=', projectId)
    .where('number', '>=', from)
    .where('number', '<=', to)
    .orderBy('number')
    .execute();
  return users.map(({ number }) => number);
}

type Of = { projectId: string; userIds: readonly string[] };

const loginIdsOf = (db: Db, { projectId, userIds }: Of) =>
  db
    .selectFrom('loginIds')
    .select(['userId', 'written', 'position', 'loginId'])
    .where('projectId', '=', projectId)
    .where((row) => inList(db, row.ref('userId'), userIds));

/** The tables whose rows make their user findable: the kind of the facet, and the columns with its value and its scope. */
const sources = [
  { table: 'tenantMembers', kind: 'tenant', value: 'tenantId' },
  { table: 'userRoles', kind: 'role', value: 'roleId', scope: 'tenantId' },
  { table: 'userSsoApps', kind: 'ssoApp', value: 'ssoAppId' },
  { table: 'totpCredentials', kind: 'totp' },
  { table: 'passwords', kind: 'password' },
  { table: 'passkeys', kind: 'webauthn' },
  { table: 'ssoIdentities', kind: 'sso' },
] as const satisfies { table: keyof Tables; kind: string; value?: string; scope?: string }[];

export type SourceKind = (typeof sources)[number]['kind'];

/** Reads all sources by one statement. */
const facetRowsOf = (db: Db, of: Of) => {
  const [first, ...others] = sources.map((source) => rowsOfSource(db, of, source));
  return others.reduce((all, next) => all.unionAll(next), first!);
};

const preparedUsers = prepared(usersByNumber);
const preparedLoginIds = prepared(loginIdsOf);
const preparedFacetRows = prepared(facetRowsOf);

function rowsOfSource(db: Db, { projectId, userIds }: Of, source: (typeof sources)[number]) {
  const column = (name: string | undefined) => (name ? sql.ref<string>(name) : sql<string>`''`);
  const { table, kind, value, scope } = source as {
    table: 'userRoles';
    kind: SourceKind;
    value?: string;
    scope?: string;
  };
  return db
    .selectFrom(table)
    .select([
      'userId',
      sql<SourceKind>`${sql.lit(kind)}`.as('kind'),
      column(value).as('value'),
      column(scope).as('scope'),
    ])
    .where('projectId', '=', projectId)
    .where((row: ExpressionBuilder<Tables, 'userRoles'>) => inList(db, row.ref('userId'), userIds));
}
