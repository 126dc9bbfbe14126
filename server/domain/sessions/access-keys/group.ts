import { group } from '../../group.ts';
import { accessKeyEndpoints } from './endpoints.ts';

export const accessKeys = group({
  name: 'sessions/access-keys',
  tables: {
    accessKeys: { key: 'id' },
    accessKeyTenants: { key: 'keyId tenantId' },
    accessKeyRoles: { key: 'keyId tenantId roleId' },
  },
  endpoints: accessKeyEndpoints,
});
