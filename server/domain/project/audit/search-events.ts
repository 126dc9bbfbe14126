import type { ServiceContext, TimedProjectData } from '../../../core/context.ts';
import type { AuditRecord } from './audit-record.ts';
import { everyEvent } from './event-filter.ts';
import { findPage } from './find-page.ts';
import { findNewestEventTime } from './store.ts';

/** Search criteria for events, all of which must match. Empty lists and texts are ignored. */
export interface EventSearch {
  userIds?: string[];
  excludedUserIds?: string[];
  /** Parts of login IDs. */
  loginIdsContain?: string[];
  loginIdsNotContain?: string[];
  actorIds?: string[];
  actorTypes?: string[];
  severities?: ('info' | 'warn' | 'error')[];
  actions?: string[];
  excludedActions?: string[];
  devices?: string[];
  methods?: string[];
  /** Countries are not recorded, so this matches nothing. */
  geos?: string[];
  remoteAddresses?: string[];
  tenantIds?: string[];
  /** The ID of an SSO application. */
  applicationId?: string;
  /** With `tenantIds`: include events without a tenant. */
  noTenants?: boolean;
  text?: string;
  /** Hashes of login IDs that no user had when a sign-in was refused. */
  loginIdHashes?: string[];
  /** Texts of which the event's data contains one. */
  dataParts?: string[];
  /** Milliseconds since 1970; zero or below means not set. */
  from?: number;
  to?: number;
  oldestFirst?: boolean;
  limit?: number;
  /** Starts at 0. */
  page?: number;
  /** Stops when the page is full; the total is then that of the events found until then. */
  withoutTotal?: boolean;
}

/** The largest page. */
export const maxPageSize = 1_000;
/** The default length of the period. */
export const defaultLookBackDays = 30;
/** The maximum number of events that are counted, and that are read for a text. */
export const maxEvents = 100_000;

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Returns events of the project, newest first, and their number, at most 100,000. The order is that of the log: events are in the order in
 * which they were sealed. Texts and parts of login IDs are looked for in the first 100,000 events that meet the other criteria; blocks find
 * those, so no search reads a whole log.
 */
export async function searchEvents(
  ctx: TimedProjectData,
  search: EventSearch,
): Promise<{ events: AuditRecord[]; total: number }> {
  const { geos = [], tenantIds = [], noTenants } = search;
  const { from = 0, to = 0, limit: size = 0, page = 0 } = search;
  if (geos.length > 0) return { events: [], total: 0 };
  const limit = Math.min(size || maxPageSize, maxPageSize);
  const filter = {
    ...everyEvent,
    from: from > 0 ? from : ctx.now() - defaultLookBackDays * dayMs,
    to: to > 0 ? to : Number.MAX_SAFE_INTEGER,
    userIds: search.userIds ?? [],
    excludedUserIds: search.excludedUserIds ?? [],
    loginIdParts: filled(search.loginIdsContain),
    excludedLoginIdParts: filled(search.loginIdsNotContain),
    tenantIds: tenantIds.length > 0 ? [...tenantIds, ...(noTenants ? [''] : [])] : [],
    applicationId: search.applicationId ?? '',
    severities: search.severities ?? [],
    actions: search.actions ?? [],
    excludedActions: search.excludedActions ?? [],
    actorIds: search.actorIds ?? [],
    actorTypes: search.actorTypes ?? [],
    devices: search.devices ?? [],
    methods: search.methods ?? [],
    remoteAddresses: search.remoteAddresses ?? [],
    text: search.text?.trim() ?? '',
    loginIdHashes: search.loginIdHashes ?? [],
    dataParts: search.dataParts ?? [],
    oldestFirst: search.oldestFirst ?? false,
    maxEvents,
  };
  // A page beyond the last is empty; a number beyond 64 bits would cause a database error.
  const offset = Math.min(limit * page, maxEvents);
  const isWhole = !search.withoutTotal;
  return findPage(ctx.db, ctx.project.id, filter, {
    limit: Math.min(limit, maxEvents - offset),
    offset,
    isWhole,
  });
}

function filled(texts: string[] = []): string[] {
  return texts.filter((text) => text.trim() !== '');
}

/** Returns the time of the project's newest event, or `undefined` if there is none. */
export function newestEventTime(
  ctx: Pick<ServiceContext, 'db'>,
  projectId: string,
): Promise<number | undefined> {
  return findNewestEventTime(ctx.db, projectId);
}
