import type { ProjectContext } from '../../../../core/context.ts';
import { endpoint } from '../../../../http/endpoint.ts';
import type { Static } from '../../../../http/schema.ts';
import { userToWire } from '../wire.ts';
import { searchUsers } from './search-users.ts';
import { searchFromWire, searchUsersInput, searchUsersOutput } from './wire.ts';

async function search(
  ctx: ProjectContext,
  input: Static<typeof searchUsersInput>,
): Promise<Static<typeof searchUsersOutput>> {
  const { users, ...rest } = await searchUsers(ctx, searchFromWire(input));
  return { users: users.map(userToWire), ...rest };
}

export const userSearchEndpoints = [
  endpoint({
    name: 'management.user.searchAll',
    method: 'POST',
    path: '/v2/mgmt/user/search',
    otherPaths: ['/v1/mgmt/user/search'],
    summary: 'Search users',
    description:
      'All filters must match. An empty filter is none, and so are 0 and false, except false for verifiedEmail and ' +
      'verifiedPhone. A tenant, role or application that does not exist matches nobody.',
    auth: 'management',
    role: 'auditor',
    forAdministrators: true,
    input: searchUsersInput,
    output: searchUsersOutput,
    errors: ['E011004', 'E501001'],
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
      also: {
        'management.user.search': {
          summary: 'Search users by every filter there is, page by page and with the total',
          returnsAll: true,
        },
      },
    },
    handle: search,
  }),
  endpoint({
    name: 'management.user.searchTestUsers',
    method: 'POST',
    path: '/v2/mgmt/user/search/test',
    summary: 'Search test users',
    description: 'The same as management.user.searchAll, among test users only.',
    auth: 'management',
    role: 'auditor',
    input: searchUsersInput,
    output: searchUsersOutput,
    errors: ['E011004', 'E501001'],
    handle: (ctx, input) => search(ctx, { ...input, testUsersOnly: true, withTestUser: true }),
  }),
];
