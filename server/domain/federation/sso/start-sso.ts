import type { ProjectContext } from '../../../core/context.ts';
import { hashSecret } from '../../../core/crypto.ts';
import { ServiceError } from '../../../core/errors.ts';
import { isAllowedRedirect } from '../../project/projects/redirect-urls.ts';
import { plainSignInOptions, type SignInOptions } from '../../sessions/sessions/sign-in-options.ts';
import { asksForFactors } from '../../sessions/sign-in-policy/asserted-sso.ts';
import { type Connection, redirectUrlOf } from './connection.ts';
import { findTenant } from './find-tenant.ts';
import { requireConfigured } from './load-connection.ts';
import { hashRequestId, newRequestId, requestLifetimeMs, type SsoRequestState } from './request.ts';
import { insertRequest } from './store-sign-in.ts';

export interface SsoStart {
  /** A tenant's ID or name, or an email address of one of its domains. */
  tenant: string;
  connectionId?: string;
  redirectUrl?: string;
  /** `redirectUrl` is a page of ours, which checks the next address itself. */
  isOwnPage?: boolean;
  prompt?: string[];
  forceAuthn?: boolean;
  loginHint?: string;
  initiatedEmail?: string;
  terms?: SignInOptions;
}

/**
 * Begins a sign-in at a tenant's identity provider and returns the address to open in the user's browser. It is our own
 * address, where the browser gets a cookie before it goes on, so that only the browser that started can finish.
 */
export async function startSso(ctx: ProjectContext, input: SsoStart): Promise<string> {
  const { tenant, connectionId } = await findTenant(ctx, input.tenant);
  if (tenant.settings.disabled) throw new ServiceError('E067101', 'The tenant is disabled');
  const connection = await requireConfigured(ctx, tenant.id, input.connectionId ?? connectionId);
  const ownUrl = redirectUrlOf(connection);
  const redirectUrl = input.redirectUrl || ownUrl;
  if (!redirectUrl)
    throw new ServiceError('E067101', 'redirectURL is missing. Send one, or set one for the SSO connection');
  if (redirectUrl !== ownUrl && !input.isOwnPage && !isAllowedRedirect(ctx, redirectUrl)) {
    throw new ServiceError(
      'E067101',
      'redirectURL is not on the project’s list of redirect URLs. Add it to the list, or use a URL that is on it',
    );
  }
  return beginRequest(ctx, connection, {
    redirectUrl,
    terms: input.terms ?? plainSignInOptions,
    forceAuthn: input.forceAuthn === true || input.prompt?.includes('login') === true,
    isPassive: input.prompt?.includes('none') === true,
    prompt: input.prompt ?? [],
    loginHint: input.loginHint ?? '',
    initiatedEmail: input.initiatedEmail ?? '',
    ...((await asksForFactors(ctx, tenant.id)) && { wantsFactors: true }),
  });
}

export interface TestStart {
  tenantId: string;
  connectionId: string;
  returnUrl: string;
  /** The secret in the cookie of the browser that starts the test. */
  browserSecret: string;
}

/**
 * Starts a test, which signs in no user. Its outcome is stored for the person who sets up the connection. Only the browser that starts it can go
 * through it: someone else who is lured to its address would show that person what their identity provider says about them.
 */
export async function startTest(
  ctx: ProjectContext,
  { tenantId, connectionId, returnUrl, browserSecret }: TestStart,
): Promise<string> {
  const connection = await requireConfigured(ctx, tenantId, connectionId);
  const state = {
    redirectUrl: returnUrl,
    terms: plainSignInOptions,
    forceAuthn: false,
    isPassive: false,
    prompt: [],
    loginHint: '',
    initiatedEmail: '',
    isTest: true,
  };
  return beginRequest(ctx, connection, state, hashSecret(browserSecret));
}

async function beginRequest(
  ctx: ProjectContext,
  connection: Connection,
  state: SsoRequestState,
  browserHash = '',
): Promise<string> {
  const requestId = newRequestId();
  await insertRequest(ctx.db, {
    projectId: ctx.project.id,
    idHash: hashRequestId(requestId),
    tenantId: connection.tenantId,
    connectionId: connection.id,
    browserHash,
    state: JSON.stringify({ ...state, keyId: ctx.sealer.keyIds[0] }),
    expiresAt: ctx.now() + requestLifetimeMs,
  });
  const path = connection.protocol === 'oidc' ? '/v1/auth/sso/start' : '/v1/auth/saml/start';
  return `${ctx.baseUrl}${path}?projectId=${ctx.project.id}&request=${requestId}`;
}
