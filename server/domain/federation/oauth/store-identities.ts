import type { Insertable } from 'kysely';
import { prepared } from '../../../storage/prepared.ts';
import type { Db, Row, Tables } from '../../../storage/tables.ts';
import type { Lease, RenewalOutcome } from '../relying-party/current-token.ts';
import type { KeptTokens } from '../relying-party/kept-tokens.ts';

export type IdentityRow = Row<'oauthIdentities'>;
export type IdentityKey = Pick<IdentityRow, 'projectId' | 'providerId' | 'issuer' | 'subject'>;

export async function findIdentity(db: Db, key: IdentityKey): Promise<IdentityRow | undefined> {
  const [row] = await byKey(db, key);
  return row;
}

const byKey = prepared((db, key: IdentityKey) => whichIs(db.selectFrom('oauthIdentities').selectAll(), key));

export async function findIdentityOfUser(
  db: Db,
  projectId: string,
  providerId: string,
  userId: string,
): Promise<IdentityRow | undefined> {
  const [row] = await byUser(db, { projectId, providerId, userId });
  return row;
}

const byUser = prepared((db, of: Pick<IdentityRow, 'projectId' | 'providerId' | 'userId'>) =>
  db
    .selectFrom('oauthIdentities')
    .selectAll()
    .where('projectId', '=', of.projectId)
    .where('userId', '=', of.userId)
    .where('providerId', '=', of.providerId),
);

/** Inserts an identity. Returns `false` if a user already has it, or if the user has another one of this provider. */
export async function insertIdentity(db: Db, row: Insertable<Tables['oauthIdentities']>): Promise<boolean> {
  const inserted = await insertNew(db, row);
  return inserted.length > 0;
}

const insertNew = prepared((db, row: Insertable<Tables['oauthIdentities']>) =>
  db
    .insertInto('oauthIdentities')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('subject'),
);

export function listIdentitiesOfUser(
  db: Db,
  projectId: string,
  userId: string,
): Promise<Pick<IdentityRow, 'providerId' | 'issuer' | 'subject' | 'createdAt' | 'lastUsedAt'>[]> {
  return db
    .selectFrom('oauthIdentities')
    .select(['providerId', 'issuer', 'subject', 'createdAt', 'lastUsedAt'])
    .where('projectId', '=', projectId)
    .where('userId', '=', userId)
    .orderBy('providerId')
    .execute();
}

/** Deletes and returns the user's identity of this provider. */
export function deleteIdentityOfUser(
  db: Db,
  projectId: string,
  providerId: string,
  userId: string,
): Promise<IdentityRow | undefined> {
  return db
    .deleteFrom('oauthIdentities')
    .where('projectId', '=', projectId)
    .where('userId', '=', userId)
    .where('providerId', '=', providerId)
    .returningAll()
    .executeTakeFirst();
}

export async function deleteIdentitiesOfUser(db: Db, projectId: string, userId: string): Promise<void> {
  await db
    .deleteFrom('oauthIdentities')
    .where('projectId', '=', projectId)
    .where('userId', '=', userId)
    .execute();
}

export async function deleteIdentitiesOfProvider(
  db: Db,
  projectId: string,
  providerId: string,
): Promise<void> {
  await db
    .deleteFrom('oauthIdentities')
    .where('projectId', '=', projectId)
    .where('providerId', '=', providerId)
    .execute();
}

/**
 * Stores the time and the tokens of a sign-in. A renewal of the previous tokens that is under way writes nothing any more.
 */
export async function replaceTokens(
  db: Db,
  key: IdentityKey,
  tokens: KeptTokens & { lastUsedAt: number },
): Promise<void> {
  await whichIs(
    db.updateTable('oauthIdentities').set((row) => ({
      ...tokens,
      renewals: row('oauthIdentities.renewals', '+', 1),
      renewalFailure: '' as const,
      leaseId: '',
      leaseExpiresAt: 0,
    })),
    key,
  ).execute();
}

/** Deletes the tokens of all users. */
export async function forgetTokens(db: Db, projectId: string, providerId: string): Promise<void> {
  await db
    .updateTable('oauthIdentities')
    .set((row) => ({
      sealedTokens: '',
      tokenExpiresAt: 0,
      renewals: row('oauthIdentities.renewals', '+', 1),
      renewalFailure: '' as const,
      leaseId: '',
      leaseExpiresAt: 0,
    }))
    .where('projectId', '=', projectId)
    .where('providerId', '=', providerId)
    .execute();
}

/** Takes the right to renew these tokens. Returns `false` if another caller has it, or has used it meanwhile. */
export async function takeLease(
  db: Db,
  key: IdentityKey,
  seenRenewals: number,
  lease: Lease,
): Promise<boolean> {
  const row = await whichIs(
    db
      .updateTable('oauthIdentities')
      .set({ leaseId: lease.id, leaseExpiresAt: lease.expiresAt })
      .where('renewals', '=', seenRenewals)
      .where('leaseExpiresAt', '<=', lease.now),
    key,
  )
    .returning('subject')
    .executeTakeFirst();
  return row !== undefined;
}

/** Stores the result of a renewal and ends the lease. Returns `false` if the lease was lost. */
export async function endLease(
  db: Db,
  key: IdentityKey,
  leaseId: string,
  outcome: RenewalOutcome,
): Promise<boolean> {
  const row = await whichIs(
    db
      .updateTable('oauthIdentities')
      .set((row) => ({
        ...outcome,
        renewals: row('oauthIdentities.renewals', '+', 1),
        leaseId: '',
        leaseExpiresAt: 0,
      }))
      .where('leaseId', '=', leaseId),
    key,
  )
    .returning('subject')
    .executeTakeFirst();
  return row !== undefined;
}

/** Kysely's builders share no type for `where`. */
function whichIs<Q extends { where(column: never, operator: '=', value: never): Q }>(
  query: Q,
  key: IdentityKey,
): Q {
  return (['projectId', 'providerId', 'issuer', 'subject'] as const).reduce(
    (query, column) => query.where(column as never, '=', key[column] as never),
    query,
  );
}
