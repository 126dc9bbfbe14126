import { group } from '../../group.ts';
import { tenantDomainEndpoints } from './endpoints.ts';

export const tenantDomains = group({
  name: 'federation/tenant-domains',
  tables: { tenantDomains: { key: 'tenantId domain' } },
  endpoints: tenantDomainEndpoints,
});
