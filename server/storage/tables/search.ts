import type { Generated } from 'kysely';
import type { Moment } from './columns.ts';

export interface SearchTables {
  searchedUsers: SearchedUsersTable;
  userTexts: UserTextsTable;
  searchFacets: SearchFacetsTable;
  userFacets: UserFacetsTable;
  userCounts: UserCountsTable;
}

/** What a search finds, in the order of being added. Triggers of `users` keep it. */
interface SearchedUsersTable {
  number: Generated<number>;
  projectId: string;
  userId: string;
  /** As `domain/directory/users/search/flags.ts` reads them. */
  flags: number;
  createdAt: Moment;
  modifiedAt: Moment;
}

/** Folded text: one to search in, the others to sort by. */
interface UserTextsTable {
  number: number;
  projectId: string;
  name: string;
  email: string;
  phone: string;
  loginId: string;
  text: string;
}

/** Something that many users can have: a tenant, a role in a tenant, a value of a custom attribute. */
interface SearchFacetsTable {
  id: Generated<number>;
  projectId: string;
  kind: 'tenant' | 'role' | 'attribute' | 'ssoApp' | 'totp' | 'sso' | 'password' | 'webauthn' | 'scim';
  value: string;
  /** Of a role: the tenant that it is held in, or empty. */
  scope: string;
}

/** Who has it. The flags are repeated here so that counting reads nothing else. */
interface UserFacetsTable {
  facet: number;
  number: number;
  flags: number;
}

/** The sum of the rows with the same flags is how many users have them. */
interface UserCountsTable {
  projectId: string;
  flags: number;
  count: number;
}
