import { type AdministratorRole, highestRole } from '../../../core/administration.ts';
import type { UserContext } from '../../../core/context.ts';
import { isComplete } from '../../credentials/enrolment/enrolment.ts';
import { isDisabled, type User } from '../../directory/users/user.ts';

/** A signed-in user of the administration project. */
export interface Administrator {
  userId: string;
  /** The login ID, by which the audit log of every project names them. */
  loginId: string;
  name: string;
  email: string;
  /** The role in all projects. */
  role: AdministratorRole | undefined;
  /** Roles in single projects, by the project's ID. */
  projectRoles: Map<string, AdministratorRole>;
  /** True once the second factor is done. */
  isComplete: boolean;
}

export function toAdministrator(user: User, session: UserContext['session']): Administrator {
  return {
    userId: user.id,
    loginId: user.loginIds[0] ?? user.id,
    name: user.name,
    email: user.email,
    role: toRole(user),
    projectRoles: toProjectRoles(user),
    isComplete: isComplete(session.amr),
  };
}

/** Returns a user's role as an administrator, or `undefined` for unknown, disabled and other users. */
export function toRole(user: Pick<User, 'roleNames' | 'status'> | undefined): AdministratorRole | undefined {
  return user && !isDisabled(user) ? highestRole(user.roleNames) : undefined;
}

/** Returns the roles in single projects, which are memberships in tenants with the IDs of these projects. None of them makes an owner. */
function toProjectRoles(user: User): Map<string, AdministratorRole> {
  if (isDisabled(user)) return new Map();
  return new Map(
    user.tenants.flatMap(({ tenantId, roleNames }) => {
      const role = highestRole(roleNames.filter((name) => name !== 'owner'));
      return role ? [[tenantId, role] as const] : [];
    }),
  );
}

/** Returns the administrator's role in a project: the higher of the one in all projects and the one in this. */
export function roleIn(
  { role, projectRoles }: Pick<Administrator, 'role' | 'projectRoles'>,
  projectId: string,
): AdministratorRole | undefined {
  const here = projectRoles.get(projectId);
  return highestRole([...(role ? [role] : []), ...(here ? [here] : [])]);
}
