import type { UserContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { endpoint } from '../../../http/endpoint.ts';
import { emptyObject, t } from '../../../http/schema.ts';
import { loadUserById } from '../../directory/users/load-user.ts';
import type { Membership } from '../../directory/users/user.ts';
import { userSchema, userToWire } from '../../directory/users/wire.ts';
import { currentTenant } from './claims/tokens.ts';
import { logout, logoutEverywhere } from './end-session.ts';
import { asMember, type InReach, userInReach } from './in-reach.ts';
import { refreshAnySession, refreshSession } from './refresh-session.ts';
import { selectTenant } from './select-tenant.ts';
import {
  answerSession,
  answerTokens,
  cookiesToWire,
  jwtResponse,
  logoutOutput,
  optionalJwtResponse,
  refreshResponse,
} from './wire.ts';

const spent =
  'The given refresh JWT is used up. Using it again within 10 seconds returns the same new tokens. Any later use ends the session.';

const refresh = {
  auth: 'refresh',
  takesImpersonated: true,
  takesAnonymous: true,
  limit: 'refresh',
  input: emptyObject,
  output: refreshResponse,
  errors: [],
  handle: async (ctx: UserContext) =>
    ctx.session.userId
      ? answerSession(ctx, await refreshSession(ctx))
      : answerTokens(ctx, await refreshAnySession(ctx)),
} as const;

export const sessionEndpoints = [
  endpoint({
    ...refresh,
    name: 'refresh',
    method: 'POST',
    path: '/v1/auth/refresh',
    summary: 'Refresh a session',
    description: spent,
    forAdministrators: true,
    client: { parameters: [] },
  }),
  endpoint({
    ...refresh,
    name: 'refreshByGet',
    method: 'GET',
    path: '/v1/auth/refresh',
    summary: 'Refresh a session by GET',
    description: `${spent} The refresh JWT is read from the Authorization header only, never from a cookie.`,
    ignoresCookie: true,
  }),
  endpoint({
    name: 'tryRefresh',
    method: 'POST',
    path: '/v1/auth/try-refresh',
    summary: 'Refresh a session if there is one',
    auth: 'optionalRefresh',
    takesImpersonated: true,
    takesAnonymous: true,
    limit: 'refresh',
    input: emptyObject,
    output: optionalJwtResponse,
    errors: [],
    client: { parameters: [] },
    handle: async (ctx) => {
      try {
        return await answerTokens(ctx, await refreshAnySession(await ctx.signedInUser()));
      } catch (error) {
        if (error instanceof ServiceError && error.status === 401) return {};
        throw error;
      }
    },
  }),
  endpoint({
    name: 'logout',
    method: 'POST',
    path: '/v1/auth/logout',
    summary: 'Log out of this session',
    auth: 'refresh',
    forAdministrators: true,
    takesImpersonated: true,
    takesAnonymous: true,
    input: emptyObject,
    output: logoutOutput,
    endsSession: true,
    errors: [],
    client: { parameters: [], returnsNothing: true },
    handle: async (ctx) => {
      await logout(ctx);
      return cookiesToWire(ctx);
    },
  }),
  endpoint({
    name: 'logoutAll',
    method: 'POST',
    path: '/v1/auth/logoutall',
    summary: 'Log out of all sessions of the user',
    auth: 'refresh',
    forAdministrators: true,
    takesAnonymous: true,
    input: emptyObject,
    output: logoutOutput,
    endsSession: true,
    errors: [],
    client: { parameters: [], returnsNothing: true },
    handle: async (ctx) => {
      await logoutEverywhere(ctx);
      return cookiesToWire(ctx);
    },
  }),
  endpoint({
    name: 'me',
    method: 'GET',
    path: '/v1/auth/me',
    summary: 'Load the signed-in user',
    auth: 'refresh',
    forAdministrators: true,
    takesImpersonated: true,
    input: emptyObject,
    output: userSchema,
    errors: ['E112102'],
    client: { parameters: [] },
    handle: async (ctx) => userToWire(asMember(await callerInReach(ctx))),
  }),
  endpoint({
    name: 'myTenants',
    method: 'POST',
    path: '/v1/auth/me/tenants',
    summary: 'List the tenants of the signed-in user',
    auth: 'refresh',
    takesImpersonated: true,
    input: t.object({
      dct: t.optional(t.flag({ description: 'Only the current tenant' })),
      ids: t.optional(t.list(t.text(), { description: 'Only the tenants with these IDs' })),
    }),
    output: t.object({
      tenants: t.list(t.object({ id: t.text(), name: t.text(), customAttributes: t.map(t.any()) })),
    }),
    errors: ['E011004', 'E112102'],
    handle: async (ctx, { dct, ids = [] }) => {
      if (dct && ids.length > 0)
        throw new ServiceError('E011004', 'dct and ids are both given. Give only one of them');
      const user = await callerInReach(ctx);
      const current = currentTenant(user, ctx.session.tenantId);
      const isAsked = ({ tenantId }: Membership) =>
        dct ? tenantId === current?.tenantId : ids.length === 0 || ids.includes(tenantId);
      const tenants = user.tenants.filter(isAsked);
      return {
        tenants: tenants.map(({ tenantId: id, tenantName: name }) => ({ id, name, customAttributes: {} })),
      };
    },
  }),
  endpoint({
    name: 'selectTenant',
    method: 'POST',
    path: '/v1/auth/tenant/select',
    summary: 'Select a tenant and refresh the session',
    auth: 'refresh',
    takesImpersonated: true,
    limit: 'refresh',
    input: t.object({ tenant: t.text({ minLength: 1, description: 'Tenant ID' }) }),
    output: jwtResponse,
    errors: ['E064003', 'E064005', 'E064007', 'E112102'],
    client: { parameters: ['tenant'] },
    handle: async (ctx, { tenant }) => answerSession(ctx, await selectTenant(ctx, tenant)),
  }),
  endpoint({
    name: 'validate',
    method: 'POST',
    path: '/v1/auth/validate',
    summary: 'Validate a session JWT and return its claims',
    description:
      'While the database is unavailable, responses come from memory and have the header ' +
      '`Latchkey-Stale: true`. This works only for sessions that this instance has recently seen active, ' +
      'within the lifetime of the JWT. Other sessions fail with E500002.',
    auth: 'session',
    takesImpersonated: true,
    input: emptyObject,
    output: t.map(t.any()),
    errors: [],
    client: { parameters: [] },
    handle: async (ctx) => ctx.claims,
  }),
];

async function callerInReach(ctx: UserContext): Promise<InReach> {
  return userInReach(ctx, ctx.session, await loadUserById(ctx, ctx.session.userId));
}
