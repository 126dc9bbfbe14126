import type { Generated } from 'kysely';
import type { Moment } from './columns.ts';

export interface SearchTables {
  searchedUsers: SearchedUsersTable;
  userTexts: UserTextsTable;
  searchFacets: SearchFacetsTable;
  userFacets: UserFacetsTable;
  userCounts: UserCountsTable;
}

/** The users that a search finds, in the order of creation. Triggers on `users` maintain it. */
interface SearchedUsersTable {
  number: Generated<number>;
  projectId: string;
  userId: string;
  /** The bits that `domain/directory/users/search/flags.ts` reads. */
  flags: number;
  createdAt: Moment;
  modifiedAt: Moment;
  lastSignInDay: Generated<Moment>;
}

/** Folded text: one column to search in, the others to sort by. */
interface UserTextsTable {
  number: number;
  projectId: string;
  name: string;
  email: string;
  phone: string;
  loginId: string;
  text: string;
}

/** A property that many users can share: a tenant, a role in a tenant, a value of a custom attribute. */
interface SearchFacetsTable {
  id: Generated<number>;
  projectId: string;
  kind:
    | 'tenant'
    | 'role'
    | 'tenantRole'
    | 'attribute'
    | 'ssoApp'
    | 'totp'
    | 'sso'
    | 'password'
    | 'webauthn'
    | 'scim';
  value: string;
  /** For a role: its tenant, or empty. A `tenantRole` is held in any tenant. */
  scope: string;
}

/** The users with a facet. The flags are repeated so that counting reads nothing else. */
interface UserFacetsTable {
  facet: number;
  number: number;
  flags: number;
}

/** The number of users by flags: the sum of all rows with the same flags. */
interface UserCountsTable {
  projectId: string;
  flags: number;
  count: number;
}
