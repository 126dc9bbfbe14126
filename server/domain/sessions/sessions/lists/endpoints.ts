import { endpoint } from '../../../../http/endpoint.ts';
import { emptyObject, t } from '../../../../http/schema.ts';
import { loginHistory, maxLogins } from '../../../project/audit/login-history.ts';
import { loginSchema, loginToWire } from '../../../project/audit/wire-logins.ts';
import {
  listOwnSessions,
  listSessionsOf,
  maxListed,
  revokeOwnSessions,
  revokeSessions,
} from './list-sessions.ts';
import { ownSessionsOutput, revokedOutput, sessionIds, sessionsOutput, sessionToWire } from './wire.ts';

const atMost = `At most ${maxListed} sessions, last used first.`;

/** Lists and ends sessions, for users and administrators. */
export const sessionListEndpoints = [
  endpoint({
    name: 'history',
    method: 'GET',
    path: '/v1/auth/me/history',
    summary: 'List the sign-in history of the signed-in user',
    description: `Newest first, at most ${maxLogins}.`,
    auth: 'refresh',
    takesImpersonated: true,
    input: emptyObject,
    output: t.list(loginSchema, { maxItems: maxLogins }),
    errors: [],
    client: { parameters: [] },
    handle: async (ctx) => (await loginHistory(ctx, [ctx.session.userId])).map(loginToWire),
  }),
  endpoint({
    name: 'mySessions',
    method: 'GET',
    path: '/v1/auth/me/sessions',
    summary: 'List the sessions of the signed-in user',
    description: atMost,
    auth: 'refresh',
    input: emptyObject,
    output: ownSessionsOutput,
    errors: ['E112102'],
    client: { parameters: [], returns: 'sessions' },
    async handle(ctx) {
      const sessions = await listOwnSessions(ctx);
      return {
        sessions: sessions.map((session) => ({
          ...sessionToWire(session),
          current: session.id === ctx.session.id,
        })),
      };
    },
  }),
  endpoint({
    name: 'revokeMySessions',
    method: 'POST',
    path: '/v1/auth/me/sessions/revoke',
    summary: 'End sessions of the signed-in user',
    description:
      'The sessions’ refresh JWTs stop working immediately; their session JWTs expire within minutes. IDs ' +
      'of ended sessions and of other users’ sessions are ignored.',
    auth: 'refresh',
    input: t.object({ sessionIds }),
    output: revokedOutput,
    errors: [],
    client: { parameters: ['sessionIds'] },
    handle: async (ctx, { sessionIds }) => ({ revoked: await revokeOwnSessions(ctx, sessionIds) }),
  }),
  endpoint({
    name: 'management.user.listSessions',
    method: 'POST',
    path: '/v1/mgmt/user/sessions',
    summary: 'List the sessions of a user',
    description: atMost,
    auth: 'management',
    role: 'auditor',
    forAdministrators: true,
    input: t.object({
      identifier: t.text({ maxLength: 1_024, aliases: ['loginId'], description: 'A login ID, or a user ID' }),
    }),
    output: sessionsOutput,
    errors: ['E112102'],
    client: { parameters: ['identifier'], returns: 'sessions' },
    async handle(ctx, { identifier }) {
      return { sessions: (await listSessionsOf(ctx, identifier)).map(sessionToWire) };
    },
  }),
  endpoint({
    name: 'management.user.revokeSessions',
    method: 'POST',
    path: '/v1/mgmt/user/sessions/revoke',
    summary: 'End sessions of any users',
    description:
      'The sessions’ refresh JWTs stop working immediately; their session JWTs expire within minutes. IDs ' +
      'of ended sessions are ignored.',
    auth: 'management',
    role: 'support',
    forAdministrators: true,
    input: t.object({ sessionIds }),
    output: revokedOutput,
    errors: [],
    client: { parameters: ['sessionIds'] },
    handle: async (ctx, { sessionIds }) => ({ revoked: await revokeSessions(ctx, sessionIds) }),
  }),
];
