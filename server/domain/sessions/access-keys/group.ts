import { on } from '../../../core/event.ts';
import { tenantDeleting } from '../../directory/tenants/events.ts';
import { group } from '../../group.ts';
import { removeKeyRolesInTenant } from './assign-grants.ts';
import { accessKeyEndpoints } from './endpoints.ts';

export const accessKeys = group({
  name: 'sessions/access-keys',
  tables: {
    accessKeys: { key: 'id' },
    accessKeyTenants: { key: 'keyId tenantId' },
    accessKeyRoles: { key: 'keyId tenantId roleId' },
  },
  endpoints: accessKeyEndpoints,
  on: [on(tenantDeleting, removeKeyRolesInTenant)],
});
