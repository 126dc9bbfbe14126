import type { ProjectContext } from '../../../core/context.ts';
import type { AuditRecord } from '../../project/audit/audit-record.ts';
import { type EventSearch, searchEvents } from '../../project/audit/search-events.ts';
import { nameHashes } from '../sign-in-refusals/name-hash.ts';
import { findUserId } from '../users/load-user.ts';

export interface AuditSearch extends EventSearch {
  /** Current login IDs: those of deleted users match no event. */
  loginIds?: string[];
  excludedLoginIds?: string[];
  /** Login IDs that no user had when a sign-in was refused. */
  unknownLoginIds?: string[];
}

/** Searches the audit log, also by the current login IDs of users. */
export async function searchAudit(
  ctx: ProjectContext,
  { loginIds = [], excludedLoginIds = [], unknownLoginIds = [], ...search }: AuditSearch,
): Promise<{ events: AuditRecord[]; total: number }> {
  const named = loginIds.length > 0 ? await findUserIds(ctx, loginIds) : undefined;
  const isUnknown = unknownLoginIds.length > 0;
  return searchEvents(ctx, {
    ...search,
    ...(isUnknown && { dataParts: unknownLoginIds.flatMap((loginId) => nameHashes(ctx, loginId)) }),
    // The index of the action then finds the candidates.
    ...(isUnknown && !search.actions?.length && { actions: ['LoginFailed'] }),
    userIds: both(search.userIds ?? [], named),
    excludedUserIds: await findUserIds(ctx, excludedLoginIds),
  });
}

async function findUserIds(ctx: ProjectContext, loginIds: string[]): Promise<string[]> {
  const found = await Promise.all(loginIds.map((loginId) => findUserId(ctx, loginId)));
  return found.filter((id) => id !== undefined);
}

/**
 * Returns the users that match both filters; `undefined` stands for no second filter. If no user matches both,
 * returns an ID that no user has.
 */
function both(userIds: string[], named: string[] | undefined): string[] {
  if (!named) return userIds;
  const ids = userIds.length > 0 ? named.filter((id) => userIds.includes(id)) : named;
  return ids.length > 0 ? ids : ['-'];
}
