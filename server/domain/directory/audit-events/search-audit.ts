import type { ProjectContext, ProjectData } from '../../../core/context.ts';
import type { AuditRecord } from '../../project/audit/audit-record.ts';
import { type EventSearch, searchEvents } from '../../project/audit/search-events.ts';
import { nameHashes } from '../sign-in-refusals/name-hash.ts';
import { findUserId } from '../users/load-user.ts';
import { findNames } from './store.ts';

export interface AuditSearch extends EventSearch {
  /** Current login IDs: those of deleted users match no event. */
  loginIds?: string[];
  excludedLoginIds?: string[];
  /** Login IDs that no user had when a sign-in was refused. */
  unknownLoginIds?: string[];
}

/** An event with the current names of what it refers to, by ID. */
export type NamedEvent = AuditRecord & { names: Record<string, string> };

/** Searches the audit log, also by the current login IDs of users. */
export async function searchAudit(
  ctx: ProjectContext,
  search: AuditSearch,
): Promise<{ events: NamedEvent[]; total: number }> {
  const { events, total } = await findEvents(ctx, search);
  const referred = events.map(referredIds);
  const names = await findNames(ctx.db, ctx.project.id, [...new Set(referred.flat())]);
  const named = events.map((event, index) => ({
    ...event,
    names: Object.fromEntries(
      (referred[index] ?? []).flatMap((id) => {
        const name = names.get(id);
        return name === undefined ? [] : [[id, name]];
      }),
    ),
  }));
  return { events: named, total };
}

/** The fields of an event's data that are the ID of a record. */
const references = ['id', 'application', 'impersonatorId', 'managementKeyId'] as const;

/** Removes the mark that tells the ID of a third-party application from that of an SSO application. */
function bareId(id: string): string {
  return id.startsWith('~') ? id.slice(1) : id;
}

function referredIds({ actorId, actingAs, userId, tenantId, data }: AuditRecord): string[] {
  const given = [actorId, actingAs, userId, tenantId, ...references.map((field) => data[field])];
  const ids = given.filter((id): id is string => typeof id === 'string' && id !== '');
  return [...new Set(ids.map(bareId))];
}

async function findEvents(
  ctx: ProjectContext,
  search: AuditSearch,
): Promise<{ events: AuditRecord[]; total: number }> {
  const { loginIds = [], excludedLoginIds = [], unknownLoginIds = [], ...rest } = search;
  const named = loginIds.length > 0 ? await findUserIds(ctx, loginIds) : undefined;
  const isUnknown = unknownLoginIds.length > 0;
  return searchEvents(ctx, {
    ...rest,
    ...(isUnknown && { loginIdHashes: unknownLoginIds.flatMap((loginId) => nameHashes(ctx, loginId)) }),
    userIds: both(rest.userIds ?? [], named),
    excludedUserIds: await findUserIds(ctx, excludedLoginIds),
  });
}

async function findUserIds(ctx: ProjectData, loginIds: string[]): Promise<string[]> {
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
