import type { ProjectContext } from '../../core/context.ts';
import { findUserId } from '../users/load-user.ts';
import { type AuditRecord, type EventFilter, searchEventRows } from './store-search.ts';

/** Of an empty list and an empty text: no such filter. All that are given have to fit. */
export interface EventSearch {
  userIds?: string[];
  /** Of users that there are now: a deleted user's are forgotten. */
  loginIds?: string[];
  excludedLoginIds?: string[];
  /** Parts of login IDs. */
  loginIdsContain?: string[];
  loginIdsNotContain?: string[];
  actorIds?: string[];
  severities?: ('info' | 'warn' | 'error')[];
  actions?: string[];
  excludedActions?: string[];
  devices?: string[];
  methods?: string[];
  /** Countries are not recorded: nothing fits. */
  geos?: string[];
  remoteAddresses?: string[];
  tenantIds?: string[];
  /** With `tenantIds`: also what happened in no tenant. */
  noTenants?: boolean;
  text?: string;
  /** Milliseconds since 1970; not after zero: unset. */
  from?: number;
  to?: number;
  oldestFirst?: boolean;
  limit?: number;
  /** From 0. */
  page?: number;
}

/** Of one page. */
export const maxPageSize = 1_000;
/** What is looked at when nobody says from when. */
export const defaultLookBackDays = 30;
/** What is looked at, and counted, at most. */
export const maxEvents = 100_000;

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Events of the project with how many there are, the newest first. Time, users, tenants and actions are found by
 * indexes; the other filters look at the first 100,000 of what these find, so no search reads a whole log.
 */
export async function searchEvents(
  ctx: ProjectContext,
  search: EventSearch,
): Promise<{ events: AuditRecord[]; total: number }> {
  const { geos = [], tenantIds = [], noTenants, loginIds = [], excludedLoginIds = [] } = search;
  const { from = 0, to = 0, limit: size = 0, page = 0 } = search;
  if (geos.length > 0) return { events: [], total: 0 };
  const named = await findUserIds(ctx, loginIds);
  const limit = Math.min(size || maxPageSize, maxPageSize);
  const filter: EventFilter = {
    from: from > 0 ? from : ctx.now() - defaultLookBackDays * dayMs,
    to: to > 0 ? to : Number.MAX_SAFE_INTEGER,
    userIds: both(search.userIds ?? [], loginIds.length > 0 ? named : undefined),
    excludedUserIds: await findUserIds(ctx, excludedLoginIds),
    loginIdParts: filled(search.loginIdsContain),
    excludedLoginIdParts: filled(search.loginIdsNotContain),
    tenantIds: tenantIds.length > 0 ? [...tenantIds, ...(noTenants ? [''] : [])] : [],
    severities: search.severities ?? [],
    actions: search.actions ?? [],
    excludedActions: search.excludedActions ?? [],
    actorIds: search.actorIds ?? [],
    devices: search.devices ?? [],
    methods: search.methods ?? [],
    remoteAddresses: search.remoteAddresses ?? [],
    text: search.text?.trim() ?? '',
    oldestFirst: search.oldestFirst ?? false,
    maxEvents,
  };
  // A page beyond everything is empty; a number beyond 64 bits would be an error of the database.
  const offset = Math.min(limit * page, maxEvents);
  return searchEventRows(ctx.db, ctx.project.id, filter, { limit, offset });
}

function filled(texts: string[] = []): string[] {
  return texts.filter((text) => text.trim() !== '');
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
