import type { ProjectContext, ServiceContext } from '../../../core/context.ts';
import { hashSecret } from '../../../core/crypto.ts';
import { OidcError } from '../../../protocols/oidc/error.ts';
import { redeemCode } from '../../../protocols/oidc/redeem-code.ts';
import { requestSecrets } from '../../../protocols/oidc/request-secrets.ts';
import { fetchProfile } from './fetch-profile.ts';
import { findProvider } from './load-provider.ts';
import { titleOf } from './provider.ts';
import { OAuthRefusal } from './refusal.ts';
import { relyingPartyOf } from './relying-party.ts';
import { hashState, type RequestDetails } from './request.ts';
import { signInByOAuth } from './sign-in.ts';
import { deleteExpired, keepAnswer, type RequestRow, takeRequest } from './store-requests.ts';

/** The parameters that the browser brings from the provider, each at most once. */
export interface CallbackAnswer {
  state: string;
  code?: string;
  iss?: string;
  error?: string;
  /** Apple: the user's name as JSON, at the first sign-in only. */
  user?: string;
}

/**
 * Ends the sign-in of this browser. Takes the request before querying the provider, so that only one of many answers with
 * the same `state` is read. Returns the application's address with a code.
 */
export async function receiveCallback(
  ctx: ProjectContext,
  answer: CallbackAnswer,
  browserSecret: string | undefined,
): Promise<string> {
  const request = await take(ctx, answer.state, browserSecret);
  return complete(ctx, request, answer);
}

/** Keeps an answer that was posted as a form, without the cookie, until the browser presents it on our own page. */
export async function keepFormAnswer(ctx: ProjectContext, answer: CallbackAnswer): Promise<void> {
  const stateHash = hashState(answer.state);
  const sealed = ctx.sealer.seal(JSON.stringify(answer), answerPurpose(ctx, stateHash));
  if (!(await keepAnswer(ctx.db, { projectId: ctx.project.id, stateHash }, sealed, ctx.now())))
    throw noRequest();
}

export async function finishFormAnswer(
  ctx: ProjectContext,
  state: string,
  browserSecret: string | undefined,
): Promise<string> {
  const request = await take(ctx, state, browserSecret);
  if (!request.sealedAnswer) throw noRequest();
  const kept = ctx.sealer.unseal(request.sealedAnswer, answerPurpose(ctx, request.stateHash));
  return complete(ctx, request, JSON.parse(kept) as CallbackAnswer);
}

async function take(
  ctx: ProjectContext,
  state: string,
  browserSecret: string | undefined,
): Promise<RequestRow> {
  const stateHash = hashState(state);
  const browserHash = browserSecret && hashSecret(browserSecret);
  const request =
    browserHash &&
    (await takeRequest(ctx.db, { projectId: ctx.project.id, stateHash, browserHash }, ctx.now()));
  if (!request) throw noRequest();
  return request;
}

async function complete(ctx: ProjectContext, request: RequestRow, answer: CallbackAnswer): Promise<string> {
  const details = JSON.parse(request.details) as RequestDetails;
  const { redirectUrl } = details;
  const provider = await findProvider(ctx, request.providerId);
  if (!provider?.enabled) throw new OAuthRefusal('provider', 'The provider is disabled.', redirectUrl);
  try {
    const rp = await relyingPartyOf(ctx, provider);
    const secrets = requestSecrets(ctx.sealer, answer.state, provider.definition.lacks);
    const redeemed = await redeemCode(rp, secrets, parametersIn(answer));
    const { profile, claims } = await fetchProfile(rp, provider, redeemed, answer.user);
    const { issuer, tokens } = redeemed;
    return await signInByOAuth(ctx, { provider, details, profile, claims, issuer, tokens });
  } catch (error) {
    if (!(error instanceof OidcError)) throw error;
    // Does not log the error itself, because its cause may hold tokens.
    const { kind, reason } = error;
    ctx.log.info({ provider: provider.id, kind, reason }, 'the sign-in at a provider failed');
    throw new OAuthRefusal(kind, reasonOf(error, titleOf(provider), answer), redirectUrl);
  }
}

function parametersIn({ state, code, iss, error }: CallbackAnswer): Record<string, string> {
  return { state, ...(code && { code }), ...(iss && { iss }), ...(error && { error }) };
}

function reasonOf({ kind, reason }: OidcError, title: string, { error }: CallbackAnswer): string {
  if (kind === 'denied' && error === 'access_denied') return `The sign-in at ${title} was cancelled.`;
  if (kind === 'unreachable') return `${title} is not responding. Please try again.`;
  return `The answer of ${title} cannot be accepted: ${reason}.`;
}

function noRequest(): OAuthRefusal {
  return new OAuthRefusal(
    'state',
    'This sign-in was started in another browser, has expired, or is already complete. Please start again.',
  );
}

function answerPurpose(ctx: ProjectContext, stateHash: string): string {
  return `oauthAnswer/${ctx.project.id}/${stateHash}`;
}

/** Deletes expired requests. */
export function deleteExpiredOAuthRequests(ctx: ServiceContext): Promise<void> {
  return deleteExpired(ctx.db, ctx.now());
}
