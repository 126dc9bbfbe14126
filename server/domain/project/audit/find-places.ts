import type { Db } from '../../../storage/tables.ts';
import { type Block, isSame, type Period, rangeOf, readPeriods } from './blocks/block.ts';
import { type Bits, chunkSize, keepBits, noBits, sequencesOf, setBit, startOf } from './blocks/chunk.ts';
import { type BlockRows, type ChunkMatch, clausesOf, matchBlock, readBlocks } from './blocks/match-blocks.ts';
import { listBlocks } from './blocks/store-blocks.ts';
import { type Criterion, criteriaOf, type EventFilter, readsEvents } from './event-filter.ts';
import { findRemoval } from './sealing/store-chain.ts';
import { keepRead, listInPeriod, listSealedPlaces, listUnsealedPlaces, type Range } from './store-places.ts';

/** Where an event is: its position in the chain, or its ID as long as it is not sealed. */
export type Place = number | string;

interface Search {
  db: Db;
  projectId: string;
  filter: EventFilter;
  criteria: Criterion[];
}

/** The number of events that are read in one statement. */
const readAtOnce = 1_024;

/** The number of events that are found together at least, unless a block has fewer. */
const yieldedAtOnce = 256;

/**
 * Yields the places of matching events in the order of the log: sealed events by their position in the chain, and then those that wait
 * for it, by their time. Each step yields few, so the caller can stop early.
 */
export async function* findPlaces(db: Db, projectId: string, filter: EventFilter): AsyncGenerator<Place[]> {
  const search: Search = { db, projectId, filter, criteria: criteriaOf(filter) };
  if (!readsEvents(filter)) {
    yield* findIndexed(search);
    return;
  }
  let left = filter.maxEvents;
  for await (const found of inBatches(findIndexed(search))) {
    const read = found.slice(0, left);
    yield await keepRead(db, projectId, filter, read);
    left -= read.length;
    if (left <= 0) return;
  }
}

/** Collects places for callers that read all events. Sealed and other events are not in the same batch. */
export async function* inBatches(steps: AsyncIterable<Place[]>): AsyncGenerator<Place[]> {
  let batch: Place[] = [];
  for await (const found of steps) {
    if (batch.length > 0 && typeof batch[0] !== typeof found[0]) {
      yield batch;
      batch = [];
    }
    batch.push(...found);
    if (batch.length < readAtOnce) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

async function* findIndexed(search: Search): AsyncGenerator<Place[]> {
  const { db, projectId, filter, criteria } = search;
  // One statement, because an event can be sealed at any time, and must not be found twice or not at all.
  const { unsealed, last } = await listUnsealedPlaces(db, projectId, filter, criteria);
  const removed = (await findRemoval(db, projectId))?.sequence ?? 0;
  if (!filter.oldestFirst && unsealed.length > 0) yield unsealed;
  yield* findInChain(search, { after: removed, upTo: last });
  if (filter.oldestFirst && unsealed.length > 0) yield unsealed;
}

/** A part of the chain with a block, or without. */
interface Part extends Range {
  block?: Block;
}

async function* findInChain(search: Search, range: Range): AsyncGenerator<Place[]> {
  const { db, projectId, filter } = search;
  const { oldestFirst } = filter;
  const clauses = clausesOf(search.criteria);
  let left = range;
  let missing: Block | undefined;
  while (left.after < left.upTo) {
    const blocks = await listBlocks(db, projectId);
    // Rows that are missing although the block is still there: reads its events.
    const usable = blocks.filter((block) => !isSame(block, missing));
    const parts = partsOf(usable, left);
    if (!oldestFirst) parts.reverse();
    const needed = parts.flatMap(({ block }) => (block && overlaps(block, filter) ? [block] : []));
    const reading = readBlocks(db, projectId, needed, clauses);
    missing = undefined;
    for (const { block, ...part } of parts) {
      if (!block) yield* findByReading(search, part);
      else if (overlaps(block, filter)) {
        const rows = (await reading.next()).value as BlockRows | undefined;
        // The block was merged with others, or its events were removed.
        if (!rows) {
          missing = block;
          break;
        }
        yield* findInBlock(search, { ...part, block }, matchBlock(block, rows, clauses, oldestFirst));
      }
      left = oldestFirst ? { ...left, after: part.upTo } : { ...left, upTo: part.after };
    }
  }
}

/** Yields the matching events of a block, those of several chunks together if they are few. */
async function* findInBlock(
  search: Search,
  { block, after, upTo }: Required<Part>,
  matches: Iterable<ChunkMatch>,
): AsyncGenerator<Place[]> {
  const { filter } = search;
  const periods = readPeriods(block);
  let batch: number[] = [];
  for (const { chunk, bits } of matches) {
    const period = periods[chunk - block.firstChunk]!;
    if (!hasTimeOf(period, filter)) continue;
    const isWithin = period.oldest >= filter.from && period.newest <= filter.to;
    const found = sequencesOf(isWithin ? bits : await withinPeriod(search, chunk, bits), chunk);
    if (!filter.oldestFirst) found.reverse();
    const start = startOf(chunk);
    const isWhole = start >= after && start + chunkSize <= upTo;
    for (const place of found) if (isWhole || (place > after && place <= upTo)) batch.push(place);
    if (batch.length < yieldedAtOnce) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Divides a range of the chain by the blocks, which do not overlap. */
function partsOf(blocks: readonly Block[], { after, upTo }: Range): Part[] {
  const parts: Part[] = [];
  let reached = after;
  for (const block of blocks) {
    const own = rangeOf(block);
    if (own.upTo <= reached || own.after >= upTo) continue;
    // The chunks of a block may already be in another one, which is larger and comes first.
    const start = Math.max(own.after, reached);
    if (start > reached) parts.push({ after: reached, upTo: start });
    reached = Math.min(own.upTo, upTo);
    parts.push({ after: start, upTo: reached, block });
  }
  if (reached < upTo) parts.push({ after: reached, upTo });
  return parts;
}

function overlaps(block: Block, filter: EventFilter): boolean {
  return readPeriods(block).some((period) => hasTimeOf(period, filter));
}

function hasTimeOf({ oldest, newest }: Period, { from, to }: EventFilter): boolean {
  return oldest <= to && newest >= from;
}

/** Keeps the events of a chunk that happened within the period. Reads the times of all its events, unless none has matched. */
async function withinPeriod({ db, projectId, filter }: Search, chunk: number, bits: Bits): Promise<Bits> {
  if (bits.every((word) => word === 0)) return bits;
  const { from, to } = filter;
  const start = startOf(chunk);
  const within = noBits();
  for (const sequence of await listInPeriod(db, projectId, { start, from, to }))
    setBit(within, sequence - start - 1);
  keepBits(bits, within);
  return bits;
}

/** Yields the matching events of a range of the chain that is in no block. */
async function* findByReading(
  { db, projectId, filter, criteria }: Search,
  { after, upTo }: Range,
): AsyncGenerator<Place[]> {
  const starts: number[] = [];
  for (let start = after; start < upTo; start += chunkSize) starts.push(start);
  for (const start of filter.oldestFirst ? starts : starts.reverse()) {
    const range = { after: start, upTo: Math.min(start + chunkSize, upTo) };
    const found = await listSealedPlaces(db, projectId, range, filter, criteria);
    if (found.length > 0) yield found;
  }
}
