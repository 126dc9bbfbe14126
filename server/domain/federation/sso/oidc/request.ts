import type { ProjectContext } from '../../../../core/context.ts';
import type { RelyingParty } from '../../../../protocols/oidc/relying-party.ts';
import { authorizationRequest, orRefuse, relyingParty } from '../../relying-party/ask-provider.ts';
import { multiFactorAcr } from '../asserted-factors.ts';
import type { Connection } from '../connection.ts';
import { SsoRefusal } from '../refusal.ts';
import type { SsoRequest, SsoRequestState } from '../request.ts';
import { metadataOf } from './provider.ts';
import { clientSecretPurpose, oidcCallbackUrl, promptValues } from './settings.ts';

/** The time after which the provider's keys are fetched again. openid-client does so earlier for an unknown key. */
const keysLifetimeSeconds = 600;

/** Returns the address at the OpenID provider that the browser goes to (Core §3.1.2.1). */
export async function oidcRequestUrl(
  ctx: ProjectContext,
  connection: Connection,
  { state }: SsoRequest,
  requestId: string,
): Promise<string> {
  const rp = await oidcRelyingParty(ctx, connection);
  return orRefuse(
    authorizationRequest(ctx, rp, { state: requestId, keyId: state.keyId }, parametersOf(connection, state)),
    ({ kind, reason }) => new SsoRefusal(kind, `The identity provider cannot be used: ${reason}.`),
  );
}

/** Returns us as the client of this connection. */
export async function oidcRelyingParty(ctx: ProjectContext, connection: Connection): Promise<RelyingParty> {
  const { tenantId, id, sealedClientSecret, settings } = connection;
  const { oidc } = settings;
  const cacheKey = `sso-oidc/${ctx.project.id}/${tenantId}/${id}/${oidc.jwksUrl}`;
  const purpose = clientSecretPurpose(ctx.project.id, tenantId, id);
  return relyingParty(ctx, {
    metadata: metadataOf(oidc),
    clientId: oidc.clientId,
    clientSecret: sealedClientSecret && ctx.sealer.unseal(sealedClientSecret, purpose),
    authentication: oidc.authentication,
    redirectUri: oidcCallbackUrl(ctx, connection),
    keys: await ctx.cache.get<RelyingParty['keys']>(cacheKey, keysLifetimeSeconds, async () => ({})),
  });
}

function parametersOf({ settings }: Connection, state: SsoRequestState): Record<string, string> {
  const { oidc } = settings;
  const asked = state.prompt.filter((value) => promptValues.some((known) => known === value));
  const wanted = state.forceAuthn ? [...asked, 'login'] : asked.length > 0 ? asked : oidc.prompt;
  // `none` must stand alone (Core §3.1.2.1).
  const prompt =
    wanted.includes('none') && !state.forceAuthn ? ['none'] : wanted.filter((one) => one !== 'none');
  return {
    scope: oidc.scopes.join(' '),
    ...(prompt.length > 0 && { prompt: [...new Set(prompt)].join(' ') }),
    // Makes the provider state when the user signed in.
    ...(state.forceAuthn && { max_age: '0' }),
    ...(state.wantsFactors && { acr_values: multiFactorAcr.join(' ') }),
    ...(state.loginHint && { login_hint: state.loginHint }),
  };
}
