import { endpoint } from '../../../http/endpoint.ts';
import { loadGroup, loadGroups, loadGroupsOfMembers } from './load-groups.ts';
import { maxIdentities } from './user-group.ts';
import { groupInput, groupsInput, groupsOutput, groupToWire, memberGroupsInput } from './wire.ts';

const source =
  'The groups are those that the tenant’s directory has sent by SCIM, and those that the identity provider reported ' +
  `at the last sign-in of each member. Covers at most ${maxIdentities} members of the tenant.`;

export const groupEndpoints = [
  endpoint({
    name: 'management.group.loadAllGroups',
    method: 'POST',
    path: '/v1/mgmt/group/all',
    summary: 'List the groups of a tenant',
    description: source,
    auth: 'management',
    role: 'auditor',
    input: groupsInput,
    output: groupsOutput,
    errors: ['E011004'],
    client: { parameters: ['tenantId', 'ssoId'] },
    async handle(ctx, { tenantId, ssoId: connectionId }) {
      return (await loadGroups(ctx, { tenantId, connectionId })).map(groupToWire);
    },
  }),
  endpoint({
    name: 'management.group.loadAllGroupsForMember',
    method: 'POST',
    path: '/v1/mgmt/group/member/all',
    summary: 'List the groups of users',
    description:
      'Returns the groups that at least one of the users is a member of, each with all its members. ' +
      `${source}`,
    auth: 'management',
    role: 'auditor',
    input: memberGroupsInput,
    output: groupsOutput,
    errors: ['E011004'],
    client: { parameters: ['tenantId', 'userIds', 'loginIds', 'ssoId'] },
    async handle(ctx, { tenantId, ssoId: connectionId, userIds = [], loginIds = [] }) {
      const groups = await loadGroupsOfMembers(ctx, { tenantId, connectionId }, { userIds, loginIds });
      return groups.map(groupToWire);
    },
  }),
  endpoint({
    name: 'management.group.loadAllGroupMembers',
    method: 'POST',
    path: '/v1/mgmt/group/members',
    summary: 'Load a group with its members',
    description: `Returns an empty list if the group has no members. ${source}`,
    auth: 'management',
    role: 'auditor',
    input: groupInput,
    output: groupsOutput,
    errors: ['E011004'],
    client: { parameters: ['tenantId', 'groupId', 'ssoId'] },
    async handle(ctx, { tenantId, ssoId: connectionId, groupId }) {
      return (await loadGroup(ctx, { tenantId, connectionId }, groupId)).map(groupToWire);
    },
  }),
];
