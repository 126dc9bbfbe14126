import type { ProjectContext } from '../../../core/context.ts';
import type { AuditRecord } from './audit-record.ts';
import { type EventFilter, searchEventRows } from './store-search.ts';

/** All filters that are given have to match. An empty list or text is no filter. */
export interface EventSearch {
  userIds?: string[];
  excludedUserIds?: string[];
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
  const { geos = [], tenantIds = [], noTenants } = search;
  const { from = 0, to = 0, limit: size = 0, page = 0 } = search;
  if (geos.length > 0) return { events: [], total: 0 };
  const limit = Math.min(size || maxPageSize, maxPageSize);
  const filter: EventFilter = {
    from: from > 0 ? from : ctx.now() - defaultLookBackDays * dayMs,
    to: to > 0 ? to : Number.MAX_SAFE_INTEGER,
    userIds: search.userIds ?? [],
    excludedUserIds: search.excludedUserIds ?? [],
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
