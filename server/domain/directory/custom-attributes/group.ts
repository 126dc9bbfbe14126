import { group } from '../../group.ts';
import { customAttributeEndpoints } from './endpoints.ts';

export const customAttributes = group({
  name: 'directory/custom-attributes',
  tables: { customAttributes: { key: 'owner id' } },
  endpoints: customAttributeEndpoints,
});
