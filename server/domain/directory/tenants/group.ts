import { on } from '../../../core/event.ts';
import { group } from '../../group.ts';
import { tenantKeyCreating } from '../../project/management-keys/events.ts';
import { tenantEndpoints } from './endpoints.ts';
import { lockTenantsOfKey } from './load-tenant.ts';

export const tenants = group({
  name: 'directory/tenants',
  tables: { tenants: { key: 'id', parent: 'parentId' }, selfProvisioningDomains: { key: 'domain tenantId' } },
  endpoints: tenantEndpoints,
  on: [on(tenantKeyCreating, lockTenantsOfKey)],
});
