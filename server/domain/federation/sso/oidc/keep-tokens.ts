import type { ProjectContext } from '../../../../core/context.ts';
import type { ProviderTokens } from '../../../../protocols/oidc/tokens.ts';
import { sealedColumn } from '../../../../storage/sealed-columns.ts';
import { openTokens, sealTokens } from '../../relying-party/kept-tokens.ts';
import type { Connection } from '../connection.ts';
import { findTokens, putTokens, type TokenKey, type TokenRow } from './store-tokens.ts';

/** The tokens of one sign-in, and the provider's ID of their user. */
export interface BroughtTokens {
  tokens: ProviderTokens;
  providerUserId: string;
}

export function keepsTokens({ settings }: Pick<Connection, 'settings'>): boolean {
  return settings.extra.manageProviderTokens === true;
}

/** Returns the client that the tokens were issued to. They must not be sent to another provider. */
export function clientOf({ settings }: Pick<Connection, 'settings'>): string {
  const { issuer, clientId, tokenUrl } = settings.oidc;
  return JSON.stringify([issuer, clientId, tokenUrl]);
}

/** Stores the tokens of a sign-in if the connection stores tokens. Part of its transaction, once the identity exists. */
export async function keepTokens(
  ctx: Pick<ProjectContext, 'db' | 'now' | 'sealer'>,
  connection: Connection,
  key: TokenKey,
  brought: BroughtTokens | undefined,
): Promise<void> {
  if (!brought || !keepsTokens(connection)) return;
  const { tokens, providerUserId } = brought;
  const client = clientOf(connection);
  // Many providers issue a refresh token with the first consent only, and it stays valid.
  const before = tokens.refreshToken ? undefined : await findTokens(ctx.db, key);
  const isUsable = before?.client === client && before.renewalFailure !== 'refused';
  const refreshToken =
    tokens.refreshToken ||
    (isUsable ? openTokens(ctx, tokensPurpose(before), before.sealedTokens).refreshToken : '');
  const purpose = tokensPurpose({ ...key, providerUserId });
  await putTokens(ctx.db, {
    ...key,
    providerUserId,
    client,
    ...sealTokens(ctx, purpose, { ...tokens, refreshToken }, connection.settings.oidc.scopes),
  });
}

/**
 * Returns the purpose that binds the sealed tokens to their record. Omits the stored subject, which changes when a provider
 * moves.
 */
export function tokensPurpose({
  projectId,
  tenantId,
  connectionId,
  providerUserId,
}: Pick<TokenRow, 'projectId' | 'tenantId' | 'connectionId' | 'providerUserId'>): string {
  return `ssoTokens/${JSON.stringify([projectId, tenantId, connectionId, providerUserId])}`;
}

export const sealedSsoTokens = sealedColumn({
  table: 'ssoTokens',
  key: ['projectId', 'tenantId', 'connectionId', 'subject'],
  column: 'sealedTokens',
  purposeOf: tokensPurpose,
});
