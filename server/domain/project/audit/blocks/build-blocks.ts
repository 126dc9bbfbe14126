import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ServiceContext } from '../../../../core/context.ts';
import type { Db } from '../../../../storage/tables.ts';
import { findHead, findRemoval } from '../sealing/store-chain.ts';
import { releaseLease, takeLease } from '../sealing/store-lease.ts';
import { chunkAfter, type Period, rowsPerChunk, writePeriods } from './block.ts';
import { chunkOf, chunkSize, startOf } from './chunk.ts';
import { deleteLeftRows, mergeBlocks } from './merge-blocks.ts';
import { encodeEntry } from './postings.ts';
import {
  type IndexedEvent,
  insertBlock,
  insertPostings,
  listBlocks,
  listIndexedEvents,
  listUnbuiltProjects,
} from './store-blocks.ts';
import { bucketOf, columns, type Field, loginIdHashOf, tokenOf } from './tokens.ts';

type Service = Pick<ServiceContext, 'db' | 'now' | 'stopping'>;

/** The number of events read at once, which occupies the event loop for some milliseconds. */
const readAtOnce = 1_024;

const leaseName = 'audit-blocks';
const leaseMs = 10_000;
const holder = randomUUID();

/** Builds the missing blocks of all projects. Nothing depends on it: searches read the events that are in no block. */
export async function buildAllBlocks(service: Service): Promise<void> {
  const { db, now } = service;
  const projects = await listUnbuiltProjects(db);
  if (projects.length === 0) return;
  // Saves the other instances the work. Blocks that two instances build at once are the same.
  let takenAt = Number.NEGATIVE_INFINITY;
  const mayBuild = async () => {
    const at = now();
    if (at - takenAt < leaseMs / 4) return true;
    takenAt = at;
    return takeLease(db, { name: leaseName, holder, expiresAt: at + leaseMs }, at);
  };
  for (const projectId of projects) {
    if (!(await buildBlocks(service, projectId, mayBuild))) return;
  }
  await releaseLease(db, { name: leaseName, holder });
}

/**
 * Builds a block for each complete chunk of sealed events, and merges blocks. Positions of the chain never change, so the content of a block
 * does not, either. Returns `false` if it stopped before the end: the next call continues.
 */
export async function buildBlocks(
  { db, stopping }: Pick<Service, 'db' | 'stopping'>,
  projectId: string,
  mayBuild: () => Promise<boolean> = async () => true,
): Promise<boolean> {
  const mayContinue = async () => !stopping.aborted && (await mayBuild());
  const head = await findHead(db, projectId);
  const removed = (await findRemoval(db, projectId))?.sequence ?? 0;
  const last = (await listBlocks(db, projectId)).at(-1);
  const end = chunkOf((head?.lastSequence ?? 0) + 1);
  if (!(await mergeBlocks(db, projectId, mayContinue))) return false;
  for (let chunk = Math.max(last ? chunkAfter(last) : 0, chunkOf(removed + 1)); chunk < end; chunk += 1) {
    if (!(await mayContinue())) return false;
    await buildBlock(db, projectId, chunk);
    if (!(await mergeBlocks(db, projectId, mayContinue))) return false;
  }
  await deleteLeftRows(db, projectId);
  return true;
}

async function buildBlock(db: Db, projectId: string, chunk: number): Promise<void> {
  const values: Values = new Map();
  const period: Period = { oldest: Number.MAX_SAFE_INTEGER, newest: 0 };
  for (let after = startOf(chunk); after < startOf(chunk + 1); after += readAtOnce) {
    const events = await listIndexedEvents(db, projectId, { after, upTo: after + readAtOnce });
    for (const event of events) {
      period.oldest = Math.min(period.oldest, event.occurredAt);
      period.newest = Math.max(period.newest, event.occurredAt);
      note(values, event, (event.sequence - 1) % chunkSize);
    }
  }
  const rows = Array.from({ length: rowsPerChunk }, (): Buffer[] => []);
  for (const [field, places] of values) {
    // Requests get a turn: a field can have a value for each event.
    await nextTurn();
    for (const [value, list] of places) {
      const token = tokenOf(field, value);
      rows[bucketOf(token.low, 1)]!.push(encodeEntry(token, list));
    }
  }
  await nextTurn();
  const postings = rows.map((entries, bucket) => ({ bucket, postings: Buffer.concat(entries) }));
  const block = { firstChunk: chunk, chunks: 1, times: writePeriods([period]) };
  await insertPostings(db, projectId, block, postings);
  await insertBlock(db, projectId, block);
}

/** The places in the chunk of the events with each value of each field. */
type Values = Map<Field, Map<string, number[]>>;

function note(values: Values, event: IndexedEvent, place: number): void {
  for (const column of columns) {
    const value = event[column];
    if (value !== null) notePlace(values, column, value, place);
  }
  const loginIdHash = loginIdHashOf(event);
  if (loginIdHash !== undefined) notePlace(values, 'loginIdHash', loginIdHash, place);
}

function notePlace(values: Values, field: Field, value: string, place: number): void {
  const places = values.get(field) ?? new Map<string, number[]>();
  values.set(field, places);
  const list = places.get(value);
  if (list) list.push(place);
  else places.set(value, [place]);
}
