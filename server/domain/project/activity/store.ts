import { sql } from 'kysely';
import { insertRows } from '../../../storage/insert-rows.ts';
import { ofReachableProjects } from '../../../storage/reachable.ts';
import type { Db, Row } from '../../../storage/tables.ts';
import { hourMs } from './activity.ts';

export type CountedEvents = Omit<Row<'activityTenantCounts'>, 'projectId'>;

/** A range of the audit chain: after `after`, up to and including `upTo`. */
export interface Range {
  after: number;
  upTo: number;
}

/** Lists projects with uncounted events. One run covers all projects, with one index lookup in each one's chain. */
export async function listUncountedProjects(db: Db): Promise<string[]> {
  const projects = await uncountedProjectsQuery(db).execute();
  return projects.map(({ id }) => id);
}

export function uncountedProjectsQuery(db: Db) {
  return (
    ofReachableProjects(db)
      .selectFrom('projects')
      .leftJoin('activityProgress', 'activityProgress.projectId', 'projects.id')
      .select('projects.id')
      // The events of an import arrive in no order, and a count would skip those that come late.
      .where('projects.importStartedAt', 'is', null)
      .where((project) =>
        project.exists(
          project
            .selectFrom('auditEvents')
            .select('auditEvents.sequence')
            .whereRef('auditEvents.projectId', '=', 'projects.id')
            .where(
              'auditEvents.sequence',
              '>',
              sql<number>`coalesce(${project.ref('activityProgress.sequence')}, 0)`,
            ),
        ),
      )
  );
}

/** Returns the next range to count, with at most `limit` events, or `undefined` if there is none. */
export async function findNextRange(db: Db, projectId: string, limit: number): Promise<Range | undefined> {
  const progress = await db
    .selectFrom('activityProgress')
    .select('sequence')
    .where('projectId', '=', projectId)
    .executeTakeFirst();
  const after = progress?.sequence ?? 0;
  // Not a minimum and maximum of all later events: SQLite would read everything between them.
  const next = db
    .selectFrom('auditEvents')
    .select('sequence')
    .where('projectId', '=', projectId)
    .where('sequence', '>', after)
    .orderBy('sequence')
    .limit(limit)
    .as('next');
  const found = await db
    .selectFrom(next)
    .select((row) => row.fn.max('next.sequence').as('upTo'))
    .executeTakeFirst();
  return found?.upTo ? { after, upTo: Number(found.upTo) } : undefined;
}

/**
 * Advances the position and blocks other counters until the transaction ends. Returns `false` if another instance
 * has already counted this range.
 */
export async function advanceProgress(db: Db, projectId: string, { after, upTo }: Range): Promise<boolean> {
  const advanced = await db
    .insertInto('activityProgress')
    .values({ projectId, sequence: upTo })
    .onConflict((conflict) =>
      conflict
        .column('projectId')
        .doUpdateSet({ sequence: upTo })
        .where('activityProgress.sequence', '=', after),
    )
    .returning('sequence')
    .executeTakeFirst();
  return advanced !== undefined;
}

/** Counts a range by hour, tenant and the other dimensions. */
export async function countRange(
  db: Db,
  projectId: string,
  { after, upTo }: Range,
): Promise<CountedEvents[]> {
  const rows = await db
    .selectFrom('auditEvents')
    .select((event) => [
      sql<number>`${event.ref('occurredAt')} - ${event.ref('occurredAt')} % ${sql.lit(hourMs)}`.as(
        'startsAt',
      ),
      'action',
      'method',
      'device',
      'tenantId',
      event.fn.countAll<number>().as('events'),
    ])
    .where('projectId', '=', projectId)
    .where('sequence', '>', after)
    .where('sequence', '<=', upTo)
    .groupBy(['startsAt', 'action', 'method', 'device', 'tenantId'])
    .execute();
  return rows.map((row) => ({ ...row, span: 'hour', events: Number(row.events) }));
}

export async function addCounts(db: Db, projectId: string, rows: CountedEvents[]): Promise<void> {
  await upsertCounts(
    db,
    rows.map(({ tenantId: _, ...row }) => ({ projectId, ...row })),
  );
}

const upsertCounts = insertRows('activityCounts', (insert) =>
  insert.onConflict((conflict) =>
    conflict
      .columns(['projectId', 'span', 'startsAt', 'action', 'method', 'device'])
      .doUpdateSet((row) => ({ events: row('activityCounts.events', '+', row.ref('excluded.events')) })),
  ),
);

export async function addTenantCounts(db: Db, projectId: string, rows: CountedEvents[]): Promise<void> {
  await upsertTenantCounts(
    db,
    rows.map((row) => ({ projectId, ...row })),
  );
}

const upsertTenantCounts = insertRows('activityTenantCounts', (insert) =>
  insert.onConflict((conflict) =>
    conflict
      .columns(['projectId', 'span', 'tenantId', 'startsAt', 'action', 'method', 'device'])
      .doUpdateSet((row) => ({
        events: row('activityTenantCounts.events', '+', row.ref('excluded.events')),
      })),
  ),
);

/** Names both spans, so that their index finds the old counts. */
export async function deleteCountsBefore(db: Db, projectId: string, time: number): Promise<void> {
  for (const table of ['activityCounts', 'activityTenantCounts'] as const) {
    for (const span of ['hour', 'day'] as const) {
      await db
        .deleteFrom(table)
        .where('projectId', '=', projectId)
        .where('span', '=', span)
        .where('startsAt', '<', time)
        .execute();
    }
  }
}
