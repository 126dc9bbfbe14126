import type { Insertable, Updateable } from 'kysely';
import { dialectOf } from '../storage/engine.ts';
import { prepared } from '../storage/prepared.ts';
import { ofReachableProjects } from '../storage/reachable.ts';
import type { Db, Row, Tables } from '../storage/tables.ts';

export type OutboxRow = Row<'outbox'>;

export async function insertOutboxRows(db: Db, rows: Insertable<Tables['outbox']>[]): Promise<void> {
  await insertRows(db, rows);
}

const insertRows = prepared((db, rows: Insertable<Tables['outbox']>[]) =>
  db.insertInto('outbox').values(rows),
);

/** Returns the number of waiting messages of all projects, and when the oldest of them was created. */
export async function measureOutbox(db: Db): Promise<{ count: number; oldest: number | null }> {
  const { count, oldest } = await ofReachableProjects(db)
    .selectFrom('outbox')
    .select(({ fn }) => [fn.countAll().as('count'), fn.min('createdAt').as('oldest')])
    .where('nextAttemptAt', 'is not', null)
    .executeTakeFirstOrThrow();
  return { count: Number(count), oldest: oldest === null ? null : Number(oldest) };
}

interface Claim {
  projectId: string;
  claimedBy: string;
  now: number;
  claimedUntil: number;
  limit: number;
}

/**
 * Claims due rows of a project. A claim counts as an attempt in advance: without a result, the row is due again when
 * the claim expires. The time is compared again outside, because another instance may have claimed the rows that
 * the subquery found.
 */
export function claimDueRows(
  db: Db,
  { projectId, claimedBy, now, claimedUntil, limit }: Claim,
): Promise<OutboxRow[]> {
  return db
    .updateTable('outbox')
    .set((row) => ({
      claimedBy,
      nextAttemptAt: claimedUntil,
      attempts: row('attempts', '+', 1),
    }))
    .where('projectId', '=', projectId)
    .where('nextAttemptAt', '<=', now)
    .where('id', 'in', (row) =>
      row
        .selectFrom('outbox')
        .select('id')
        .where('projectId', '=', projectId)
        .where('nextAttemptAt', '<=', now)
        .orderBy('nextAttemptAt')
        .limit(limit)
        .$if(dialectOf(db) === 'postgres', (due) => due.forUpdate().skipLocked()),
    )
    .returningAll()
    .execute();
}

interface Due {
  now: number;
  limit: number;
  /** Projects with enough messages in progress. If there are any, another project is chosen. */
  busyProjects: string[];
}

/**
 * Counts the due messages of the projects that wait longest, up to the limit. Locks none: a database that is distributed by project locks
 * rows of one project only.
 */
export async function countDueRows(db: Db, { now, limit, busyProjects }: Due): Promise<Map<string, number>> {
  const rows = await ofReachableProjects(db)
    .selectFrom('outbox')
    .select('projectId')
    .where('nextAttemptAt', '<=', now)
    .$if(busyProjects.length > 0, (due) => due.where('projectId', '=', dueProject(db, { now, busyProjects })))
    .orderBy('nextAttemptAt')
    .limit(limit)
    .execute();
  const counts = new Map<string, number>();
  for (const { projectId } of rows) counts.set(projectId, (counts.get(projectId) ?? 0) + 1);
  return counts;
}

/**
 * Finds the project that waits longest among those that are not busy. Reads the first row of each project by
 * its index: otherwise every claim would read all due rows of a busy project.
 */
function dueProject(db: Db, { now, busyProjects }: Pick<Due, 'now' | 'busyProjects'>) {
  return ofReachableProjects(db)
    .selectFrom(
      ofReachableProjects(db)
        .selectFrom('projects')
        .select((project) => [
          'projects.id',
          project
            .selectFrom('outbox')
            .select('outbox.nextAttemptAt')
            .whereRef('outbox.projectId', '=', 'projects.id')
            .where('outbox.nextAttemptAt', '<=', now)
            .orderBy('outbox.nextAttemptAt')
            .limit(1)
            .as('since'),
        ])
        .where('projects.id', 'not in', busyProjects)
        .as('due'),
    )
    .select('due.id')
    .where('due.since', 'is not', null)
    .orderBy('due.since')
    .limit(1);
}

/** Returns `false` when the claim has expired and another instance holds the row. */
export async function updateClaimedRow(
  db: Db,
  { projectId, id, claimedBy, attempts }: OutboxRow,
  change: Updateable<Tables['outbox']>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('outbox')
    .set(change)
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .where('claimedBy', '=', claimedBy)
    .where('attempts', '=', attempts)
    .where('status', '=', 'waiting')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
