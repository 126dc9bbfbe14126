import { on } from '../../../core/event.ts';
import { holderLeaving, tenantsLeaving } from '../../directory/users/events.ts';
import { group } from '../../group.ts';
import { leaveCreators, leaveDirectories } from './delete-user.ts';
import { mountScim } from './pages.ts';

export const scim = group({
  name: 'federation/scim',
  tables: {
    scimUsers: { key: 'tenantId userId' },
    scimGroups: { key: 'tenantId id' },
    scimGroupMembers: { key: 'tenantId groupId userId' },
  },
  jsonPages: mountScim,
  on: [on(tenantsLeaving, leaveDirectories), on(holderLeaving, leaveCreators)],
});
