import { endpoint } from '../../../http/endpoint.ts';
import { emptyObject, t } from '../../../http/schema.ts';
import { loginHistory, maxLogins } from '../../project/audit/login-history.ts';
import { loginSchema, loginToWire } from '../../project/audit/wire-logins.ts';
import { deleteTestUsers, deleteUser, deleteUsers } from './delete-user.ts';
import { changeEndpoints } from './endpoints-change.ts';
import { grantEndpoints } from './grants/endpoints.ts';
import { addressEndpoints } from './identifiers/endpoints.ts';
import { loadUser, loadUserById, loadUsers } from './load-user.ts';
import { oneUser, userSchema, userToWire } from './wire.ts';
import { loginIdOrUserId, requireOne } from './wire-input.ts';

const userIds = t.list(t.text({ maxLength: 255 }));

export const userEndpoints = [
  endpoint({
    name: 'management.user.load',
    method: 'GET',
    path: '/v1/mgmt/user',
    summary: 'Load a user by login ID or user ID',
    auth: 'management',
    role: 'auditor',
    forAdministrators: true,
    input: t.object(loginIdOrUserId),
    output: oneUser,
    errors: ['E112102'],
    client: {
      parameters: ['loginId'],
      returns: 'user',
      also: { 'management.user.loadByUserId': { summary: 'Load a user by user ID', parameters: ['userId'] } },
    },
    handle: async (ctx, { loginId = '', userId }) => {
      requireOne({ loginId, userId });
      return { user: userToWire(await (userId ? loadUserById(ctx, userId) : loadUser(ctx, loginId))) };
    },
  }),
  endpoint({
    name: 'management.user.loadUsers',
    method: 'POST',
    path: '/v1/mgmt/users/load',
    summary: 'Load users by user IDs',
    description:
      'Returns the users in the order of the IDs, each once. Unknown IDs are left out, and so are ' +
      'disabled users unless `includeInvalidUsers` is set.',
    auth: 'management',
    role: 'auditor',
    forAdministrators: true,
    input: t.object({ userIds, includeInvalidUsers: t.optional(t.flag()) }),
    output: t.object({
      users: t.list(userSchema),
      total: t.integer({ description: 'The number of users in this response' }),
    }),
    errors: [],
    client: { parameters: ['userIds', 'includeInvalidUsers'], returns: 'users' },
    handle: async (ctx, { userIds, includeInvalidUsers: withDisabled = false }) => {
      const users = await loadUsers(ctx, userIds, { withDisabled });
      return { users: users.map(userToWire), total: users.length };
    },
  }),
  ...changeEndpoints,
  ...addressEndpoints,
  ...grantEndpoints,
  endpoint({
    name: 'management.user.delete',
    method: 'POST',
    path: '/v1/mgmt/user/delete',
    summary: 'Delete a user',
    description:
      'Deletes the user permanently, with their credentials, sessions and memberships. Entries in the audit ' +
      'log are kept.',
    auth: 'management',
    forAdministrators: true,
    input: t.object(loginIdOrUserId),
    output: emptyObject,
    errors: ['E112102'],
    client: {
      parameters: ['loginId'],
      // The wire format omits response data only for the two password operations.
      returnsNothing: false,
      also: {
        'management.user.deleteByUserId': {
          summary: 'Delete a user by user ID',
          parameters: ['userId'],
        },
      },
    },
    handle: async (ctx, { loginId, userId }) => {
      requireOne({ loginId, userId });
      await deleteUser(ctx, { loginId, userId });
      return {};
    },
  }),
  endpoint({
    name: 'management.user.deleteBatch',
    method: 'POST',
    path: '/v1/mgmt/user/delete/batch',
    summary: 'Delete users by user IDs',
    description: 'Deletes all of the users permanently, or none with a 404 if one does not exist.',
    auth: 'management',
    input: t.object({ userIds: { ...userIds, minItems: 1 } }),
    output: emptyObject,
    errors: ['E112102'],
    client: { parameters: ['userIds'], returnsNothing: true },
    handle: async (ctx, { userIds }) => {
      await deleteUsers(ctx, userIds);
      return {};
    },
  }),
  endpoint({
    name: 'management.user.deleteAllTestUsers',
    method: 'DELETE',
    path: '/v1/mgmt/user/test/delete/all',
    summary: 'Delete all test users',
    auth: 'management',
    input: emptyObject,
    output: emptyObject,
    errors: [],
    client: { parameters: [], returnsNothing: true },
    handle: async (ctx) => {
      await deleteTestUsers(ctx);
      return {};
    },
  }),
  endpoint({
    name: 'management.user.history',
    method: 'POST',
    path: '/v1/mgmt/user/history',
    summary: 'List the sign-in history of users',
    description:
      `The body is a list of user IDs. Returns the sign-ins user by user, newest first, at most ${maxLogins} ` +
      'each. IP addresses are not located, so country and city are empty.',
    auth: 'management',
    role: 'auditor',
    forAdministrators: true,
    input: t.list(t.text({ maxLength: 255 }), { maxItems: 100 }),
    output: t.list(loginSchema, { maxItems: 100 * maxLogins }),
    errors: [],
    client: { parameters: ['userIds'] },
    handle: async (ctx, userIds) => (await loginHistory(ctx, userIds)).map(loginToWire),
  }),
];
