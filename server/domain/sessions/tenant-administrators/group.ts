import { group } from '../../group.ts';
import { tenantAdministratorEndpoints } from './endpoints.ts';

export const tenantAdministrators = group({
  name: 'sessions/tenant-administrators',
  endpoints: tenantAdministratorEndpoints,
});
