import type { ProjectContext } from '../../../core/context.ts';
import type { AuditRecord } from '../../project/audit/audit-record.ts';
import { type EventSearch, searchEvents } from '../../project/audit/search-events.ts';
import { findUserId } from '../users/load-user.ts';

export interface AuditSearch extends EventSearch {
  /** Current login IDs: those of a deleted user match no event. */
  loginIds?: string[];
  excludedLoginIds?: string[];
}

/** Searches the audit log, also by the login IDs that users have now. */
export async function searchAudit(
  ctx: ProjectContext,
  { loginIds = [], excludedLoginIds = [], ...search }: AuditSearch,
): Promise<{ events: AuditRecord[]; total: number }> {
  const named = loginIds.length > 0 ? await findUserIds(ctx, loginIds) : undefined;
  return searchEvents(ctx, {
    ...search,
    userIds: both(search.userIds ?? [], named),
    excludedUserIds: await findUserIds(ctx, excludedLoginIds),
  });
}

async function findUserIds(ctx: ProjectContext, loginIds: string[]): Promise<string[]> {
  const found = await Promise.all(loginIds.map((loginId) => findUserId(ctx, loginId)));
  return found.filter((id) => id !== undefined);
}

/** Users who are meant by both filters; `undefined`: there is no second one. Nobody is an ID that no user has. */
function both(userIds: string[], named: string[] | undefined): string[] {
  if (!named) return userIds;
  const ids = userIds.length > 0 ? named.filter((id) => userIds.includes(id)) : named;
  return ids.length > 0 ? ids : ['-'];
}
