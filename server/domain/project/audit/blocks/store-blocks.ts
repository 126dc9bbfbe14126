import { type Expression, sql } from 'kysely';
import { insertRows } from '../../../../storage/insert-rows.ts';
import { inList } from '../../../../storage/json.ts';
import { acrossProjects } from '../../../../storage/scope.ts';
import { slowReads } from '../../../../storage/slow-reads.ts';
import type { Db, Row } from '../../../../storage/tables.ts';
import { blockSize } from './block.ts';
import { columns } from './tokens.ts';

/** Adds the rows of a block. Those that another instance has added are the same. */
export const insertBlock = insertRows('auditBlocks', (insert) =>
  insert.onConflict((conflict) => conflict.columns(['projectId', 'number', 'bucket']).doNothing()),
);

export type IndexedEvent = Pick<Row<'auditEvents'>, (typeof columns)[number] | 'occurredAt' | 'data'> & {
  sequence: number;
};

/** Lists the events of a range of the chain, with what is indexed of them. */
export async function listIndexedEvents(
  db: Db,
  projectId: string,
  { after, upTo }: { after: number; upTo: number },
): Promise<IndexedEvent[]> {
  const rows = await db
    .selectFrom('auditEvents')
    .select([...columns, 'occurredAt', 'data', 'sequence'])
    .where('projectId', '=', projectId)
    .where('sequence', '>', after)
    .where('sequence', '<=', upTo)
    .orderBy('sequence')
    .execute();
  return rows as IndexedEvent[];
}

/** The blocks of a project: from `first` on, before `next`. */
export interface Built {
  first: number;
  next: number;
}

/** Returns the project's blocks, or `undefined` if it has none. */
export async function findBuilt(db: Db, projectId: string): Promise<Built | undefined> {
  const number = (direction: 'asc' | 'desc') =>
    db
      .selectFrom('auditBlocks')
      .select('number')
      .where('projectId', '=', projectId)
      .orderBy('number', direction)
      .limit(1);
  const [first, last] = await Promise.all([
    number('asc').executeTakeFirst(),
    number('desc').executeTakeFirst(),
  ]);
  return first && last && { first: first.number, next: last.number + 1 };
}

/** Lists the projects whose chain has grown by a block. One run covers all projects, with a few index lookups for each. */
export async function listUnbuiltProjects(db: Db): Promise<string[]> {
  const projects = await unbuiltProjectsQuery(db).execute();
  return projects.map(({ id }) => id);
}

export function unbuiltProjectsQuery(db: Db) {
  return (
    slowReads(acrossProjects(db))
      .selectFrom('projects')
      .select('projects.id')
      // The events of an import arrive in no order, and a block would lack those that come late.
      .where('projects.importStartedAt', 'is', null)
      .where((project) => {
        const last = project
          .selectFrom('auditBlocks')
          .select('auditBlocks.number')
          .whereRef('auditBlocks.projectId', '=', 'projects.id')
          .orderBy('auditBlocks.number', 'desc')
          .limit(1);
        const removed = project
          .selectFrom('auditRemovals')
          .select('auditRemovals.sequence')
          .whereRef('auditRemovals.projectId', '=', 'projects.id');
        return project.exists(
          project
            .selectFrom('auditEvents')
            .select('auditEvents.sequence')
            .whereRef('auditEvents.projectId', '=', 'projects.id')
            .where('auditEvents.sequence', '>=', endOfNext(last, removed)),
        );
      })
  );
}

/** Returns the last position of the block after the last one, or of the first one that has events. */
function endOfNext(last: Expression<unknown>, removed: Expression<unknown>) {
  const size = sql.lit(blockSize);
  return sql<number>`(coalesce(${last} + 1, ${removed} / ${size}, 0) + 1) * ${size}`;
}

export type BlockRow = Omit<Row<'auditBlocks'>, 'projectId'>;

/** Lists the rows of some buckets of some blocks that have events within the period. Each row is found by its key. */
export function listBlockRows(
  db: Db,
  projectId: string,
  { numbers, buckets, from, to }: { numbers: number[]; buckets: number[]; from: number; to: number },
): Promise<BlockRow[]> {
  return blockRowsQuery(db, projectId, { numbers, buckets, from, to }).execute();
}

export function blockRowsQuery(
  db: Db,
  projectId: string,
  { numbers, buckets, from, to }: { numbers: number[]; buckets: number[]; from: number; to: number },
) {
  return db
    .selectFrom('auditBlocks')
    .select(['number', 'bucket', 'oldest', 'newest', 'postings'])
    .where('projectId', '=', projectId)
    .where((block) => inList(db, block.ref('number'), numbers))
    .where((block) => inList(db, block.ref('bucket'), buckets))
    .where('newest', '>=', from)
    .where('oldest', '<=', to);
}

/** Deletes the blocks before a number, whose events were removed. */
export async function deleteBlocksBefore(db: Db, projectId: string, number: number): Promise<void> {
  await db
    .deleteFrom('auditBlocks')
    .where('projectId', '=', projectId)
    .where('number', '<', number)
    .execute();
}
