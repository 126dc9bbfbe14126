import { type Insertable, sql } from 'kysely';
import { dialectOf } from '../../../../storage/engine.ts';
import { ofReachableProjects } from '../../../../storage/reachable.ts';
import type { Db, Row, Tables } from '../../../../storage/tables.ts';

export type SealRow = Row<'auditSeals'>;

/** Returns the first project after `after` that has unsealed events. */
export async function findUnsealedProject(db: Db, after: string): Promise<string | undefined> {
  return (await unsealedProjectQuery(db, after).executeTakeFirst())?.projectId;
}

/** Searches all projects, because one instance seals for all. */
export function unsealedProjectQuery(db: Db, after: string) {
  return ofReachableProjects(db)
    .selectFrom('auditEvents')
    .select('projectId')
    .where('sequence', 'is', null)
    .where('projectId', '>', after)
    .orderBy('projectId')
    .limit(1);
}

/** Returns the time of the oldest unsealed event of all projects. */
export async function findOldestUnsealed(db: Db): Promise<number | null> {
  const { oldest } = await ofReachableProjects(db)
    .selectFrom('auditEvents')
    .select(({ fn }) => fn.min('occurredAt').as('oldest'))
    .where('sequence', 'is', null)
    .executeTakeFirstOrThrow();
  return oldest === null ? null : Number(oldest);
}

export function listUnsealedEvents(db: Db, projectId: string, limit: number): Promise<Row<'auditEvents'>[]> {
  return unsealedEventsQuery(db, projectId, limit).execute();
}

export function unsealedEventsQuery(db: Db, projectId: string, limit: number) {
  return db
    .selectFrom('auditEvents')
    .selectAll()
    .where('projectId', '=', projectId)
    .where('sequence', 'is', null)
    .orderBy('occurredAt')
    .orderBy('id')
    .limit(limit);
}

export function findHead(db: Db, projectId: string): Promise<SealRow | undefined> {
  return db
    .selectFrom('auditSeals')
    .selectAll()
    .where('projectId', '=', projectId)
    .orderBy('firstSequence', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/**
 * Replaces the head with `next`, or adds `next` after it. Returns `false` if `head` is no longer the head. This
 * statement guarantees a single chain, whichever process believes to hold the lease.
 */
export async function moveHead(db: Db, head: SealRow | undefined, next: SealRow): Promise<boolean> {
  if (head && head.firstSequence === next.firstSequence) {
    // The key stays as it is: a row cannot move to another node.
    const { projectId: _, firstSequence: __, ...moving } = next;
    const moved = await db
      .updateTable('auditSeals')
      .set(moving)
      .where('projectId', '=', next.projectId)
      .where('firstSequence', '=', head.firstSequence)
      .where('lastSequence', '=', head.lastSequence)
      .where('hash', '=', head.hash)
      .returning('lastSequence')
      .executeTakeFirst();
    return moved !== undefined;
  }
  const added = await db
    .insertInto('auditSeals')
    .values(next)
    .onConflict((conflict) => conflict.columns(['projectId', 'firstSequence']).doNothing())
    .returning('lastSequence')
    .executeTakeFirst();
  return added !== undefined;
}

export interface EventSeal {
  id: string;
  sequence: number;
  previousHash: string;
  hash: string;
}

/** Seals events and returns the number of those that existed and were unsealed. */
export async function sealEvents(db: Db, projectId: string, events: EventSeal[]): Promise<number> {
  const { numUpdatedRows } = await sealQuery(db, projectId, events).executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/**
 * The project is a column of the values, too, so that both engines look each event up by its key. SQLite must not use
 * the condition (hence the `+`): it would scan the project's whole log for each event.
 */
export function sealQuery(db: Db, projectId: string, events: EventSeal[]) {
  const json = JSON.stringify(events.map((event) => ({ projectId, ...event })));
  const sealed =
    dialectOf(db) === 'sqlite'
      ? sql<EventSeal & { projectId: string }>`(select value ->> 'projectId' as "projectId",
          value ->> 'id' as id, value ->> 'sequence' as sequence,
          value ->> 'previousHash' as "previousHash", value ->> 'hash' as hash from json_each(${json}))`
      : sql<EventSeal & { projectId: string }>`(select * from jsonb_to_recordset(${json}::jsonb)
          as event("projectId" text, id text, sequence bigint, "previousHash" text, hash text))`;
  const project = sql.ref<string>('auditEvents.projectId');
  return db
    .updateTable('auditEvents')
    .from(sealed.as<'sealed'>(sql.ref('sealed')))
    .set((event) => ({
      sequence: event.ref('sealed.sequence'),
      previousHash: event.ref('sealed.previousHash'),
      hash: event.ref('sealed.hash'),
    }))
    .where(dialectOf(db) === 'sqlite' ? sql<string>`+${project}` : project, '=', projectId)
    .whereRef('auditEvents.projectId', '=', 'sealed.projectId')
    .whereRef('auditEvents.id', '=', 'sealed.id')
    .where(sql<boolean>`coalesce(${sql.ref('auditEvents.sequence')}, 0) = 0`);
}

/** Lists events in the order of the chain. */
export function listSealedEvents(
  db: Db,
  projectId: string,
  { after, upTo, limit }: { after: number; upTo: number; limit: number },
): Promise<Row<'auditEvents'>[]> {
  return db
    .selectFrom('auditEvents')
    .selectAll()
    .where('projectId', '=', projectId)
    .where('sequence', '>', after)
    .where('sequence', '<=', upTo)
    .orderBy('sequence')
    .limit(limit)
    .execute();
}

/** Returns the number of the first row, in the order of the chain, that is not older than `before`. */
export async function findFirstKept(db: Db, projectId: string, before: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('auditEvents')
    .select('sequence')
    .where('projectId', '=', projectId)
    .where('sequence', '>', 0)
    .where('occurredAt', '>=', before)
    .orderBy('sequence')
    .limit(1)
    .executeTakeFirst();
  return row?.sequence ?? undefined;
}

/** Lists the seals in a range, in the order of the chain. */
export function listSeals(
  db: Db,
  projectId: string,
  { after, before, limit }: { after: number; before: number; limit: number },
): Promise<SealRow[]> {
  return db
    .selectFrom('auditSeals')
    .selectAll()
    .where('projectId', '=', projectId)
    .where('firstSequence', '>', after)
    .where('firstSequence', '<', before)
    .orderBy('firstSequence')
    .limit(limit)
    .execute();
}

export function findRemoval(db: Db, projectId: string): Promise<Row<'auditRemovals'> | undefined> {
  return db.selectFrom('auditRemovals').selectAll().where('projectId', '=', projectId).executeTakeFirst();
}

/** Returns `false` if as many or more rows have already been removed. */
export async function advanceRemoval(db: Db, row: Insertable<Tables['auditRemovals']>): Promise<boolean> {
  const { projectId: _, ...removal } = row;
  const advanced = await db
    .insertInto('auditRemovals')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('projectId').doUpdateSet(removal).where('auditRemovals.sequence', '<', row.sequence),
    )
    .returning('sequence')
    .executeTakeFirst();
  return advanced !== undefined;
}

export async function deleteSealedEvents(db: Db, projectId: string, upTo: number): Promise<void> {
  await db
    .deleteFrom('auditEvents')
    .where('projectId', '=', projectId)
    .where('sequence', '<=', upTo)
    .execute();
}

/** Deletes seals that cover only removed events, except the head, from which the chain continues. */
export async function deleteSeals(
  db: Db,
  projectId: string,
  { upTo, before }: { upTo: number; before: number },
): Promise<void> {
  await db
    .deleteFrom('auditSeals')
    .where('projectId', '=', projectId)
    .where('lastSequence', '<=', upTo)
    .where('firstSequence', '<', before)
    .execute();
}
