/** An action that a user may perform, by a name that applications know. Users hold permissions only through roles. */
export interface Permission {
  id: string;
  name: string;
  description: string;
}

/**
 * The permissions that every project has from the start because the service itself checks them. They can be added
 * to roles like any other, but neither changed nor deleted. A name added to this list needs a migration that adds
 * its rows.
 */
export const builtInPermissions: readonly Omit<Permission, 'id'>[] = [
  { name: 'Impersonate', description: 'Act as another user' },
];

const builtInNames = new Set(builtInPermissions.map((permission) => permission.name));

export function isBuiltIn(permission: { name: string }): boolean {
  return builtInNames.has(permission.name);
}

/** The largest list in one response. */
export const maxPermissions = 10_000;
