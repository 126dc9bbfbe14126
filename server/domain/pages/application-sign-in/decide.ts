import type { ProjectContext } from '../../../core/context.ts';
import { OAuthError } from '../../../protocols/oauth/oauth-error.ts';
import { isMemberOf, maySignInTo } from '../../applications/openid-provider/access.ts';
import { reaches, unmetAssurance } from '../../applications/openid-provider/assurance.ts';
import type { AuthorizationRequest } from '../../applications/openid-provider/authorization-request.ts';
import type { Client } from '../../applications/openid-provider/client.ts';
import { allowedScopes } from '../../applications/openid-provider/consent.ts';
import { subjectOfHint } from '../../applications/openid-provider/id-token-hint.ts';
import { issueCode } from '../../applications/openid-provider/issue-code.ts';
import { subjectOf } from '../../applications/openid-provider/subject.ts';
import type { StartedSession } from '../../sessions/sessions/start-session.ts';
import { isEnoughFor } from '../../sessions/sign-in-policy/apply-policy.ts';

export type Decision = { code: string } | 'signIn' | 'notAllowed' | 'consent';

/**
 * Decides what follows a request: a code, if the browser has a session that is good enough for it; otherwise the user must sign
 * in, or allow what the application asks for. `hasSignedIn`: the session is of a sign-in to which this very request sent this browser.
 * `hasConsented`: the user has just allowed what is asked for. Throws an OAuthError if the application does not want a page to be shown.
 */
export async function decide(
  ctx: ProjectContext,
  client: Client,
  request: AuthorizationRequest,
  {
    browser,
    hasSignedIn,
    hasConsented,
  }: { browser: StartedSession | undefined; hasSignedIn: boolean; hasConsented: boolean },
): Promise<Decision> {
  const isSilent = request.prompts.includes('none');
  if (!browser || !(await isGoodEnough(ctx, client, request, browser, hasSignedIn))) {
    if (isSilent) throw new OAuthError('login_required', 'The user must sign in');
    return 'signIn';
  }
  if (!reaches(request.assurance, browser.session.amr)) {
    if (!isSilent && !hasSignedIn) return 'signIn';
    // Otherwise it is a wish: the claim `acr` says what the user has proven.
    if (request.assurance.isEssential) throw unmetAssurance();
  }
  if (!isMemberOf(browser.user, request.tenantId) || !(await maySignInTo(ctx, browser.user, client.app))) {
    if (isSilent) throw new OAuthError('access_denied', 'The user does not have access to this application');
    return 'notAllowed';
  }
  const { thirdParty } = client;
  if (!thirdParty) return { code: await issueCode(ctx, client, request, browser) };
  const scopes =
    request.prompts.includes('consent') && !hasConsented
      ? undefined
      : await allowedScopes(ctx, thirdParty, request, browser.user);
  if (scopes) return { code: await issueCode(ctx, client, { ...request, scopes }, browser) };
  if (isSilent) throw new OAuthError('consent_required', 'The user must allow what the application requests');
  return 'consent';
}

async function isMeant(ctx: ProjectContext, client: Client, hint: string, userId: string): Promise<boolean> {
  return (await subjectOfHint(ctx, client, hint)) === (await subjectOf(ctx, client, userId));
}

/** OpenID Connect Core §3.1.2.1: `prompt`, `max_age`, `id_token_hint`. */
async function isGoodEnough(
  ctx: ProjectContext,
  client: Client,
  { prompts, maxAgeSeconds, idTokenHint }: AuthorizationRequest,
  { session, user }: StartedSession,
  hasSignedIn: boolean,
): Promise<boolean> {
  // An impersonator must not get into other applications in the name of the user.
  if (session.impersonatorId) return false;
  if (idTokenHint && !(await isMeant(ctx, client, idTokenHint, user.id))) return false;
  if (!(await isEnoughFor(ctx, client.app.id, { user, session }))) return false;
  if (hasSignedIn) return true;
  if (prompts.includes('login') || prompts.includes('select_account')) return false;
  // Also with prompt=none, or any request could switch the setting off.
  if (client.settings.forceAuthentication) return false;
  return maxAgeSeconds === undefined || session.createdAt + maxAgeSeconds * 1000 > ctx.now();
}
