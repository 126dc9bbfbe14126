import type { Insertable } from 'kysely';
import { inList } from '../../../../storage/json.ts';
import type { Db, Row, Tables } from '../../../../storage/tables.ts';
import type { Lease, RenewalOutcome } from '../../relying-party/current-token.ts';
import { type Connection, toConnection } from '../connection.ts';

export type TokenRow = Row<'ssoTokens'>;
export type TokenKey = Pick<TokenRow, 'projectId' | 'tenantId' | 'connectionId' | 'subject'>;

/** Lists the OpenID connections of these tenants, oldest first. */
export async function listOidcConnections(
  db: Db,
  projectId: string,
  tenantIds: string[],
): Promise<Connection[]> {
  const rows = await db
    .selectFrom('ssoConnections')
    .selectAll()
    .where('projectId', '=', projectId)
    .where((connection) => inList(db, connection.ref('tenantId'), tenantIds))
    .where('protocol', '=', 'oidc')
    .orderBy('createdAt')
    .orderBy('tenantId')
    .orderBy('id')
    .execute();
  return rows.map(toConnection);
}

/** Returns the tokens of all the user's identities at this connection. */
export function listTokensOfUser(
  db: Db,
  projectId: string,
  { tenantId, connectionId, userId }: { tenantId: string; connectionId: string; userId: string },
): Promise<TokenRow[]> {
  return db
    .selectFrom('ssoIdentities')
    .innerJoin('ssoTokens', (join) =>
      join
        .onRef('ssoTokens.projectId', '=', 'ssoIdentities.projectId')
        .onRef('ssoTokens.tenantId', '=', 'ssoIdentities.tenantId')
        .onRef('ssoTokens.connectionId', '=', 'ssoIdentities.connectionId')
        .onRef('ssoTokens.subject', '=', 'ssoIdentities.subject'),
    )
    .selectAll('ssoTokens')
    .where('ssoIdentities.projectId', '=', projectId)
    .where('ssoIdentities.userId', '=', userId)
    .where('ssoIdentities.tenantId', '=', tenantId)
    .where('ssoIdentities.connectionId', '=', connectionId)
    .execute();
}

export function findTokens(db: Db, key: TokenKey): Promise<TokenRow | undefined> {
  return db
    .selectFrom('ssoTokens')
    .selectAll()
    .where('projectId', '=', key.projectId)
    .where('tenantId', '=', key.tenantId)
    .where('connectionId', '=', key.connectionId)
    .where('subject', '=', key.subject)
    .executeTakeFirst();
}

/** Stores the tokens of a sign-in. A renewal of the previous tokens that is under way then writes nothing. */
export async function putTokens(
  db: Db,
  row: Omit<Insertable<Tables['ssoTokens']>, 'renewals' | 'renewalFailure' | 'leaseId' | 'leaseExpiresAt'>,
): Promise<void> {
  const { client, providerUserId, sealedTokens, tokenExpiresAt } = row;
  const fresh = { renewalFailure: '' as const, leaseId: '', leaseExpiresAt: 0 };
  await db
    .insertInto('ssoTokens')
    .values({ ...row, ...fresh, renewals: 0 })
    .onConflict((conflict) =>
      conflict.columns(['projectId', 'tenantId', 'connectionId', 'subject']).doUpdateSet((before) => ({
        client,
        providerUserId,
        sealedTokens,
        tokenExpiresAt,
        ...fresh,
        renewals: before('ssoTokens.renewals', '+', 1),
      })),
    )
    .execute();
}

export async function deleteTokens(
  db: Db,
  projectId: string,
  tenantId: string,
  connectionId: string,
): Promise<void> {
  await db
    .deleteFrom('ssoTokens')
    .where('projectId', '=', projectId)
    .where('tenantId', '=', tenantId)
    .where('connectionId', '=', connectionId)
    .execute();
}

/** Takes the lease to renew these tokens. Returns `false` when another caller holds it or has renewed them. */
export async function takeLease(db: Db, seen: TokenRow, lease: Lease): Promise<boolean> {
  const row = await db
    .updateTable('ssoTokens')
    .set({ leaseId: lease.id, leaseExpiresAt: lease.expiresAt })
    .where('projectId', '=', seen.projectId)
    .where('tenantId', '=', seen.tenantId)
    .where('connectionId', '=', seen.connectionId)
    .where('subject', '=', seen.subject)
    .where('renewals', '=', seen.renewals)
    .where('leaseExpiresAt', '<=', lease.now)
    .returning('subject')
    .executeTakeFirst();
  return row !== undefined;
}

/** Stores the renewal's result and ends the lease. Returns `false` when the lease was already lost. */
export async function endLease(
  db: Db,
  key: TokenKey,
  leaseId: string,
  outcome: RenewalOutcome,
): Promise<boolean> {
  const row = await db
    .updateTable('ssoTokens')
    .set((before) => ({
      ...outcome,
      renewals: before('ssoTokens.renewals', '+', 1),
      leaseId: '',
      leaseExpiresAt: 0,
    }))
    .where('projectId', '=', key.projectId)
    .where('tenantId', '=', key.tenantId)
    .where('connectionId', '=', key.connectionId)
    .where('subject', '=', key.subject)
    .where('leaseId', '=', leaseId)
    .returning('subject')
    .executeTakeFirst();
  return row !== undefined;
}
