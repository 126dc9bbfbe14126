import { group } from '../../group.ts';
import { permissionEndpoints } from './endpoints.ts';
import { permissionsPart } from './snapshot-part.ts';

export const permissions = group({
  name: 'directory/permissions',
  tables: { permissions: { key: 'id' } },
  endpoints: permissionEndpoints,
  snapshot: [permissionsPart],
});
