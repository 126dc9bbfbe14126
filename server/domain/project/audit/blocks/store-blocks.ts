import { type Expression, sql } from 'kysely';
import { dialectOf } from '../../../../storage/engine.ts';
import { inList, tableOf } from '../../../../storage/json.ts';
import { ofReachableProjects } from '../../../../storage/reachable.ts';
import { slowReads } from '../../../../storage/slow-reads.ts';
import type { Db, Row } from '../../../../storage/tables.ts';
import type { Block, BlockKey } from './block.ts';
import { chunkSize } from './chunk.ts';
import { columns } from './tokens.ts';

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

/** Lists the blocks of a project in the order of the chain. */
export function listBlocks(db: Db, projectId: string): Promise<Block[]> {
  return db
    .selectFrom('auditBlocks')
    .select(['firstChunk', 'chunks', 'times'])
    .where('projectId', '=', projectId)
    .orderBy('firstChunk')
    .execute();
}

/** Adds a block that has all its rows, unless there is one with its chunks. Returns whether it was added. */
export async function insertBlock(
  db: Db,
  projectId: string,
  { firstChunk, chunks, times }: Block,
): Promise<boolean> {
  const { rows } = await sql`insert into "auditBlocks" ("projectId", "firstChunk", chunks, times)
    select ${projectId}, cast(${firstChunk} as integer), cast(${chunks} as integer), cast(${times} as ${bytesType(db)})
    where not exists (
      select 1 from "auditBlocks" where "projectId" = ${projectId}
      and "firstChunk" < ${firstChunk + chunks} and "firstChunk" + chunks > ${firstChunk})
    on conflict do nothing returning chunks`.execute(db);
  return rows.length > 0;
}

function bytesType(db: Db) {
  return sql.raw(dialectOf(db) === 'sqlite' ? 'blob' : 'bytea');
}

/** Deletes blocks. Returns their number. */
export async function deleteBlocks(db: Db, projectId: string, blocks: readonly BlockKey[]): Promise<number> {
  const deleted = await db
    .deleteFrom('auditBlocks')
    .where('projectId', '=', projectId)
    .where((block) =>
      inList(
        db,
        block.ref('firstChunk'),
        blocks.map(({ firstChunk }) => firstChunk),
      ),
    )
    .where('chunks', '=', blocks[0]!.chunks)
    .returning('firstChunk')
    .execute();
  return deleted.length;
}

/** Deletes the blocks before a chunk, whose events were removed. */
export async function deleteBlocksBefore(db: Db, projectId: string, chunk: number): Promise<void> {
  await db
    .deleteFrom('auditBlocks')
    .where('projectId', '=', projectId)
    .where('firstChunk', '<', chunk)
    .where(({ eb, ref }) => eb(sql<number>`${ref('firstChunk')} + ${ref('chunks')}`, '<=', chunk))
    .execute();
}

export interface PostingsRow extends BlockKey {
  bucket: number;
  postings: Uint8Array;
}

/** Adds rows of blocks. Those that another instance has added are the same. */
export async function insertPostings(
  db: Db,
  projectId: string,
  block: BlockKey,
  rows: readonly { bucket: number; postings: Buffer }[],
): Promise<void> {
  const starts: number[] = [];
  let start = 1;
  for (const { postings } of rows) {
    starts.push(start);
    start += postings.length;
  }
  const table = tableOf(db, {
    bucket: rows.map(({ bucket }) => bucket),
    start: starts,
    length: rows.map(({ postings }) => postings.length),
  });
  const bytes = Buffer.concat(rows.map(({ postings }) => postings));
  const { firstChunk, chunks } = block;
  await sql`insert into "auditPostings" ("projectId", chunks, "firstChunk", bucket, postings)
    select project.id, cast(${chunks} as integer), cast(${firstChunk} as integer), r.bucket,
      substr(cast(${bytes} as ${bytesType(db)}), cast(r.start as integer), cast(r.length as integer))
    from projects as project, ${table} r where project.id = ${projectId}
    on conflict do nothing`.execute(db);
}

/** Lists some rows of blocks of the same size. Each is found by its key. */
export function listPostings(
  db: Db,
  projectId: string,
  places: { chunks: number; firstChunks: number[]; buckets: number[] },
): Promise<PostingsRow[]> {
  return postingsQuery(db, projectId, places).execute();
}

export function postingsQuery(
  db: Db,
  projectId: string,
  { chunks, firstChunks, buckets }: { chunks: number; firstChunks: number[]; buckets: number[] },
) {
  return db
    .selectFrom('auditPostings')
    .select(['firstChunk', 'chunks', 'bucket', 'postings'])
    .where('projectId', '=', projectId)
    .where('chunks', '=', chunks)
    .where((row) => inList(db, row.ref('firstChunk'), firstChunks))
    .where((row) => inList(db, row.ref('bucket'), buckets));
}

/** Returns the first block of a size with rows in a range of chunks. */
export async function findPostings(
  db: Db,
  projectId: string,
  { chunks, from, before }: { chunks: number; from: number; before: number },
): Promise<BlockKey | undefined> {
  return db
    .selectFrom('auditPostings')
    .select(['firstChunk', 'chunks'])
    .where('projectId', '=', projectId)
    .where('chunks', '=', chunks)
    .where('firstChunk', '>=', from)
    .where('firstChunk', '<', before)
    .orderBy('firstChunk')
    .limit(1)
    .executeTakeFirst();
}

/** Deletes rows of a block. */
export async function deletePostings(
  db: Db,
  projectId: string,
  { firstChunk, chunks }: BlockKey,
  { from, before }: { from: number; before: number },
): Promise<void> {
  await db
    .deleteFrom('auditPostings')
    .where('projectId', '=', projectId)
    .where('chunks', '=', chunks)
    .where('firstChunk', '=', firstChunk)
    .where('bucket', '>=', from)
    .where('bucket', '<', before)
    .execute();
}

/** Lists the projects whose chain has grown by a chunk. One run covers all projects, with a few index lookups for each. */
export async function listUnbuiltProjects(db: Db): Promise<string[]> {
  const projects = await unbuiltProjectsQuery(db).execute();
  return projects.map(({ id }) => id);
}

export function unbuiltProjectsQuery(db: Db) {
  return (
    slowReads(ofReachableProjects(db))
      .selectFrom('projects')
      .select('projects.id')
      // The events of an import arrive in no order, and a block would lack those that come late.
      .where('projects.importStartedAt', 'is', null)
      .where((project) => {
        const last = project
          .selectFrom('auditBlocks')
          .select(sql<number>`"firstChunk" + chunks`.as('end'))
          .whereRef('auditBlocks.projectId', '=', 'projects.id')
          .orderBy('auditBlocks.firstChunk', 'desc')
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

/** Returns the last position of the chunk after the last block, or of the first one that has events. */
function endOfNext(last: Expression<unknown>, removed: Expression<unknown>) {
  const size = sql.lit(chunkSize);
  return sql<number>`(coalesce(${last}, ${removed} / ${size}, 0) + 1) * ${size}`;
}
