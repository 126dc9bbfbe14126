import { impersonateName, ssoAdmin, userAdmin } from '../../../core/built-in-rights.ts';

/** An action that a user may perform, by a name that applications know. Users hold permissions only through roles. */
export interface Permission {
  id: string;
  name: string;
  description: string;
}

/** The permission to act as another user. No project could create one of this name. */
export const impersonate = { name: impersonateName, description: 'Act as another user' };

/**
 * The built-in permissions whose names a project may have used before they existed. It then has them as soon as it gives its own permission
 * another name, or deletes it. A permission added to this list needs a migration that adds its rows.
 */
export const laterBuiltIn: readonly Permission[] = [userAdmin, ssoAdmin];

/** Reports whether the service itself checks the permission, which can then be added to roles but neither changed nor deleted. */
export function isBuiltIn({ id, name }: { id: string; name: string }): boolean {
  return name === impersonate.name || laterBuiltIn.some((permission) => permission.id === id);
}

/** The largest list in one response. */
export const maxPermissions = 10_000;
