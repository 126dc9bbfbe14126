import type { ProjectContext } from '../../../../core/context.ts';
import type { ProviderTokens } from '../../../../protocols/oidc/tokens.ts';
import type { Connection } from '../connection.ts';
import { findTokens, type KeptTokens, putTokens, type TokenKey, type TokenRow } from './store-tokens.ts';

/** The sealed part of a user's tokens. */
interface OpenTokens {
  accessToken: string;
  refreshToken: string;
  scopes: string[];
}

/** The tokens of one sign-in, and the provider's ID of their user. */
export interface BroughtTokens {
  tokens: ProviderTokens;
  providerUserId: string;
}

export function keepsTokens({ settings }: Pick<Connection, 'settings'>): boolean {
  return settings.extra['manageProviderTokens'] === true;
}

/** Returns the client that the tokens were issued to. They must not be sent to another provider. */
export function clientOf({ settings }: Pick<Connection, 'settings'>): string {
  const { issuer, clientId, tokenUrl } = settings.oidc;
  return JSON.stringify([issuer, clientId, tokenUrl]);
}

/** Stores the tokens of a sign-in if the connection stores tokens. Part of its transaction, once the identity exists. */
export async function keepTokens(
  ctx: ProjectContext,
  connection: Connection,
  key: TokenKey,
  brought: BroughtTokens | undefined,
): Promise<void> {
  if (!brought || !keepsTokens(connection)) return;
  const { tokens, providerUserId } = brought;
  const owner = { ...key, providerUserId };
  const client = clientOf(connection);
  // Many providers issue a refresh token with the first consent only, and it stays valid.
  const before = tokens.refreshToken ? undefined : await findTokens(ctx.db, key);
  const isUsable = before?.client === client && before.renewalFailure !== 'refused';
  const refreshToken = tokens.refreshToken || (isUsable ? openTokens(ctx, before).refreshToken : '');
  await putTokens(ctx.db, {
    ...owner,
    client,
    ...sealTokens(ctx, owner, connection, { ...tokens, refreshToken }),
  });
}

type Owner = Pick<TokenRow, 'projectId' | 'tenantId' | 'connectionId' | 'providerUserId'>;

export function sealTokens(
  ctx: ProjectContext,
  owner: Owner,
  { settings }: Connection,
  tokens: ProviderTokens,
): KeptTokens {
  const { accessToken, refreshToken, expiresInSeconds, scopes = settings.oidc.scopes } = tokens;
  const open: OpenTokens = { accessToken, refreshToken, scopes };
  return {
    sealedTokens: ctx.sealer.seal(JSON.stringify(open), purpose(owner)),
    tokenExpiresAt: expiresInSeconds === undefined ? 0 : Math.floor(ctx.now() + expiresInSeconds * 1000),
  };
}

export function openTokens(ctx: ProjectContext, row: Owner & Pick<TokenRow, 'sealedTokens'>): OpenTokens {
  return JSON.parse(ctx.sealer.unseal(row.sealedTokens, purpose(row))) as OpenTokens;
}

/** Returns the purpose that binds the tokens to their record. Omits the stored subject, which changes when a provider moves. */
function purpose({ projectId, tenantId, connectionId, providerUserId }: Owner): string {
  return `ssoTokens/${JSON.stringify([projectId, tenantId, connectionId, providerUserId])}`;
}
