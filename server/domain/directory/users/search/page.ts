import type { ProjectContext } from '../../../../core/context.ts';
import { type Members, NumberSet } from '../../../../core/number-set.ts';
import { facetKey, states } from './facets.ts';
import type { Tail } from './facts.ts';
import type { Position, SearchOrder } from './filter.ts';
import { blockSize, readBlocksOf } from './store-blocks.ts';
import type { EntryKey } from './store-entries.ts';
import { type Placed, sliceByKey } from './store-page.ts';

export interface PageRequest {
  order: SearchOrder;
  offset: number;
  limit: number;
  after: Position | undefined;
}

/** The fields that entries are sorted by, under the names of the wire format. */
const keyOfField = {
  createdTime: 'createdAt',
  modifiedTime: 'modifiedAt',
  lastSignInTime: 'lastSignInDay',
  name: 'name',
  email: 'email',
  phone: 'phone',
  loginId: 'loginId',
} as const satisfies Record<string, EntryKey>;

/** Returns a page of the members in the requested order. */
export async function findPage(
  ctx: ProjectContext,
  members: Members,
  tail: Tail,
  { order, offset, limit, after }: PageRequest,
): Promise<Position[]> {
  const { field, descending } = order;
  if (field === undefined) {
    return members.slice({ after: after?.number, offset, limit, descending }).map((number) => ({ number }));
  }
  if (field === 'status') return pageByStatus(ctx, members, tail, { order, offset, limit, after });
  return pageByKey(ctx, members, tail, {
    key: keyOfField[field],
    descending,
    offset,
    limit,
    after: after as Placed,
  });
}

/** Joins the slices of the index with the users whose changes are not in it. */
async function pageByKey(
  { db, project }: ProjectContext,
  members: Members,
  tail: Tail,
  slice: { key: EntryKey; descending: boolean; offset: number; limit: number; after: Placed | undefined },
): Promise<Placed[]> {
  const { key, descending, offset, limit, after } = slice;
  const compare = comparing(descending);
  const changed = [...tail]
    .flatMap(([number, facts]) => (facts && members.has(number) ? [{ number, key: facts.keys[key] }] : []))
    .filter((place) => !after || compare(place, after) > 0)
    .sort(compare);
  const unchanged = members.without(NumberSet.of([...tail.keys()]));
  // Those before the slice of the index may move it by as many places.
  const start = Math.max(0, offset - changed.length);
  const stored = await sliceByKey(
    db,
    project.id,
    unchanged,
    { ...slice, offset: start, limit: offset + limit - start },
    members.count + tail.size,
  );
  const merged = [...stored, ...changed].sort(compare);
  return merged.slice(offset - start, offset - start + limit);
}

/** Text is compared by its bytes in UTF-8, as both engines do. */
function comparing(descending: boolean): (one: Placed, other: Placed) => number {
  const sign = descending ? -1 : 1;
  return (one, other) => sign * (compareKeys(one.key, other.key) || one.number - other.number);
}

function compareKeys(one: string | number, other: string | number): number {
  if (typeof one === 'number' || typeof other === 'number') return Number(one) - Number(other);
  return one === other ? 0 : Buffer.compare(Buffer.from(one), Buffer.from(other));
}

async function pageByStatus(
  ctx: ProjectContext,
  members: Members,
  tail: Tail,
  { order: { descending }, offset, limit, after }: PageRequest,
): Promise<Placed[]> {
  const ordered = states.map((value, key) => ({ key, facet: facetKey({ kind: 'status', value }) }));
  const facets = ordered.map(({ facet }) => facet);
  const { blocks } = await readBlocksOf(ctx.db, ctx.project.id, facets);
  const found: Placed[] = [];
  let before = offset;
  for (const { key, facet } of descending ? ordered.reverse() : ordered) {
    if (after && (descending ? key > Number(after.key) : key < Number(after.key))) continue;
    const set = NumberSet.fromBlocks(blocks.get(facet) ?? [], blockSize(ctx.db));
    for (const [number, facts] of tail) set.set(number, facts?.facets.has(facet) ?? false);
    const some = members.within(set);
    const start = after && key === Number(after.key) ? after.number : undefined;
    const numbers = some.slice({ after: start, offset: before, limit: limit - found.length, descending });
    found.push(...numbers.map((number) => ({ number, key })));
    before = Math.max(0, before - some.count);
    if (found.length === limit) break;
  }
  return found;
}
