import type { FastifyReply, FastifyRequest } from 'fastify';
import { ssoAdmin } from '../../../core/built-in-rights.ts';
import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import {
  type OpenSetup,
  openSetupLink,
  openSignedInSetup,
  signedInAddressOf,
} from '../../federation/sso-setup-links/setup-link.ts';
import { asSignedIn } from '../../sessions/sessions/resume-session.ts';
import { actAsAdministrator } from '../../sessions/tenant-administrators/authenticate-tenant-administrator.ts';
import { findBrowserSession } from '../browser-sessions/browser-session.ts';
import { beginSignIn } from '../browser-sessions/sign-in.ts';
import { readToken } from './cookie.ts';
import { type Query, text } from './forms.ts';
import { readStep } from './steps.ts';

type Params = { projectId: string; linkId: string; tenantId: string; connectionId: string };
export type Route = { Params: Params; Querystring: Query; Body: Query };
export type SetupRequest = FastifyRequest<Route>;

/** Opens the setup for a request: `undefined` if the link opens nothing, or the address to sign in at. */
export type Open = (
  ctx: ProjectContext,
  request: SetupRequest,
  reply: FastifyReply,
) => Promise<OpenSetup | { signInAt: string } | undefined>;

export const openByLink: Open = async (ctx, request) => {
  const { linkId } = request.params;
  const token = text(request.query['token']) || readToken(ctx, request, linkId);
  return token ? openSetupLink(ctx, { id: linkId, token }) : undefined;
};

/** Reads the session and the right for each request, so that what a user loses counts at once. */
export const openSignedIn: Open = async (ctx, request, reply) => {
  const { tenantId, connectionId } = request.params;
  const browser = await findBrowserSession(ctx);
  const toSignIn = (wishes: { loginHint?: string; secondFactor?: boolean } = {}) => {
    const step = readStep(text(request.query['step']));
    const { pathname } = new URL(signedInAddressOf(ctx, { tenantId, connectionId }));
    const next = step ? `${pathname}?step=${step}` : pathname;
    const signInAt = beginSignIn(ctx, request, reply, { next, ...wishes });
    return signInAt ? { signInAt } : undefined;
  };
  // An impersonator does not administer.
  if (!browser || browser.session.impersonatorId) return toSignIn();
  try {
    const acting = await actAsAdministrator(asSignedIn(ctx, browser), tenantId, [ssoAdmin.id]);
    return await openSignedInSetup(acting, { tenantId, connectionId }, holdsIn(tenantId));
  } catch (error) {
    const [loginHint] = browser.user.loginIds;
    if (!(error instanceof ServiceError) || error.code !== 'E064007' || !loginHint) throw error;
    return toSignIn({ loginHint, secondFactor: true });
  }
};

/** Reads the session and the right again, from the database that the context reads. */
function holdsIn(tenantId: string): OpenSetup['holds'] {
  return async (ctx, right) => {
    const browser = await findBrowserSession(ctx);
    if (!browser || browser.session.impersonatorId) return false;
    try {
      await actAsAdministrator(asSignedIn(ctx, browser), tenantId, [right]);
      return true;
    } catch (error) {
      if (error instanceof ServiceError && error.status < 500) return false;
      throw error;
    }
  };
}
