/**
 * The project whose users are the administrators of this instance. It is made at the first start, and is in no list of
 * projects; keys, pages and most endpoints are closed to it (`forAdministrators`).
 */
export const administrationProjectId = `P${'administration'.padEnd(27, '0')}`;

/** From the least to the most: each may do what those before it may. They are the roles of the administration project. */
export const administratorRoles = ['auditor', 'support', 'administrator', 'owner'] as const;

export type AdministratorRole = (typeof administratorRoles)[number];

/** The highest of these roles; `undefined`: none of them is one of an administrator. */
export function highestRole(roleNames: readonly string[]): AdministratorRole | undefined {
  return administratorRoles.findLast((role) => roleNames.includes(role));
}

export function reaches(role: AdministratorRole | undefined, needed: AdministratorRole): boolean {
  return role !== undefined && administratorRoles.indexOf(role) >= administratorRoles.indexOf(needed);
}
