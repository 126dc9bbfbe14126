import type { ProjectContext } from '../../core/context.ts';
import { ServiceError } from '../../core/errors.ts';
import { endpoint } from '../../http/endpoint.ts';
import { emptyObject, type Static } from '../../http/schema.ts';
import { createUser } from './create-user.ts';
import { deleteUser } from './delete-user.ts';
import { loadUser, loadUserById } from './load-user.ts';
import { searchUsers } from './search-users.ts';
import {
  deleteUserInput,
  loadUserInput,
  newUserInput,
  oneUser,
  searchUsersInput,
  searchUsersOutput,
  userToWire,
} from './wire.ts';

const createParameters = [
  'loginId',
  'email',
  'phone',
  'displayName',
  'roleNames',
  'userTenants',
  'customAttributes',
  'picture',
  'verifiedEmail',
  'verifiedPhone',
  'additionalLoginIds',
];

async function create(ctx: ProjectContext, input: Static<typeof newUserInput>) {
  if (input.invite) throw new ServiceError('E501001', 'user/create with invite is not supported yet');
  refuseUnknown('custom attribute', Object.keys(input.customAttributes ?? {}));
  refuseUnknown('SSO application', input.ssoAppIds ?? []);
  const { displayName: name, userTenants: tenants, ...fields } = input;
  return { user: userToWire(await createUser(ctx, { ...fields, name, tenants })) };
}

/** Neither can be defined in a project yet, so every reference is to something unknown. */
function refuseUnknown(what: string, names: string[]): void {
  if (names.length > 0) throw new ServiceError('E011004', `There is no such ${what}: ${names.join(', ')}`);
}

export const userEndpoints = [
  endpoint({
    name: 'management.user.create',
    method: 'POST',
    path: '/v1/mgmt/user/create',
    summary: 'Create a user',
    description:
      'Sends no invitation. The user is `invited` until the first sign-in, unless a status is given. ' +
      'userTenants take precedence over roleNames.',
    auth: 'management',
    input: newUserInput,
    output: oneUser,
    errors: ['E011004', 'E062107', 'E501001'],
    client: { parameters: createParameters, returns: 'user' },
    handle: create,
  }),
  endpoint({
    name: 'management.user.createTestUser',
    method: 'POST',
    path: '/v1/mgmt/user/create/test',
    summary: 'Create a test user',
    auth: 'management',
    input: newUserInput,
    output: oneUser,
    errors: ['E011004', 'E062107', 'E501001'],
    client: { parameters: createParameters, returns: 'user' },
    handle: (ctx, input) => create(ctx, { ...input, test: true }),
  }),
  endpoint({
    name: 'management.user.load',
    method: 'GET',
    path: '/v1/mgmt/user',
    summary: 'Load a user by login ID or user ID',
    auth: 'management',
    input: loadUserInput,
    output: oneUser,
    errors: ['E112102'],
    client: {
      parameters: ['loginId'],
      returns: 'user',
      also: { 'management.user.loadByUserId': { summary: 'Load a user by user ID', parameters: ['userId'] } },
    },
    handle: async (ctx, { loginId, userId }) => {
      if (!loginId && !userId) throw new ServiceError('E011002', 'Give a loginId or a userId');
      return {
        user: userToWire(await (userId ? loadUserById(ctx, userId) : loadUser(ctx, loginId as string))),
      };
    },
  }),
  endpoint({
    name: 'management.user.delete',
    method: 'POST',
    path: '/v1/mgmt/user/delete',
    summary: 'Delete a user for good',
    description: 'Credentials, sessions and memberships go too. Only the audit log remembers.',
    auth: 'management',
    input: deleteUserInput,
    output: emptyObject,
    errors: ['E112102'],
    client: { parameters: ['loginId'], returnsNothing: true },
    handle: async (ctx, { loginId, userId }) => {
      if (!loginId && !userId) throw new ServiceError('E011002', 'Give a loginId or a userId');
      await deleteUser(ctx, { loginId, userId });
      return {};
    },
  }),
  endpoint({
    name: 'management.user.searchAll',
    method: 'POST',
    path: '/v2/mgmt/user/search',
    otherPaths: ['/v1/mgmt/user/search'],
    summary: 'Search users',
    description: 'All filters must match. An empty filter is none.',
    auth: 'management',
    input: searchUsersInput,
    output: searchUsersOutput,
    errors: ['E011004'],
    client: {
      parameters: [
        'tenantIds',
        'roleNames',
        'limit',
        'page',
        'testUsersOnly',
        'withTestUser',
        'customAttributes',
        'statuses',
        'emails',
        'phones',
      ],
      returns: 'users',
    },
    handle: async (ctx, input) => {
      refuseUnknown('custom attribute', Object.keys(input.customAttributes ?? {}));
      const { users, total } = await searchUsers(ctx, input);
      return { users: users.map(userToWire), total };
    },
  }),
];
