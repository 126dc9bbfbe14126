import type { ServiceContext } from '../../../core/context.ts';
import { transaction } from '../../../storage/transaction.ts';
import { retentionMs, startOfDay } from './activity.ts';
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

type Service = Pick<ServiceContext, 'db' | 'now'>;

/** Of one transaction, which keeps the event loop for some milliseconds. */
const batchSize = 250;

/** Adds to the counts what was sealed since the last time, in all projects. */
export async function countActivity(service: Service): Promise<void> {
  for (const projectId of await listUncountedProjects(service.db)) await countEvents(service, projectId);
}

/**
 * Every event is counted once, in whatever order events arrive: their place in the audit chain says which ones are
 * new, so an event that was committed late goes into its hour all the same. The place up to which is counted moves in
 * the same transaction, so of several instances one counts, and nothing is counted twice after a crash. What is
 * removed from the log stays counted.
 */
export async function countEvents(service: Service, projectId: string): Promise<void> {
  for (;;) {
    const range = await findNextRange(service.db, projectId, batchSize);
    if (!range) break;
    await transaction(service, async ({ db }) => {
      // Another instance has counted these meanwhile.
      if (!(await advanceProgress(db, projectId, range))) return;
      const hours = await countRange(db, projectId, range);
      const rows = [...hours, ...inDays(hours)];
      await addTenantCounts(db, projectId, rows);
      await addCounts(db, projectId, withoutTenants(rows));
    });
  }
  await deleteCountsBefore(service.db, projectId, service.now() - retentionMs);
}

function inDays(hours: CountedEvents[]): CountedEvents[] {
  return summed(hours.map((row) => ({ ...row, span: 'day', startsAt: startOfDay(row.startsAt) })));
}

function withoutTenants(rows: CountedEvents[]): CountedEvents[] {
  return summed(rows.map((row) => ({ ...row, tenantId: '' })));
}

/** One row of those that an upsert would otherwise meet twice. */
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
