/**
 * The project whose users are the administrators of this instance. It is created at the first start and appears
 * in no list of projects. Keys, pages and most endpoints are closed in it (`forAdministrators`). In `core`, because `http` closes them.
 */
export const administrationProjectId = `P${'administration'.padEnd(27, '0')}`;

/**
 * The roles of the administration project, from the fewest rights to the most. Each includes the rights of
 * those before it.
 */
export const administratorRoles = ['auditor', 'support', 'administrator', 'owner'] as const;

export type AdministratorRole = (typeof administratorRoles)[number];

/** Returns the highest administrator role among the names, or `undefined` if there is none. */
export function highestRole(roleNames: readonly string[]): AdministratorRole | undefined {
  return administratorRoles.findLast((role) => roleNames.includes(role));
}

export function reaches(role: AdministratorRole | undefined, needed: AdministratorRole): boolean {
  return role !== undefined && administratorRoles.indexOf(role) >= administratorRoles.indexOf(needed);
}
