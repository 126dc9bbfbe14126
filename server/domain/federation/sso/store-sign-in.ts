import { type Insertable, sql } from 'kysely';
import { dialectOf } from '../../../storage/engine.ts';
import { prepared } from '../../../storage/prepared.ts';
import { ofReachableProjects } from '../../../storage/reachable.ts';
import type { Db, Row, Tables } from '../../../storage/tables.ts';
import { type SsoRequest, toRequest } from './request.ts';

export async function insertRequest(db: Db, row: Insertable<Tables['ssoRequests']>): Promise<void> {
  await insertRequestRow(db, row);
}

const insertRequestRow = prepared((db, row: Insertable<Tables['ssoRequests']>) =>
  db.insertInto('ssoRequests').values(row),
);

export async function findRequest(
  db: Db,
  projectId: string,
  idHash: string,
  now: number,
): Promise<SsoRequest | undefined> {
  const row = await db
    .selectFrom('ssoRequests')
    .selectAll()
    .where('projectId', '=', projectId)
    .where('idHash', '=', idHash)
    .where('expiresAt', '>', now)
    .executeTakeFirst();
  return row && toRequest(row);
}

/** Ties a request to the first browser that opens it. Returns `undefined` if it is another browser's, or expired. */
export async function bindRequest(
  db: Db,
  projectId: string,
  idHash: string,
  browserHash: string,
  now: number,
): Promise<SsoRequest | undefined> {
  const row = await db
    .updateTable('ssoRequests')
    .set({ browserHash })
    .where('projectId', '=', projectId)
    .where('idHash', '=', idHash)
    .where('browserHash', 'in', ['', browserHash])
    .where('expiresAt', '>', now)
    .returningAll()
    .executeTakeFirst();
  return row && toRequest(row);
}

export async function updateRequestState(
  db: Db,
  projectId: string,
  idHash: string,
  state: string,
): Promise<void> {
  await db
    .updateTable('ssoRequests')
    .set({ state })
    .where('projectId', '=', projectId)
    .where('idHash', '=', idHash)
    .execute();
}

/** Deletes and returns the request of this browser: a request ends with one sign-in. */
export async function takeRequest(
  db: Db,
  projectId: string,
  idHash: string,
  browserHash: string,
  now: number,
): Promise<SsoRequest | undefined> {
  const row = await db
    .deleteFrom('ssoRequests')
    .where('projectId', '=', projectId)
    .where('idHash', '=', idHash)
    .where('browserHash', '=', browserHash)
    .where('expiresAt', '>', now)
    .returningAll()
    .executeTakeFirst();
  return row && toRequest(row);
}

/** Takes the request for an answer at one connection's address. Finds no other connection's request. */
export async function takeConnectionRequest(
  db: Db,
  projectId: string,
  key: RequestKey,
): Promise<SsoRequest | undefined> {
  const [row] = await deleteConnectionRequest(db, { projectId, ...key });
  return row && toRequest(row);
}

type RequestKey = Record<'tenantId' | 'connectionId' | 'idHash' | 'browserHash', string> & { now: number };

const deleteConnectionRequest = prepared((db, key: RequestKey & { projectId: string }) =>
  db
    .deleteFrom('ssoRequests')
    .where('projectId', '=', key.projectId)
    .where('idHash', '=', key.idHash)
    .where('tenantId', '=', key.tenantId)
    .where('connectionId', '=', key.connectionId)
    .where('browserHash', '=', key.browserHash)
    .where('expiresAt', '>', key.now)
    .returningAll(),
);

/** Records an assertion. Returns `false` if it was used before. */
export async function insertAssertion(db: Db, row: Insertable<Tables['ssoAssertions']>): Promise<boolean> {
  return (await insertAssertionRow(db, row)).length > 0;
}

const insertAssertionRow = prepared((db, row: Insertable<Tables['ssoAssertions']>) =>
  db
    .insertInto('ssoAssertions')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['projectId', 'tenantId', 'connectionId', 'idHash']).doNothing(),
    )
    .returning('idHash'),
);

/**
 * Stores the time of this sign-in and the groups, unless they are `null`: not known. Returns the identity with its user, or `undefined` for a new identity. `anyCase`
 * gives the name with its letters in lower case, for a subject whose provider may write it in another case each time.
 */
export async function touchIdentity(
  db: Db,
  key: IdentityKey,
  use: IdentityUse,
  anyCase: AnyCase | undefined,
): Promise<KnownIdentity | undefined> {
  const [row] = anyCase
    ? await updateUseInAnyCase(db, { ...key, ...use, ...anyCase })
    : await updateUse(db, { ...key, ...use });
  return row && { ...row, createdUser: row.createdUser === 1 };
}

type IdentityKey = Pick<Row<'ssoIdentities'>, 'projectId' | 'tenantId' | 'connectionId' | 'subject'>;
type IdentityUse = Pick<Row<'ssoIdentities'>, 'lastUsedAt'> & { groups: string | null };

const knownGroups = (groups: string | null) => sql<string>`coalesce(${groups}, "groups")`;

/** The stored subject without regard to the case of its ASCII letters. The provider's name is compared literally. */
type AnyCase = { folded: string; provider: string; providerLength: number };

/** An identity that signed in before. */
export interface KnownIdentity {
  /** As stored. */
  subject: string;
  userId: string;
  /** The identity created its user. */
  createdUser: boolean;
}

const updateUse = prepared((db, { groups, lastUsedAt, ...key }: IdentityKey & IdentityUse) =>
  db
    .updateTable('ssoIdentities')
    .set({ groups: knownGroups(groups), lastUsedAt })
    .where('projectId', '=', key.projectId)
    .where('tenantId', '=', key.tenantId)
    .where('connectionId', '=', key.connectionId)
    .where('subject', '=', key.subject)
    .returning(['subject', 'userId', 'createdUser']),
);

/** Prefers the same spelling. Several identities that differ only in case, from before the rule, stay apart. */
const updateUseInAnyCase = prepared(
  (db, { groups, lastUsedAt, ...key }: IdentityKey & IdentityUse & AnyCase) => {
    const stored = sql.ref<string>('spelling.subject');
    const folded =
      dialectOf(db) === 'sqlite' ? sql<string>`lower(${stored})` : sql<string>`lower(${stored} collate "C")`;
    return db
      .updateTable('ssoIdentities')
      .set({ groups: knownGroups(groups), lastUsedAt })
      .where('projectId', '=', key.projectId)
      .where('tenantId', '=', key.tenantId)
      .where('connectionId', '=', key.connectionId)
      .where('subject', '=', (identity) =>
        identity
          .selectFrom('ssoIdentities as spelling')
          .select(
            sql<string>`coalesce(
              max(case when ${stored} = ${key.subject} then ${stored} end),
              case when count(*) = 1 then max(${stored}) end)`.as('subject'),
          )
          .where('spelling.projectId', '=', key.projectId)
          .where('spelling.tenantId', '=', key.tenantId)
          .where('spelling.connectionId', '=', key.connectionId)
          .where(folded, '=', key.folded)
          .where(sql<string>`substr(${stored}, 1, ${key.providerLength})`, '=', key.provider),
      )
      .returning(['subject', 'userId', 'createdUser']);
  },
);

/** Inserts an identity. Returns `false` if a simultaneous sign-in has just stored the same subject. */
export async function insertIdentity(db: Db, row: Insertable<Tables['ssoIdentities']>): Promise<boolean> {
  const inserted = await db
    .insertInto('ssoIdentities')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['projectId', 'tenantId', 'connectionId', 'subject']).doNothing(),
    )
    .returning('userId')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Deletes expired records in all projects. */
export async function deleteExpired(db: Db, now: number): Promise<void> {
  for (const table of ['ssoRequests', 'ssoAssertions'] as const) {
    await ofReachableProjects(db).deleteFrom(table).where('expiresAt', '<=', now).execute();
  }
}
