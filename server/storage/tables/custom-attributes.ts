import type { Json, Moment } from './columns.ts';

export interface CustomAttributesTables {
  customAttributes: CustomAttributesTable;
}

interface CustomAttributesTable {
  projectId: string;
  /** What it is an attribute of. */
  owner: 'user' | 'ssoApp';
  /** Values are kept under it, not under the name. */
  id: string;
  /** Unique for its owner. */
  name: string;
  type: 'text' | 'number' | 'boolean' | 'singleSelect' | 'multiSelect' | 'date' | 'monthDay';
  /** As `domain/directory/custom-attributes/attribute.ts` types it. */
  details: Json;
  createdAt: Moment;
}
