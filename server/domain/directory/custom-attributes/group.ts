import { group } from '../../group.ts';
import { customAttributeEndpoints } from './endpoints.ts';
import { customAttributesPart } from './snapshot-part.ts';

export const customAttributes = group({
  name: 'directory/custom-attributes',
  tables: { customAttributes: { key: 'owner id' } },
  endpoints: customAttributeEndpoints,
  snapshot: [customAttributesPart],
});
