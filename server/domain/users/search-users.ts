import type { ProjectContext } from '../../core/context.ts';
import { isEmail, isPhone, normalizePhone } from './address.ts';
import { foldLoginId } from './login-id.ts';
import { searchUserRows } from './store-search.ts';
import type { User } from './user.ts';

export interface UserSearch {
  tenantIds?: string[];
  roleNames?: string[];
  statuses?: User['status'][];
  emails?: string[];
  phones?: string[];
  loginIds?: string[];
  userIds?: string[];
  testUsersOnly?: boolean;
  withTestUser?: boolean;
  limit?: number;
  page?: number;
}

const defaultLimit = 100;
export const maxSearchLimit = 1_000;

/**
 * Users in the order of their making, a page of them and how many there are. An empty list, zero and `false` mean no
 * filter; test users are left out unless asked for. Two queries.
 */
export function searchUsers(
  ctx: ProjectContext,
  search: UserSearch,
): Promise<{ users: User[]; total: number }> {
  const limit = search.limit || defaultLimit;
  const filter = {
    tenantIds: search.tenantIds ?? [],
    roleNames: search.roleNames ?? [],
    statuses: search.statuses ?? [],
    emails: (search.emails ?? []).map(asStoredEmail),
    phones: (search.phones ?? []).map(asStoredPhone),
    loginIds: (search.loginIds ?? []).map(foldLoginId),
    userIds: search.userIds ?? [],
    test: search.testUsersOnly ? true : search.withTestUser ? undefined : false,
  };
  return searchUserRows(ctx.db, ctx.project.id, filter, { limit, offset: limit * (search.page ?? 0) });
}

/** What is not an address finds nobody, rather than everybody or an error. */
function asStoredEmail(text: string): string {
  const email = text.normalize('NFC').toLowerCase();
  return isEmail(email) ? email : '\u{fffd}';
}

function asStoredPhone(text: string): string {
  return isPhone(text) ? normalizePhone(text) : '\u{fffd}';
}
