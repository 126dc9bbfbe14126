import type { ServiceContext } from '../../../core/context.ts';
import { transaction } from '../../../storage/transaction.ts';
import { activeRetentionMs, retentionMs, startOfDay } from './activity.ts';
import {
  addCounts,
  addTenantCounts,
  advanceProgress,
  type CountedEvents,
  countRange,
  deleteCountsBefore,
  findNextRange,
  listUncountedProjects,
} from './store.ts';
import { addActiveUsersOf, deleteActiveUsersBefore } from './store-active-users.ts';

type Service = Pick<ServiceContext, 'db' | 'now'>;

/** The number of events in one transaction, which occupies the event loop for some milliseconds. */
const batchSize = 250;

/** Counts the events sealed since the last run, in all projects. */
export async function countActivity(service: Service): Promise<void> {
  for (const projectId of await listUncountedProjects(service.db)) await countEvents(service, projectId);
}

/**
 * Counts every event once, in whatever order events arrive: their positions in the audit chain show which are new,
 * so an event committed late is still added to its hour. The same transaction advances the position, so that only
 * one of several instances counts, and nothing is counted twice after a crash. Events removed from the log stay
 * counted.
 */
export async function countEvents(service: Service, projectId: string): Promise<void> {
  for (;;) {
    const range = await findNextRange(service.db, projectId, batchSize);
    if (!range) break;
    await transaction(service, async ({ db }) => {
      // Another instance has counted these events in the meantime.
      if (!(await advanceProgress(db, projectId, range))) return;
      const hours = await countRange(db, projectId, range);
      const rows = [...hours, ...inDays(hours)];
      await addTenantCounts(db, projectId, rows);
      await addCounts(db, projectId, withoutTenants(rows));
      await addActiveUsersOf(db, projectId, range);
    });
  }
  await deleteCountsBefore(service.db, projectId, service.now() - retentionMs);
  await deleteActiveUsersBefore(service.db, projectId, service.now() - activeRetentionMs);
}

function inDays(hours: CountedEvents[]): CountedEvents[] {
  return summed(hours.map((row) => ({ ...row, span: 'day', startsAt: startOfDay(row.startsAt) })));
}

function withoutTenants(rows: CountedEvents[]): CountedEvents[] {
  return summed(rows.map((row) => ({ ...row, tenantId: '' })));
}

/** Merges rows with the same key, because an upsert must not meet one twice. */
function summed(rows: CountedEvents[]): CountedEvents[] {
  const sums = new Map<string, CountedEvents>();
  for (const row of rows) {
    const key = JSON.stringify([row.span, row.startsAt, row.action, row.method, row.device, row.tenantId]);
    const sum = sums.get(key);
    if (sum) sum.events += row.events;
    else sums.set(key, { ...row });
  }
  return [...sums.values()];
}
