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

/** So many members are sorted at once. Among more of them, a walk along the order soon finds a page. */
const sortedAtMost = 15_000;
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
  if (slice.limit <= 0) return [];
  const reads = size > walkedAtOnce ? slowReads(acrossProjects(db)) : acrossProjects(db);
  if (members.count <= sortedAtMost) {
    const among = inList(db, sql<number>`number`, members.slice({}));
    return readPlaces(reads, { projectId, ...slice, among });
  }
  return walk(reads, projectId, members, slice, size);
}

/** Walks along the order from the nearer end, and keeps the members. */
async function walk(
  db: Db,
  projectId: string,
  members: Members,
  slice: Slice,
  size: number,
): Promise<Placed[]> {
  const { after, offset, limit, descending } = slice;
  const isFar = !after && offset + limit / 2 > members.count / 2;
  if (isFar) {
    const rest = Math.max(0, members.count - offset - limit);
    const wanted = Math.min(limit, members.count - offset);
    const turned = { ...slice, descending: !descending, offset: rest, limit: wanted };
    return (await walkForward(db, projectId, members, turned, size)).reverse();
  }
  return walkForward(db, projectId, members, slice, size);
}

async function walkForward(
  db: Db,
  projectId: string,
  members: Members,
  { offset, limit, after, ...order }: Slice,
  size: number,
): Promise<Placed[]> {
  const found: Placed[] = [];
  let skipped = 0;
  let last = after;
  let step = Math.min(walkedAtOnce, Math.ceil((1.2 * (offset + limit) * size) / members.count) + 100);
  for (;;) {
    const read = await readPlaces(db, { projectId, ...order, after: last, offset: 0, limit: step });
    for (const place of read) {
      if (!members.has(place.number)) continue;
      if (skipped < offset) skipped += 1;
      else if (found.push(place) === limit) return found;
    }
    if (read.length < step) return found;
    last = read.at(-1);
    step = walkedAtOnce;
  }
}

interface Read extends Slice {
  projectId: string;
  /** Reads only these entries, and sorts them. */
  among?: Expression<SqlBool>;
}

/** Reads entries as one value: thousands of rows would take the event loop longer. */
async function readPlaces(
  db: Db,
  { projectId, key, descending, after, offset, limit, among }: Read,
): Promise<Placed[]> {
  const direction = descending ? sql`desc` : sql`asc`;
  const behind = after
    ? sql`where (key, number) ${descending ? sql`<` : sql`>`} (${after.key}, ${after.number})`
    : sql``;
  // Otherwise, an engine might walk along the order of all entries to save the sorting of a few.
  const hint = among ? sql`materialized` : sql`not materialized`;
  const query = sql`with entries as ${hint} (
      select number, ${sql.ref(key)} as key from "searchEntries"
      where "projectId" = ${projectId} ${among ? sql`and ${among}` : sql``}
    )
    select number, key from entries ${behind}
    order by key ${direction}, number ${direction} limit ${limit} offset ${offset}`;
  const list =
    dialectOf(db) === 'sqlite'
      ? sql`json_group_array(json_array(number, key))`
      : sql`coalesce(cast(json_agg(json_build_array(number, key)) as text), '[]')`;
  const { rows } = await sql<{ places: string }>`select ${list} as places from (${query}) q`.execute(db);
  return (JSON.parse(rows[0]!.places) as [number, string | number][]).map(([number, key]) => ({
    number,
    key,
  }));
}
