import { answer, on } from '../../../core/event.ts';
import { group } from '../../group.ts';
import { memberRemoval, membersOfTenant, tenantDeleting } from '../tenants/events.ts';
import { listMembers, removeMembers, removeRolesInTenant } from './delete-in-tenant.ts';
import { userEndpoints } from './endpoints.ts';
import { userSearchEndpoints } from './search/endpoints.ts';
import { tidyTextIndex } from './search/fold-texts.ts';
import { forgetOldChanges } from './search/forget-changes.ts';
import { foldUserCounts } from './search/index-users.ts';

export const users = group({
  name: 'directory/users',
  tables: {
    users: { key: 'id' },
    loginIds: { key: 'loginId' },
    tenantMembers: { key: 'userId tenantId' },
    userRoles: { key: 'userId tenantId roleId', computed: ['memberOf'] },
    userSsoApps: { key: 'userId ssoAppId' },
    searchedUsers: { stays: 'the search index, which the import computes' },
    userTexts: { stays: 'the search index, which the import computes' },
    searchFacets: { stays: 'the search index, which the import computes' },
    userFacets: { stays: 'the search index, which the import computes' },
    userCounts: { stays: 'the search index, which the import computes' },
  },
  endpoints: [...userEndpoints, ...userSearchEndpoints],
  async sweep(service) {
    await foldUserCounts(service);
    await forgetOldChanges(service);
    await tidyTextIndex(service);
  },
  on: [
    answer(membersOfTenant, listMembers),
    answer(memberRemoval, removeMembers),
    on(tenantDeleting, removeRolesInTenant),
  ],
});
