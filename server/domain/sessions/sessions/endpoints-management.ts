import type { ProjectContext } from '../../../core/context.ts';
import { endpoint } from '../../../http/endpoint.ts';
import { emptyObject, t } from '../../../http/schema.ts';
import { loadUser, loadUserById } from '../../directory/users/load-user.ts';
import { loginIdOrUserId, requireOne } from '../../directory/users/wire-input.ts';
import { endSessionsOf } from './end-session.ts';
import { requireNoTypes } from './session-types.ts';
import { sessionTypes } from './wire.ts';

/** Ends all sessions of a user. Their tokens can no longer be refreshed. */
async function logoutUser(ctx: ProjectContext, by: { loginId?: string; userId?: string }): Promise<void> {
  const { id } = by.userId ? await loadUserById(ctx, by.userId) : await loadUser(ctx, by.loginId ?? '');
  await endSessionsOf(ctx, id);
}

export const sessionManagementEndpoints = [
  endpoint({
    name: 'management.user.logoutUser',
    method: 'POST',
    path: '/v1/mgmt/user/logout',
    summary: 'End all sessions of a user',
    description:
      'Refresh JWTs stop working immediately; session JWTs expire within minutes. Sessions have no types, so a ' +
      'value in `sessionTypes` fails.',
    auth: 'management',
    role: 'support',
    forAdministrators: true,
    input: t.object({ ...loginIdOrUserId, sessionTypes }),
    output: emptyObject,
    errors: ['E112102'],
    client: {
      parameters: ['loginId'],
      returnsNothing: true,
      also: {
        'management.user.logoutUserByUserId': {
          summary: 'End all sessions of a user, by user ID',
          parameters: ['userId'],
        },
      },
    },
    handle: async (ctx, { loginId, userId, sessionTypes }) => {
      requireOne({ loginId, userId });
      requireNoTypes('sessionTypes', sessionTypes);
      await logoutUser(ctx, { loginId, userId });
      return {};
    },
  }),
];
