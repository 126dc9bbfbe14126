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
      'Returns users who match all filters. Empty filters, 0 and false are ignored, except false for ' +
      'verifiedEmail, verifiedPhone and invitationSent. An unknown tenant, role or application matches no user.',
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
          summary: 'Search users with all filters, by page and with a total',
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
    description: 'Works like management.user.searchAll, but returns only test users.',
    auth: 'management',
    role: 'auditor',
    input: searchUsersInput,
    output: searchUsersOutput,
    errors: ['E011004', 'E501001'],
    handle: (ctx, input) => search(ctx, { ...input, testUsersOnly: true, withTestUser: true }),
  }),
];
