import { group } from '../../group.ts';
import { tenantEndpoints } from './endpoints.ts';

export const tenants = group({
  name: 'directory/tenants',
  tables: { tenants: { key: 'id', parent: 'parentId' }, selfProvisioningDomains: { key: 'domain tenantId' } },
  endpoints: tenantEndpoints,
});
