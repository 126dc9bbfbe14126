import { group } from '../../group.ts';
import { managementKeyEndpoints } from './endpoints.ts';

export const managementKeys = group({
  name: 'project/management-keys',
  tables: { managementKeys: { key: 'id' } },
  endpoints: managementKeyEndpoints,
});
