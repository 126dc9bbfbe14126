import { endpoint } from '../../../http/endpoint.ts';
import { maxIdentities } from './group.ts';
import { loadGroup, loadGroups, loadGroupsOfMembers } from './load-groups.ts';
import { groupInput, groupsInput, groupsOutput, groupToWire, memberGroupsInput } from './wire.ts';

const source =
  'Groups are what the identity provider named at the last sign-in of each member of the tenant, ' +
  `of ${maxIdentities} members at most.`;

export const groupEndpoints = [
  endpoint({
    name: 'management.group.loadAllGroups',
    method: 'POST',
    path: '/v1/mgmt/group/all',
    summary: 'The groups of a tenant',
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
    summary: 'The groups that some users are in',
    description: `Those of any of them, with all their members. ${source}`,
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
    summary: 'A group with its members',
    description: `An empty list when nobody is in such a group. ${source}`,
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
