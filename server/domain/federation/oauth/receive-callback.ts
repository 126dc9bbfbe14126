import type { ProjectContext, ServiceContext, TimedProjectData } from '../../../core/context.ts';
import { hashSecret } from '../../../core/crypto.ts';
import type { OidcError } from '../../../protocols/oidc/error.ts';
import { sealedColumn } from '../../../storage/sealed-columns.ts';
import { exchangeCode, orRefuse, type ProviderCallback } from '../relying-party/ask-provider.ts';
import { cannotFinish, SignInRefusal } from '../relying-party/refusal.ts';
import { fetchProfile } from './fetch-profile.ts';
import { findProvider } from './load-provider.ts';
import { type OAuthProvider, titleOf } from './provider.ts';
import { relyingPartyOf } from './relying-party.ts';
import { hashState, type RequestDetails } from './request.ts';
import { signInByOAuth } from './sign-in.ts';
import { deleteExpired, keepAnswer, type RequestRow, takeRequest } from './store-requests.ts';

export interface CallbackAnswer extends ProviderCallback {
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
  const sealed = ctx.sealer.seal(JSON.stringify(answer), answerPurpose(ctx.project.id, stateHash));
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
  const kept = ctx.sealer.unseal(request.sealedAnswer, answerPurpose(ctx.project.id, request.stateHash));
  return complete(ctx, request, JSON.parse(kept) as CallbackAnswer);
}

async function take(
  ctx: TimedProjectData,
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
  if (!provider?.enabled) throw new SignInRefusal('provider', 'The provider is disabled.', redirectUrl);
  const signIn = await orRefuse(askProvider(ctx, provider, answer, details.keyId), (failure) => {
    const { kind, reason } = failure;
    ctx.log.info({ provider: provider.id, kind, reason }, 'the sign-in at a provider failed');
    return new SignInRefusal(kind, reasonOf(failure, titleOf(provider), answer), redirectUrl);
  });
  return signInByOAuth(ctx, { provider, details, ...signIn });
}

async function askProvider(
  ctx: ProjectContext,
  provider: OAuthProvider,
  answer: CallbackAnswer,
  keyId: string | undefined,
) {
  const rp = await relyingPartyOf(ctx, provider);
  const redeemed = await exchangeCode(ctx, rp, answer, { keyId, lacks: provider.definition.lacks });
  const { problem, ...read } = await fetchProfile(rp, provider, redeemed, answer.user);
  if (problem)
    ctx.log.info({ provider: provider.id, reason: problem }, 'the userinfo of a provider could not be read');
  const { issuer, tokens } = redeemed;
  return { ...read, issuer, tokens, isComplete: problem === undefined };
}

function reasonOf({ kind, reason }: OidcError, title: string, { error }: CallbackAnswer): string {
  if (kind === 'denied' && error === 'access_denied') return `The sign-in at ${title} was canceled.`;
  if (kind === 'unreachable') return `${title} is not responding. Please try again.`;
  return `The response from ${title} cannot be accepted: ${reason}.`;
}

function noRequest(): SignInRefusal {
  return new SignInRefusal('state', cannotFinish);
}

function answerPurpose(projectId: string, stateHash: string): string {
  return `oauthAnswer/${projectId}/${stateHash}`;
}

export const sealedAnswers = sealedColumn({
  table: 'oauthRequests',
  key: ['projectId', 'stateHash'],
  column: 'sealedAnswer',
  purposeOf: ({ projectId, stateHash }) => answerPurpose(projectId, stateHash),
  expires: true,
});

/** Deletes expired requests. */
export function deleteExpiredOAuthRequests(ctx: ServiceContext): Promise<void> {
  return deleteExpired(ctx.db, ctx.now());
}
