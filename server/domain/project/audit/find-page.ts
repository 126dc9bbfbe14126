import type { Db } from '../../../storage/tables.ts';
import type { AuditRecord } from './audit-record.ts';
import type { EventFilter } from './event-filter.ts';
import { findPlaces, type Place } from './find-places.ts';
import { listEventsAt } from './store-search.ts';

export interface PageOf {
  limit: number;
  offset: number;
  /** Counts the events after the page, too. */
  isWhole: boolean;
}

/** Returns a page of matching events, and how many were found, at most `maxEvents`. */
export async function findPage(
  db: Db,
  projectId: string,
  filter: EventFilter,
  { limit, offset, isWhole }: PageOf,
): Promise<{ events: AuditRecord[]; total: number }> {
  const shown: Place[] = [];
  let total = 0;
  for await (const places of findPlaces(db, projectId, filter)) {
    const from = Math.max(0, offset - total);
    shown.push(...places.slice(from, from + limit - shown.length));
    total += places.length;
    if (total >= filter.maxEvents || (!isWhole && shown.length === limit)) break;
  }
  const events = await listEventsAt(db, projectId, filter, shown);
  const missing = shown.length - events.length;
  return { events, total: Math.min(total, filter.maxEvents) - missing };
}
