/** Names what a file can define beside users. */
export type DefinitionKind = 'permissions' | 'tenants' | 'roles' | 'attributes';

/** The lists of a file that define what its users refer to, and the kind that each defines. */
export const definitionLists = {
  permissions: 'permissions',
  tenants: 'tenants',
  roles: 'roles',
  /** The member of the response of `user/customattributes`. */
  data: 'attributes',
  attributes: 'attributes',
} as const satisfies Record<string, DefinitionKind>;
