import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { isAllowedRedirect } from '../../project/projects/redirect-urls.ts';
import { plainSignInOptions, type SignInOptions } from '../../sessions/sessions/sign-in-options.ts';
import { loadProvider } from './load-provider.ts';
import { hashState, type Intent, newState, type RequestDetails, requestLifetimeMs } from './request.ts';
import { insertRequest } from './store-requests.ts';

export interface OAuthStart {
  provider: string;
  redirectUrl: string;
  loginHint?: string;
  prompt?: string[];
  initiatedEmail?: string;
  terms?: SignInOptions;
}

/**
 * Begins a sign-in at a provider and returns the address to open in the user's browser. It is our own address, where the
 * browser gets a cookie before it goes on, so that only the browser that started can finish.
 */
export async function startOAuth(
  ctx: ProjectContext,
  intent: Intent,
  input: OAuthStart,
  linking?: RequestDetails['linking'],
): Promise<string> {
  const isAllowed = isAllowedRedirect(ctx, input.redirectUrl);
  return start(ctx, intent, input, { isAllowed, linking });
}

/** Begins a sign-in for our own page, which `redirectUrl` names and which checks the next address itself. */
export function startOAuthForOwnPage(
  ctx: ProjectContext,
  intent: Intent,
  input: OAuthStart,
): Promise<string> {
  return start(ctx, intent, input, { isAllowed: true });
}

async function start(
  ctx: ProjectContext,
  intent: Intent,
  input: OAuthStart,
  { isAllowed, linking }: { isAllowed: boolean; linking?: RequestDetails['linking'] | undefined },
): Promise<string> {
  const { redirectUrl } = input;
  const provider = await loadProvider(ctx, input.provider);
  if (!provider.enabled) throw new ServiceError('E066101', 'The provider is disabled. Enable it first');
  if (!provider.settings.clientId) throw new ServiceError('E113402');
  if (!isAllowed) {
    throw new ServiceError(
      'E066101',
      'redirectURL is not on the project’s list of redirect URLs. Add it to the list, or use a URL that is on it',
    );
  }
  const details: RequestDetails = {
    intent,
    redirectUrl,
    terms: input.terms ?? plainSignInOptions,
    loginHint: input.loginHint ?? '',
    prompt: input.prompt?.join(' ') ?? '',
    initiatedEmail: input.initiatedEmail ?? '',
    keyId: ctx.sealer.keyIds[0],
    ...(linking && { linking }),
  };
  const state = newState(ctx);
  await insertRequest(ctx.db, {
    projectId: ctx.project.id,
    stateHash: hashState(state),
    providerId: provider.id,
    browserHash: '',
    details: JSON.stringify(details),
    sealedAnswer: '',
    expiresAt: ctx.now() + requestLifetimeMs,
  });
  return `${ctx.baseUrl}/v1/auth/oauth/start?state=${state}`;
}
