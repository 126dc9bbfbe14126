import type { Generated, GeneratedAlways } from 'kysely';
import type { Flag, Json, Moment } from './columns.ts';

export interface UsersTables {
  users: UsersTable;
  loginIds: LoginIdsTable;
  userRoles: UserRolesTable;
  userSsoApps: UserSsoAppsTable;
}

interface UsersTable {
  projectId: string;
  id: string;
  status: 'invited' | 'enabled' | 'disabled';
  name: string;
  givenName: string;
  middleName: string;
  familyName: string;
  email: string;
  verifiedEmail: Flag;
  phone: string;
  verifiedPhone: Flag;
  recoveryEmail: Generated<string>;
  verifiedRecoveryEmail: Generated<Flag>;
  recoveryPhone: Generated<string>;
  verifiedRecoveryPhone: Generated<Flag>;
  picture: string;
  test: Flag;
  /** The person who signed up has not been found to own the account yet: see `users/known-owner.ts`. */
  selfRegistered: Generated<Flag>;
  /** The address comes from the account's holder, not from an administrator. */
  selfGivenEmail: Generated<Flag>;
  selfGivenPhone: Generated<Flag>;
  /** The email address that the user has proven themselves, by a code or a link; empty: none. It may be an old one. */
  provedEmail: Generated<string>;
  /** By the IDs of the attributes. */
  customAttributes: Json;
  /** The count of revocations of the user's access: sign-ins that were begun before the last time are void. */
  revocations: Generated<number>;
  createdAt: Moment;
  modifiedAt: Moment;
}

interface LoginIdsTable {
  projectId: string;
  /** Folded: what uniqueness is decided on. */
  loginId: string;
  userId: string;
  /** As it was given. */
  written: string;
  /** 0 is the login ID that the user was made with. */
  position: number;
  /** The login ID comes from the account's holder, not from an administrator. */
  selfGiven: Generated<Flag>;
}

interface UserRolesTable {
  projectId: string;
  userId: string;
  /** Where the user holds the role; empty: in the project. */
  tenantId: string;
  roleId: string;
  /** `sso` when a group of the tenant's identity provider gave it, which can then take it away. */
  source: 'manual' | 'sso';
  /** The order in which an administrator named them. */
  position: Generated<number>;
  /** The tenant again, or null for the project: a foreign key to the membership, with which the role goes. */
  memberOf: GeneratedAlways<string | null>;
}

/** The applications that a user may sign in to through us. */
interface UserSsoAppsTable {
  projectId: string;
  userId: string;
  ssoAppId: string;
}
