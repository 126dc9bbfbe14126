import { group } from '../../group.ts';
import { importEndpoints } from './endpoints.ts';

export const imports = group({
  name: 'credentials/import',
  tables: { importedUsers: { key: 'source sourceId' } },
  endpoints: importEndpoints,
});
