import { type AdministratorRole, highestRole } from '../../../core/administration.ts';
import type { UserContext } from '../../../core/context.ts';
import { isComplete } from '../../credentials/enrolment/enrolment.ts';
import type { User } from '../../directory/users/user.ts';

/** A signed-in user of the administration project. */
export interface Administrator {
  userId: string;
  /** The login ID, by which the audit log of every project names them. */
  loginId: string;
  name: string;
  email: string;
  /** `undefined` if they have no access. */
  role: AdministratorRole | undefined;
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
    isComplete: isComplete(session.amr),
  };
}

/** Returns a user's role as an administrator, or `undefined` for unknown, disabled and other users. */
export function toRole(user: Pick<User, 'roleNames' | 'status'> | undefined): AdministratorRole | undefined {
  return user && user.status !== 'disabled' ? highestRole(user.roleNames) : undefined;
}
