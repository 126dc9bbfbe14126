import { type AdministratorRole, highestRole } from '../../core/administration.ts';
import type { UserContext } from '../../core/context.ts';
import type { User } from '../users/user.ts';

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

/**
 * A passkey counts for two factors: to sign in by it alone, the authenticator has to verify the user. A link stands for
 * the password, which the user may not have chosen yet. `mfa` says less: a link and a password have it too.
 */
export function isComplete(amr: readonly string[]): boolean {
  const has = (factor: string) => amr.includes(factor);
  return has('webauthn') || (has('totp') && (has('pwd') || has('embedded')));
}

export function hasSecondFactor(user: Pick<User, 'hasTotp' | 'hasPasskey'>): boolean {
  return user.hasTotp || user.hasPasskey;
}
