import type { Generated, GeneratedAlways } from 'kysely';
import type { TextField } from '../../core/profile-fields.ts';
import type { Flag, Json, Moment } from './columns.ts';

export interface UsersTables {
  users: UsersTable;
  loginIds: LoginIdsTable;
  userRoles: UserRolesTable;
  userSsoApps: UserSsoAppsTable;
}

interface UsersTable extends Record<TextField, string> {
  projectId: string;
  id: string;
  /** In the order in which the users of a project were added. */
  number: Generated<number>;
  status: 'invited' | 'enabled' | 'disabled';
  /** The tenant whose directory or administrator disabled the user. Empty: somebody else did, or the user is not disabled. */
  disabledIn: Generated<string>;
  email: string;
  verifiedEmail: Flag;
  phone: string;
  verifiedPhone: Flag;
  recoveryEmail: Generated<string>;
  verifiedRecoveryEmail: Generated<Flag>;
  recoveryPhone: Generated<string>;
  verifiedRecoveryPhone: Generated<Flag>;
  test: Flag;
  /** The account's holder is not yet known to own it: see `users/known-owner.ts`. */
  selfRegistered: Generated<Flag>;
  /** The address comes from the account's holder, not from an administrator. */
  selfGivenEmail: Generated<Flag>;
  selfGivenPhone: Generated<Flag>;
  /** The email address that the user has proven by a code or a link, possibly an old one. Empty: none. */
  provedEmail: Generated<string>;
  /** By attribute ID. */
  customAttributes: Json;
  /**
   * The number of times that the user's access was revoked: sign-ins started before the last revocation are
   * void.
   */
  revocations: Generated<number>;
  /** The start of the day of the last sign-in, in UTC. 0: none is known. */
  lastSignInDay: Generated<Moment>;
  /** The last time at which an invitation was sent. 0: never. */
  invitedAt: Generated<Moment>;
  createdAt: Moment;
  modifiedAt: Moment;
}

interface LoginIdsTable {
  projectId: string;
  /** Folded, for uniqueness. */
  loginId: string;
  userId: string;
  /** As given. */
  written: string;
  /** 0 is the login ID with which the user was created. */
  position: number;
  /** The login ID comes from the account's holder, not from an administrator. */
  selfGiven: Generated<Flag>;
}

interface UserRolesTable {
  projectId: string;
  userId: string;
  /** The tenant in which the user holds the role. Empty: in the project. */
  tenantId: string;
  roleId: string;
  /** `sso` when a group of the tenant's identity provider granted it, which can then remove it. */
  source: 'manual' | 'sso';
  /** The order in which an administrator listed them. */
  position: Generated<number>;
  /** The tenant again, or null for the project: a foreign key to the membership, with which the role is deleted. */
  memberOf: GeneratedAlways<string | null>;
}

/** The applications that a user may sign in to through Latchkey. */
interface UserSsoAppsTable {
  projectId: string;
  userId: string;
  ssoAppId: string;
}
