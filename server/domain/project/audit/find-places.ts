import type { Db } from '../../../storage/tables.ts';
import {
  type Bits,
  blockOf,
  blockSize,
  keepBits,
  noBits,
  placesOf,
  setBit,
  startOf,
} from './blocks/block.ts';
import { matchBlocks } from './blocks/match-blocks.ts';
import { findBuilt } from './blocks/store-blocks.ts';
import { type Criterion, criteriaOf, type EventFilter, readsEvents } from './event-filter.ts';
import { findRemoval } from './sealing/store-chain.ts';
import { keepRead, listInPeriod, listSealedPlaces, listUnsealedPlaces } from './store-places.ts';

/** Where an event is: its position in the chain, or its ID as long as it is not sealed. */
export type Place = number | string;

interface Search {
  db: Db;
  projectId: string;
  filter: EventFilter;
  criteria: Criterion[];
}

/**
 * Yields the places of matching events in the order of the log: sealed events by their position in the chain, and then those that wait
 * for it, by their time. Each step reads at most a block, so the caller can stop early.
 */
export async function* findPlaces(db: Db, projectId: string, filter: EventFilter): AsyncGenerator<Place[]> {
  const search: Search = { db, projectId, filter, criteria: criteriaOf(filter) };
  if (!readsEvents(filter)) {
    yield* findIndexed(search);
    return;
  }
  let left = filter.maxEvents;
  for await (const found of findIndexed(search)) {
    const read = found.slice(0, left);
    yield await keepRead(db, projectId, filter, read);
    left -= read.length;
    if (left <= 0) return;
  }
}

async function* findIndexed(search: Search): AsyncGenerator<Place[]> {
  const { db, projectId, filter, criteria } = search;
  // One statement, because an event can be sealed at any time, and must not be found twice or not at all.
  const { unsealed, last } = await listUnsealedPlaces(db, projectId, filter, criteria);
  const removed = (await findRemoval(db, projectId))?.sequence ?? 0;
  const built = await findBuilt(db, projectId);
  const tail = Math.max(removed, built ? startOf(built.next) : 0);
  const parts = [
    () => findInBlocks(search, built, removed),
    () => findSealed(search, tail, last),
    async function* () {
      if (unsealed.length > 0) yield unsealed;
    },
  ];
  for (const part of filter.oldestFirst ? parts : parts.reverse()) yield* part();
}

/** Yields sealed events that are in no block. */
async function* findSealed(
  { db, projectId, filter, criteria }: Search,
  after: number,
  upTo: number,
): AsyncGenerator<Place[]> {
  const starts: number[] = [];
  for (let start = after; start < upTo; start += blockSize) starts.push(start);
  for (const start of filter.oldestFirst ? starts : starts.reverse()) {
    const range = { after: start, upTo: Math.min(start + blockSize, upTo) };
    const found = await listSealedPlaces(db, projectId, range, filter, criteria);
    if (found.length > 0) yield found;
  }
}

async function* findInBlocks(
  { db, projectId, filter, criteria }: Search,
  built: { first: number; next: number } | undefined,
  removed: number,
): AsyncGenerator<Place[]> {
  if (!built) return;
  const { from, to, oldestFirst } = filter;
  const numbers: number[] = [];
  for (let number = Math.max(built.first, blockOf(removed + 1)); number < built.next; number += 1)
    numbers.push(number);
  if (!oldestFirst) numbers.reverse();
  for await (const { number, bits, oldest, newest } of matchBlocks(db, projectId, {
    numbers,
    criteria,
    from,
    to,
  })) {
    const start = startOf(number);
    if (oldest < from || newest > to) {
      if (placesOf(bits).length === 0) continue;
      keepBits(bits, bitsOf(await listInPeriod(db, projectId, { start, from, to }), start));
    }
    const found = placesOf(bits).map((place) => start + place + 1);
    const kept = start < removed ? found.filter((sequence) => sequence > removed) : found;
    if (kept.length > 0) yield oldestFirst ? kept : kept.reverse();
  }
}

function bitsOf(sequences: number[], start: number): Bits {
  const bits = noBits();
  for (const sequence of sequences) setBit(bits, sequence - start - 1);
  return bits;
}
