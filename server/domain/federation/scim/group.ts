import { answer, on } from '../../../core/event.ts';
import {
  holderLeaving,
  tenantsClosedTo,
  tenantsLeaving,
  usersDeleting,
} from '../../directory/users/events.ts';
import { group } from '../../group.ts';
import { directoryDeactivation } from '../sso/events.ts';
import { leaveCreators, leaveDirectories } from './delete-user.ts';
import { closedTenants, isDeactivated, keepDepartures } from './departures.ts';
import { directoryEndpoints } from './endpoints.ts';
import { mountScim } from './pages.ts';
import { deleteOldDirectoryRequests } from './request-log.ts';

export const scim = group({
  name: 'federation/scim',
  tables: {
    scimUsers: { key: 'tenantId userId' },
    scimAddresses: { key: 'tenantId addressHash userId' },
    scimDepartures: { key: 'tenantId addressHash' },
    scimRequests: { stays: 'a log for the administrators of this instance' },
    scimGroups: { key: 'tenantId id' },
    scimGroupMembers: { key: 'tenantId groupId userId' },
  },
  endpoints: directoryEndpoints,
  jsonPages: mountScim,
  sweep: deleteOldDirectoryRequests,
  on: [
    on(usersDeleting, keepDepartures),
    on(tenantsLeaving, leaveDirectories),
    on(holderLeaving, leaveCreators),
    answer(tenantsClosedTo, closedTenants),
    answer(directoryDeactivation, isDeactivated),
  ],
});
