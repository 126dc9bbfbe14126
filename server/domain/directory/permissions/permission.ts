/** What a user may do, by a name that the applications know. Users hold permissions through roles only. */
export interface Permission {
  id: string;
  name: string;
  description: string;
}

/**
 * What every project has from the start, because operations of the service itself ask for it. They can be put into
 * roles like any other, and neither changed nor deleted. A name that joins this list later needs a migration that
 * adds its rows.
 */
export const builtInPermissions: readonly Omit<Permission, 'id'>[] = [
  { name: 'Impersonate', description: 'Act as another user' },
];

const builtInNames = new Set(builtInPermissions.map((permission) => permission.name));

export function isBuiltIn(permission: { name: string }): boolean {
  return builtInNames.has(permission.name);
}

/** Of one list answer. */
export const maxPermissions = 10_000;
