import type { ProjectContext } from '../../../core/context.ts';
import { hashSecret } from '../../../core/crypto.ts';
import { findUser } from '../../directory/users/load-user.ts';
import { authorizationRequest, orRefuse } from '../relying-party/ask-provider.ts';
import { cannotStart, SignInRefusal } from '../relying-party/refusal.ts';
import { findProvider } from './load-provider.ts';
import { type OAuthProvider, titleOf } from './provider.ts';
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
  if (!row) throw new SignInRefusal('state', cannotStart);
  const details = JSON.parse(row.details) as RequestDetails;
  const provider = await findProvider(ctx, row.providerId);
  if (!provider?.enabled) {
    throw new SignInRefusal('provider', 'The provider is disabled.', details.redirectUrl);
  }
  if (details.linking && !isConfirmed) {
    const user = await findUser(ctx, details.linking.userId);
    return { confirm: { provider: titleOf(provider), account: user?.loginIds[0] ?? '' } };
  }
  const url = await orRefuse(
    requestUrl(ctx, provider, details, state),
    ({ kind, reason }) =>
      new SignInRefusal(kind, `The provider cannot be used: ${reason}.`, details.redirectUrl),
  );
  return { url };
}

async function requestUrl(
  ctx: ProjectContext,
  provider: OAuthProvider,
  details: RequestDetails,
  state: string,
): Promise<string> {
  const rp = await relyingPartyOf(ctx, provider);
  return authorizationRequest(
    ctx,
    rp,
    { state, keyId: details.keyId },
    parametersOf(provider, details),
    provider.definition.lacks,
  );
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
    ...(scopes.length > 0 && { scope: [...new Set(scopes)].join(' ') }),
    ...(isOffline && offlineParameters),
    ...(prompt && { prompt }),
    ...(definition.answersByForm && { response_mode: 'form_post' }),
    ...(details.loginHint && { login_hint: details.loginHint }),
  };
}
