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

const atMost = `At most ${maxListed}: the ones that were used last, the last one first.`;

/** What a user, and an administrator, can see and do about sessions. */
export const sessionListEndpoints = [
  endpoint({
    name: 'history',
    method: 'GET',
    path: '/v1/auth/me/history',
    summary: 'The last sign-ins of the signed-in user',
    description: `The newest first, at most ${maxLogins}.`,
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
    summary: 'Where the signed-in user is signed in',
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
      'Their refresh JWTs are refused from now on; session JWTs run out by themselves within minutes. IDs of sessions ' +
      'that have ended, and of those of others, count as nothing.',
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
    summary: 'Where a user is signed in',
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
    summary: 'End sessions, of whichever users',
    description:
      'Their refresh JWTs are refused from now on; session JWTs run out by themselves within minutes. IDs of sessions ' +
      'that have ended count as nothing.',
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
