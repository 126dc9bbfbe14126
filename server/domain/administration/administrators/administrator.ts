import { type AdministratorRole, highestRole } from '../../../core/administration.ts';
import type { UserContext } from '../../../core/context.ts';
import { isComplete } from '../../credentials/enrolment/enrolment.ts';
import type { User } from '../../directory/users/user.ts';

/** A signed-in user of the administration project. */
export interface Administrator {
  userId: string;
  /** What the audit log of every project calls them. */
  loginId: string;
  name: string;
  email: string;
  /** `undefined`: they may do nothing. */
  role: AdministratorRole | undefined;
  /** The second factor is done. */
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

/** `undefined`: nobody, or somebody who may do nothing. */
export function toRole(user: Pick<User, 'roleNames' | 'status'> | undefined): AdministratorRole | undefined {
  return user && user.status !== 'disabled' ? highestRole(user.roleNames) : undefined;
}
