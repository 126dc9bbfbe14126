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

/** The tokens of one sign-in, and whom the provider calls them. */
export interface BroughtTokens {
  tokens: ProviderTokens;
  providerUserId: string;
}

export function keepsTokens({ settings }: Pick<Connection, 'settings'>): boolean {
  return settings.extra['manageProviderTokens'] === true;
}

/** The origin of the tokens. They are useless at another provider and must not be sent to it. */
export function clientOf({ settings }: Pick<Connection, 'settings'>): string {
  const { issuer, clientId, tokenUrl } = settings.oidc;
  return JSON.stringify([issuer, clientId, tokenUrl]);
}

/** Keeps the tokens of a sign-in, if the connection wants it. Part of its transaction, when the identity is there. */
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
  // Many providers give a refresh token with the first consent only, and it stays good.
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

/** Binds the tokens to their record. The stored subject is no part of it: it changes when a provider moves. */
function purpose({ projectId, tenantId, connectionId, providerUserId }: Owner): string {
  return `ssoTokens/${JSON.stringify([projectId, tenantId, connectionId, providerUserId])}`;
}
