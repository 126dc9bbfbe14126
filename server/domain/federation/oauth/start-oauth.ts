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
 * Begins a sign-in at a provider and returns the address to open in the user's browser. It is an address of ours: the
 * browser gets a cookie there before it goes on, so that the answer counts only in the browser that started.
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

/** The same for a page of ours: `redirectUrl` is itself, and it checks where it goes on to. */
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
  if (!provider.enabled) throw new ServiceError('E066101', 'The provider is switched off');
  if (!provider.settings.clientId) throw new ServiceError('E113402');
  if (!isAllowed) {
    throw new ServiceError('E066101', 'The redirectURL is not on the list of allowed URLs of the project');
  }
  const details: RequestDetails = {
    intent,
    redirectUrl,
    terms: input.terms ?? plainSignInOptions,
    loginHint: input.loginHint ?? '',
    prompt: input.prompt?.join(' ') ?? '',
    initiatedEmail: input.initiatedEmail ?? '',
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
