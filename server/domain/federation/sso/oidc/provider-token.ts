import type { ProjectContext, ProjectData } from '../../../../core/context.ts';
import { ServiceError } from '../../../../core/errors.ts';
import type { User } from '../../../directory/users/user.ts';
import { currentToken, type ProviderToken, type TokenSource } from '../../relying-party/current-token.ts';
import type { Connection } from '../connection.ts';
import { clientOf, keepsTokens, tokensPurpose } from './keep-tokens.ts';
import { oidcRelyingParty } from './request.ts';
import {
  endLease,
  findTokens,
  listOidcConnections,
  listTokensOfUser,
  type TokenRow,
  takeLease,
} from './store-tokens.ts';

/**
 * Returns a user's token at the OpenID provider of one of their tenants, renewed if it has expired, or `undefined` if no tenant
 * of the user has a connection whose provider has this name. Of several, uses the first whose tokens are stored.
 */
export async function findSsoProviderToken(
  ctx: ProjectContext,
  user: User,
  { provider, forceRefresh }: { provider: string; forceRefresh?: boolean },
): Promise<ProviderToken | undefined> {
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
    if (seen) return currentToken(ctx, sourceOf(ctx, connection, user.id, seen), seen, forceRefresh);
  }
  throw new ServiceError(
    'E113404',
    'The user has not signed in through the SSO connection since storing its tokens was turned on',
  );
}

/** Compares with the provider name that the administrator gave, or else with the connection's ID. */
function isCalled({ id, settings }: Connection, provider: string): boolean {
  return (settings.oidc.name || id).toLowerCase() === provider.toLowerCase();
}

async function findUsable(
  ctx: ProjectData,
  connection: Connection,
  userId: string,
): Promise<TokenRow | undefined> {
  const { tenantId, id: connectionId } = connection;
  const rows = await listTokensOfUser(ctx.db, ctx.project.id, { tenantId, connectionId, userId });
  return rows.find(({ client }) => client === clientOf(connection));
}

function sourceOf(
  ctx: ProjectContext,
  connection: Connection,
  userId: string,
  key: TokenRow,
): TokenSource<TokenRow> {
  const { tenantId, id: ssoId, settings } = connection;
  return {
    async load() {
      const row = await findTokens(ctx.db, key);
      if (row) return row;
      throw new ServiceError('E113404', 'The user’s tokens have just been deleted');
    },
    takeLease: (seen, lease) => takeLease(ctx.db, seen, lease),
    endLease: (ctx, seen, leaseId, outcome) => endLease(ctx.db, seen, leaseId, outcome),
    purposeOf: tokensPurpose,
    providerUserIdOf: ({ providerUserId }) => providerUserId,
    requestedScopes: settings.oidc.scopes,
    relyingParty: () => oidcRelyingParty(ctx, connection),
    event: { userId, tenantId, method: 'oidc', data: { ssoId } },
  };
}
