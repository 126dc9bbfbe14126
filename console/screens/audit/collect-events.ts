import type { AuditEvent, AuditSearchInput, Client } from '../../../client/client.ts';
import { maxAuditEvents, maxAuditPage } from '../../../client/constants.ts';
import { retryRateLimited } from '../../api/many-calls.ts';

const pageSize = maxAuditPage;
/** The number of pages that one search can reach. */
const maxPages = maxAuditEvents / pageSize;

/**
 * Yields all events that match a search, page by page, newest first. `search.to` must be set, so that new events do not
 * shift the pages.
 */
export async function* collectEvents(
  client: Client,
  search: AuditSearchInput & { to: number },
  signal: AbortSignal,
): AsyncGenerator<AuditEvent[]> {
  let { to } = search;
  /** IDs of the events at the time `to` that the previous search has already yielded. */
  let seen = new Set<string>();
  for (;;) {
    let last: AuditEvent | undefined;
    for (let page = 0; page < maxPages; page++) {
      const input = { ...search, to, oldestFirst: false, limit: pageSize, page };
      const { audits } = await retryRateLimited(() => client.management.audit.search(input), signal);
      signal.throwIfAborted();
      yield audits.filter(({ ID }) => !seen.has(ID));
      if (audits.length < pageSize) return;
      last = audits.at(-1);
      const moment = last?.occurred;
      if (page === maxPages - 1) {
        seen = new Set(audits.filter(({ occurred }) => occurred === moment).map(({ ID }) => ID));
      }
    }
    to = Number(last?.occurred);
  }
}
