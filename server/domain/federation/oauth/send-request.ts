import type { ProjectContext } from '../../../core/context.ts';
import { hashSecret } from '../../../core/crypto.ts';
import { authorizationUrl } from '../../../protocols/oidc/authorization-url.ts';
import { OidcError } from '../../../protocols/oidc/error.ts';
import { requestSecrets } from '../../../protocols/oidc/request-secrets.ts';
import { findUser } from '../../directory/users/load-user.ts';
import { findProvider } from './load-provider.ts';
import { type OAuthProvider, titleOf } from './provider.ts';
import { OAuthRefusal } from './refusal.ts';
import { relyingPartyOf } from './relying-party.ts';
import { hashState, type RequestDetails } from './request.ts';
import { bindRequest } from './store-requests.ts';

/** The address that the browser goes to, or the question that its user must answer first. */
export type SentRequest = { url: string } | { confirm: { provider: string; account: string } };

/**
 * Ties the request to the browser that opened it. A provider is linked to an account only after our page has named the
 * account: an attacker who sends another person the address must not get that person's provider into their own account.
 */
export async function sendRequest(
  ctx: ProjectContext,
  input: { state: string; browserSecret: string; isConfirmed: boolean },
): Promise<SentRequest> {
  const { state, browserSecret, isConfirmed } = input;
  const key = {
    projectId: ctx.project.id,
    stateHash: hashState(state),
    browserHash: hashSecret(browserSecret),
  };
  const row = await bindRequest(ctx.db, key, ctx.now());
  if (!row) {
    throw new OAuthRefusal(
      'state',
      'This sign-in has expired or was opened in another browser. Please start again.',
    );
  }
  const details = JSON.parse(row.details) as RequestDetails;
  const provider = await findProvider(ctx, row.providerId);
  if (!provider?.enabled) {
    throw new OAuthRefusal('provider', 'The provider is disabled.', details.redirectUrl);
  }
  if (details.linking && !isConfirmed) {
    const user = await findUser(ctx, details.linking.userId);
    return { confirm: { provider: titleOf(provider), account: user?.loginIds[0] ?? '' } };
  }
  try {
    const rp = await relyingPartyOf(ctx, provider);
    const secrets = requestSecrets(ctx.sealer, state, provider.definition.lacks);
    return { url: await authorizationUrl(rp, secrets, parametersOf(provider, details)) };
  } catch (error) {
    if (!(error instanceof OidcError)) throw error;
    throw new OAuthRefusal(error.kind, `The provider cannot be used: ${error.reason}.`, details.redirectUrl);
  }
}

function parametersOf(
  { settings, definition }: OAuthProvider,
  details: RequestDetails,
): Record<string, string> {
  const { offlineScopes = [], offlineParameters = {} } = definition;
  const isOffline = settings.manageProviderTokens;
  const scopes = [
    ...(settings.scopes.length > 0 ? settings.scopes : definition.scopes),
    ...(isOffline ? offlineScopes : []),
  ];
  const prompt = details.prompt || settings.prompt;
  return {
    response_type: 'code',
    ...(scopes.length > 0 && { scope: [...new Set(scopes)].join(' ') }),
    ...(isOffline && offlineParameters),
    ...(prompt && { prompt }),
    ...(definition.answersByForm && { response_mode: 'form_post' }),
    ...(details.loginHint && { login_hint: details.loginHint }),
  };
}
