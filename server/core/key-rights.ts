/** The roles of management keys that have less than all rights. */
export const keyRoles = ['project-read-only', 'project-users'] as const;

export type KeyRole = (typeof keyRoles)[number];

/**
 * The role of management keys that may do what concerns the instance: delete, clone and import projects. Only owners and the command line
 * give it.
 */
export const instanceRole = 'company-full-access';

/** The rights of a management key that does not have all of them. In `core`, because `http` checks them. */
export interface KeyRights {
  roles: KeyRole[];
  /** The tenants to which the key is limited; an empty list is a key that reaches nothing. Absent: no limit. */
  tenantIds?: string[];
}
