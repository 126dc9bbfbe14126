import { type Expression, type SqlBool, sql } from 'kysely';
import type { Members } from '../../../../core/number-set.ts';
import { dialectOf } from '../../../../storage/engine.ts';
import { inList } from '../../../../storage/json.ts';
import { acrossProjects } from '../../../../storage/scope.ts';
import { slowReads } from '../../../../storage/slow-reads.ts';
import type { Db } from '../../../../storage/tables.ts';
import type { EntryKey } from './store-entries.ts';

/** A place in a sort order. */
export interface Placed {
  number: number;
  key: string | number;
}

export interface Slice {
  key: EntryKey;
  descending: boolean;
  after?: Placed | undefined;
  offset: number;
  limit: number;
}

/** So many members are read by their numbers and sorted without a walk. */
const sortedAtOnce = 500;
/** Among more members than these, a walk along the order soon finds a page. */
const sortedAtMost = 30_000;
/** Reading an entry by its number takes about as long as walking along so many. */
const walkedPerMember = 8;
/** The entries of an order that are read at once. */
const walkedAtOnce = 20_000;

/** Returns a slice of the members in the order of a key, as the index has it. `size`: the number of all entries. */
export async function sliceByKey(
  db: Db,
  projectId: string,
  members: Members,
  slice: Slice,
  size: number,
): Promise<Placed[]> {
  if (slice.limit <= 0 || slice.offset >= members.count) return [];
  const reads = size > walkedAtOnce ? slowReads(acrossProjects(db)) : acrossProjects(db);
  if (members.count > sortedAtOnce) {
    // Members who are together far along the order would make the walk long, so it ends where sorting all of them would have been faster.
    const longest = members.count > sortedAtMost ? Number.POSITIVE_INFINITY : walkedPerMember * members.count;
    const found = await walk(reads, { projectId, members, size, longest }, slice);
    if (found) return found;
  }
  const among = inList(db, sql<number>`number`, members.slice({}));
  return readPlaces(reads, { projectId, ...slice, among });
}

interface Walk {
  projectId: string;
  members: Members;
  size: number;
  /** The largest number of entries to read. */
  longest: number;
}

/** Walks along the order from the nearer end, and keeps the members. Returns `undefined` if the way is too long. */
async function walk(db: Db, way: Walk, slice: Slice): Promise<Placed[] | undefined> {
  const { after, offset, limit, descending } = slice;
  const { count } = way.members;
  const isFar = !after && offset + limit / 2 > count / 2;
  if (!isFar) return walkForward(db, way, slice);
  const rest = Math.max(0, count - offset - limit);
  const wanted = Math.min(limit, count - offset);
  const turned = { ...slice, descending: !descending, offset: rest, limit: wanted };
  return (await walkForward(db, way, turned))?.reverse();
}

async function walkForward(
  db: Db,
  { projectId, members, size, longest }: Walk,
  { offset, limit, after, ...order }: Slice,
): Promise<Placed[] | undefined> {
  const found: number[] = [];
  let skipped = 0;
  let walked = 0;
  let last = after;
  let step = Math.min(walkedAtOnce, Math.ceil((1.2 * (offset + limit) * size) / members.count) + 100);
  for (;;) {
    if (walked + step > longest) return undefined;
    const read = await readNumbers(db, { projectId, ...order, after: last, offset: 0, limit: step });
    for (const number of read.numbers) {
      if (!members.has(number)) continue;
      if (skipped < offset) skipped += 1;
      else if (found.push(number) === limit) break;
    }
    if (found.length === limit || !read.last) {
      const among = inList(db, sql<number>`number`, found);
      return readPlaces(db, { projectId, ...order, offset: 0, limit: found.length, among });
    }
    walked += step;
    last = read.last;
    step = walkedAtOnce;
  }
}

interface Read extends Slice {
  projectId: string;
  /** Reads only these entries, and sorts them. */
  among?: Expression<SqlBool>;
}

/** Reads entries as one value: thousands of rows would take the event loop longer. */
async function readPlaces(db: Db, read: Read): Promise<Placed[]> {
  const { rows } = await sql<{ places: string }>`
    select ${listOf(db, ['number', 'key'])} as places from (${entriesIn(read)}) q`.execute(db);
  return (JSON.parse(rows[0]!.places) as [number, string | number][]).map(([number, key]) => ({
    number,
    key,
  }));
}

/** Reads only the numbers, which take a fraction of the time, and the last place, unless the order ends here. */
async function readNumbers(db: Db, read: Read): Promise<{ numbers: number[]; last: Placed | undefined }> {
  const lastKey = read.descending ? sql`min(key)` : sql`max(key)`;
  const { rows } = await sql<{ numbers: string; key: string | number }>`
    select ${listOf(db, ['number'])} as numbers, ${lastKey} as key from (${entriesIn(read)}) q`.execute(db);
  const { key } = rows[0]!;
  const numbers = JSON.parse(rows[0]!.numbers) as number[];
  return { numbers, last: numbers.length < read.limit ? undefined : { key, number: numbers.at(-1)! } };
}

/** Builds the list of some columns of all rows, as JSON. */
function listOf(db: Db, columns: readonly string[]) {
  const [first] = columns;
  const values = sql.join(columns.map((column) => sql.ref(column)));
  if (dialectOf(db) === 'sqlite')
    return sql`json_group_array(${columns.length === 1 ? sql.ref(first!) : sql`json_array(${values})`})`;
  const value = columns.length === 1 ? sql.ref(first!) : sql`json_build_array(${values})`;
  return sql`coalesce(cast(json_agg(${value}) as text), '[]')`;
}

function entriesIn({ projectId, key, descending, after, offset, limit, among }: Read) {
  const direction = descending ? sql`desc` : sql`asc`;
  const behind = after
    ? sql`where (key, number) ${descending ? sql`<` : sql`>`} (${after.key}, ${after.number})`
    : sql``;
  // Otherwise, an engine might walk along the order of all entries to save the sorting of a few.
  const hint = among ? sql`materialized` : sql`not materialized`;
  return sql`with entries as ${hint} (
      select number, ${sql.ref(key)} as key from "searchEntries"
      where "projectId" = ${projectId} ${among ? sql`and ${among}` : sql``}
    )
    select number, key from entries ${behind}
    order by key ${direction}, number ${direction} limit ${limit} offset ${offset}`;
}
