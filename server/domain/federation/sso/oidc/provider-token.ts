import type { ProjectContext } from '../../../../core/context.ts';
import { newSecret } from '../../../../core/crypto.ts';
import { ServiceError } from '../../../../core/errors.ts';
import { OidcError } from '../../../../protocols/oidc/error.ts';
import { refreshTokens } from '../../../../protocols/oidc/refresh-tokens.ts';
import type { ProviderTokens } from '../../../../protocols/oidc/tokens.ts';
import { transaction } from '../../../../storage/transaction.ts';
import type { User } from '../../../directory/users/user.ts';
import { recordAudit } from '../../../project/audit/record.ts';
import { awaitRenewal, isGood } from '../../oauth/tokens/await-renewal.ts';
import type { Connection } from '../connection.ts';
import { clientOf, keepsTokens, openTokens, sealTokens } from './keep-tokens.ts';
import { oidcRelyingParty } from './request.ts';
import {
  endLease,
  findTokens,
  listOidcConnections,
  listTokensOfUser,
  type TokenRow,
  takeLease,
} from './store-tokens.ts';

interface SsoProviderToken {
  providerUserId: string;
  accessToken: string;
  refreshToken: string;
  scopes: string[];
  /** The expiry. 0 if the provider does not state one. */
  expiresAt: number;
}

/** Exceeds the time that a renewal request may take. If the process dies meanwhile, the lease expires. */
const leaseMs = 30_000;

/**
 * Returns a user's token at the OpenID provider of one of their tenants, renewed if it has expired, or `undefined` if no tenant
 * of the user has a connection whose provider has this name. Of several, uses the first whose tokens are stored.
 */
export async function findSsoProviderToken(
  ctx: ProjectContext,
  user: User,
  { provider, forceRefresh }: { provider: string; forceRefresh?: boolean },
): Promise<SsoProviderToken | undefined> {
  const tenantIds = user.tenants.map(({ tenantId }) => tenantId);
  if (tenantIds.length === 0) return undefined;
  const all = await listOidcConnections(ctx.db, ctx.project.id, tenantIds);
  const named = all.filter((connection) => isCalled(connection, provider));
  if (named.length === 0) return undefined;
  const keeping = named.filter(keepsTokens);
  if (keeping.length === 0) {
    throw new ServiceError(
      'E113403',
      'The tokens of the SSO connection are not stored. Set manageProviderTokens, and let the users sign in again',
    );
  }
  for (const connection of keeping) {
    const seen = await findUsable(ctx, connection, user.id);
    if (seen) return tokenOf(ctx, connection, user.id, seen, forceRefresh);
  }
  throw new ServiceError(
    'E113404',
    'The user has not signed in through the SSO connection since its tokens are stored',
  );
}

/** Compares with the provider name that the administrator gave, or else with the connection's ID. */
function isCalled({ id, settings }: Connection, provider: string): boolean {
  return (settings.oidc.name || id).toLowerCase() === provider.toLowerCase();
}

async function findUsable(
  ctx: ProjectContext,
  connection: Connection,
  userId: string,
): Promise<TokenRow | undefined> {
  const { tenantId, id: connectionId } = connection;
  const rows = await listTokensOfUser(ctx.db, ctx.project.id, { tenantId, connectionId, userId });
  return rows.find(({ client }) => client === clientOf(connection));
}

async function tokenOf(
  ctx: ProjectContext,
  connection: Connection,
  userId: string,
  seen: TokenRow,
  forceRefresh = false,
): Promise<SsoProviderToken> {
  if (isGood(seen, ctx.now()) && !forceRefresh) return toToken(ctx, seen);
  const renewed = await awaitRenewal(seen, {
    hasRefreshToken: openTokens(ctx, seen).refreshToken !== '',
    renew: (seen) => renew(ctx, connection, userId, seen),
    load: async () => {
      const row = await findTokens(ctx.db, seen);
      if (row) return row;
      throw new ServiceError('E113404', 'The user’s tokens have just been deleted');
    },
  });
  return toToken(ctx, renewed);
}

function toToken(ctx: ProjectContext, row: TokenRow): SsoProviderToken {
  const { providerUserId, tokenExpiresAt: expiresAt } = row;
  return { ...openTokens(ctx, row), providerUserId, expiresAt };
}

type Outcome = { tokens: ProviderTokens } | { failure: 'refused' | 'unreachable' };

/**
 * Stores the provider's answer before using it: a rotated refresh token exists nowhere else (RFC 9700
 * §4.14.2).
 */
async function renew(
  ctx: ProjectContext,
  connection: Connection,
  userId: string,
  seen: TokenRow,
): Promise<void> {
  const now = ctx.now();
  const lease = { id: newSecret(), now, expiresAt: now + leaseMs };
  if (!(await takeLease(ctx.db, seen, lease))) return;
  const before = openTokens(ctx, seen);
  const outcome = await ask(ctx, connection, before.refreshToken);
  const row =
    'failure' in outcome
      ? { renewalFailure: outcome.failure }
      : {
          // Without a new one, the refresh token and the scopes stay (RFC 6749 §6).
          ...sealTokens(ctx, seen, connection, {
            ...outcome.tokens,
            refreshToken: outcome.tokens.refreshToken || before.refreshToken,
            scopes: outcome.tokens.scopes ?? before.scopes,
          }),
          renewalFailure: '' as const,
        };
  await transaction(ctx, async (ctx) => {
    if (!(await endLease(ctx.db, seen, lease.id, row))) return;
    const { tenantId, id: ssoId } = connection;
    await recordAudit(ctx, {
      action: 'failure' in outcome ? 'OAuthTokenRefused' : 'OAuthTokenRenewed',
      userId,
      tenantId,
      method: 'oidc',
      data: { ssoId, ...('failure' in outcome && { kind: outcome.failure }) },
    });
  });
}

async function ask(ctx: ProjectContext, connection: Connection, refreshToken: string): Promise<Outcome> {
  try {
    return { tokens: await refreshTokens(await oidcRelyingParty(ctx, connection), refreshToken) };
  } catch (error) {
    const isKnown = error instanceof OidcError;
    // Leaves out the error itself, because it may contain tokens.
    const why = isKnown ? { kind: error.kind, reason: error.reason } : { reason: 'an unexpected error' };
    const { tenantId, id: ssoId } = connection;
    ctx.log.warn({ tenantId, ssoId, ...why }, 'an identity provider did not renew a token');
    return { failure: isKnown && error.kind === 'refused' ? 'refused' : 'unreachable' };
  }
}
