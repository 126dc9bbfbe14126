import type { ProjectContext } from '../../../core/context.ts';
import { authorizationUrl } from '../../../protocols/oidc/authorization-url.ts';
import type { Claims } from '../../../protocols/oidc/claims.ts';
import { OidcError } from '../../../protocols/oidc/error.ts';
import { guardedFetch } from '../../../protocols/oidc/guarded-fetch.ts';
import { type RedeemedCode, redeemCode } from '../../../protocols/oidc/redeem-code.ts';
import type { RelyingParty } from '../../../protocols/oidc/relying-party.ts';
import { requestSecrets } from '../../../protocols/oidc/request-secrets.ts';
import { fetchUserInfo } from '../../../protocols/oidc/user-info.ts';
import type { SignInRefusal } from './refusal.ts';

/** The time for all requests to the provider in one step of a sign-in, or in one renewal. */
const budgetMs = 10_000;

/** Completes our configuration as a client, for one step: the time for its requests begins now. */
export function relyingParty(
  ctx: Pick<ProjectContext, 'fetch' | 'now'>,
  client: Omit<RelyingParty, 'fetch' | 'now'>,
): RelyingParty {
  return { ...client, fetch: guardedFetch(ctx.fetch, budgetMs), now: ctx.now() };
}

/** The features that a provider does not know. */
type Lacks = readonly ('nonce' | 'pkce')[];

/** Returns the address at the provider that the browser goes to (OpenID Connect Core §3.1.2.1). */
export function authorizationRequest(
  ctx: Pick<ProjectContext, 'sealer'>,
  rp: RelyingParty,
  request: { state: string; keyId: string | undefined },
  parameters: Record<string, string>,
  lacks?: Lacks,
): Promise<string> {
  return authorizationUrl(rp, requestSecrets(ctx.sealer, request, lacks), {
    response_type: 'code',
    ...parameters,
  });
}

/** The parameters that the browser brings from the provider, each at most once. */
export interface ProviderCallback {
  state: string;
  code?: string;
  iss?: string;
  error?: string;
}

/** Exchanges the code of an answer, and verifies the ID token. The request must have been taken before. */
export function exchangeCode(
  ctx: Pick<ProjectContext, 'sealer'>,
  rp: RelyingParty,
  { state, code, iss, error }: ProviderCallback,
  { keyId, lacks }: { keyId?: string | undefined; lacks?: Lacks | undefined },
): Promise<RedeemedCode> {
  const answer = { state, ...(code && { code }), ...(iss && { iss }), ...(error && { error }) };
  return redeemCode(rp, requestSecrets(ctx.sealer, { state, keyId }, lacks), answer);
}

/** The completeness of an ID token: it has everything that we need, at least who the user is, or less. */
export type Completeness = 'full' | 'sufficient' | 'insufficient';

/**
 * Fetches what the ID token leaves out. A sufficient one does without a userinfo that cannot be had, and `problem` says why. Refuses a
 * userinfo about another `sub`.
 */
export async function userInfoBeside(
  rp: RelyingParty,
  claims: Claims,
  accessToken: string,
  completeness: Completeness,
): Promise<{ userInfo: Claims; problem?: string }> {
  if (completeness === 'full' || !rp.metadata.userinfo_endpoint) return { userInfo: {} };
  try {
    return { userInfo: await fetchUserInfo(rp, accessToken, String(claims['sub'])) };
  } catch (error) {
    if (!(error instanceof OidcError) || error.kind === 'userinfo') throw error;
    if (completeness === 'sufficient') return { userInfo: {}, problem: error.reason };
    const kind = error.kind === 'refused' ? 'response' : error.kind;
    throw new OidcError(kind, `the ID token has no address, and at the userinfo endpoint ${error.reason}`, {
      cause: error,
    });
  }
}

/** Turns a provider's failure into a refusal. Never log the failure itself, because its cause may hold tokens. */
export async function orRefuse<T>(
  step: Promise<T>,
  refusalOf: (failure: OidcError) => SignInRefusal | Promise<SignInRefusal>,
): Promise<T> {
  try {
    return await step;
  } catch (error) {
    throw error instanceof OidcError ? await refusalOf(error) : error;
  }
}
