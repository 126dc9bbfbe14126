import { answer, on } from '../../../core/event.ts';
import { group } from '../../group.ts';
import { ssoAppDeleting } from '../applications/events.ts';
import { rolesDeleting } from '../roles/events.ts';
import { memberRemoval, membersOfTenant, tenantDeleting } from '../tenants/events.ts';
import { listMembers, removeMembers, removeRolesInTenant } from './delete-in-tenant.ts';
import { userEndpoints } from './endpoints.ts';
import { userSearchEndpoints } from './search/endpoints.ts';
import { logAppUsers, logRoleHolders } from './search/log-users.ts';

export const users = group({
  name: 'directory/users',
  tables: {
    users: { key: 'id', computed: ['number'] },
    loginIds: { key: 'loginId' },
    tenantMembers: { key: 'userId tenantId' },
    userRoles: { key: 'userId tenantId roleId', computed: ['memberOf'] },
    userSsoApps: { key: 'userId ssoAppId' },
    searchLog: { stays: 'the search index, which the import computes' },
    searchFolds: { stays: 'the search index, which the import computes' },
    searchEntries: { stays: 'the search index, which the import computes' },
    searchBlocks: { stays: 'the search index, which the import computes' },
    searchSlots: { stays: 'the search index, which the import computes' },
  },
  endpoints: [...userEndpoints, ...userSearchEndpoints],
  on: [
    answer(membersOfTenant, listMembers),
    answer(memberRemoval, removeMembers),
    on(tenantDeleting, removeRolesInTenant),
    on(rolesDeleting, logRoleHolders),
    on(ssoAppDeleting, logAppUsers),
  ],
});
