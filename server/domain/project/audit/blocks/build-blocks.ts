import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Insertable } from 'kysely';
import type { ServiceContext } from '../../../../core/context.ts';
import type { Db, Tables } from '../../../../storage/tables.ts';
import { findHead, findRemoval } from '../sealing/store-chain.ts';
import { releaseLease, takeLease } from '../sealing/store-lease.ts';
import { blockOf, blockSize, bucketCount, startOf } from './block.ts';
import { encodePostings } from './postings.ts';
import {
  findBuilt,
  type IndexedEvent,
  insertBlock,
  listIndexedEvents,
  listUnbuiltProjects,
} from './store-blocks.ts';
import { anyEvent, columns, type Field, loginIdHashOf, type Token, tokenOf } from './tokens.ts';

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
  const mayBuild = () => takeLease(db, { name: leaseName, holder, expiresAt: now() + leaseMs }, now());
  for (const projectId of projects) {
    if (!(await buildBlocks(service, projectId, mayBuild))) return;
  }
  await releaseLease(db, { name: leaseName, holder });
}

/**
 * Builds a block for every 16,384 sealed events. Positions of the chain never change, so a block is never changed either. Returns
 * `false` if it stopped before the end.
 */
export async function buildBlocks(
  { db, stopping }: Pick<Service, 'db' | 'stopping'>,
  projectId: string,
  mayBuild: () => Promise<boolean> = async () => true,
): Promise<boolean> {
  const head = await findHead(db, projectId);
  const built = await findBuilt(db, projectId);
  const removed = (await findRemoval(db, projectId))?.sequence ?? 0;
  const end = startOf(blockOf((head?.lastSequence ?? 0) + 1));
  for (let block = built?.next ?? blockOf(removed + 1); startOf(block) < end; block += 1) {
    if (stopping.aborted || !(await mayBuild())) return false;
    await insertBlock(db, await readBlock(db, projectId, block));
  }
  return true;
}

async function readBlock(
  db: Db,
  projectId: string,
  block: number,
): Promise<Insertable<Tables['auditBlocks']>[]> {
  const values: Values = new Map();
  let [oldest, newest] = [Number.MAX_SAFE_INTEGER, 0];
  for (let after = startOf(block); after < startOf(block + 1); after += readAtOnce) {
    const events = await listIndexedEvents(db, projectId, { after, upTo: after + readAtOnce });
    for (const event of events) {
      oldest = Math.min(oldest, event.occurredAt);
      newest = Math.max(newest, event.occurredAt);
      note(values, event, (event.sequence - 1) % blockSize);
    }
  }
  const buckets = Array.from({ length: bucketCount }, () => new Map<number, number[]>());
  const add = ({ bucket, mark }: Token, places: number[]) => {
    const others = buckets[bucket]!.get(mark) ?? [];
    buckets[bucket]!.set(mark, others.length > 0 ? union(others, places) : places);
  };
  for (const [field, places] of values) {
    // Requests get a turn: a field can have a value for each event.
    await nextTurn();
    for (const [value, list] of places) add(field === 'event' ? anyEvent : tokenOf(field, value), list);
  }
  await nextTurn();
  return buckets.map((postings, bucket) => ({
    projectId,
    number: block,
    bucket,
    oldest,
    newest,
    postings: encodePostings(postings),
  }));
}

/** The places in the block of the events with each value of each field. */
type Values = Map<Field | 'event', Map<string, number[]>>;

function note(values: Values, event: IndexedEvent, place: number): void {
  notePlace(values, 'event', '', place);
  for (const column of columns) {
    const value = event[column];
    if (value !== null) notePlace(values, column, value, place);
  }
  const loginIdHash = loginIdHashOf(event);
  if (loginIdHash !== undefined) notePlace(values, 'loginIdHash', loginIdHash, place);
}

function notePlace(values: Values, field: Field | 'event', value: string, place: number): void {
  const places = values.get(field) ?? new Map<string, number[]>();
  values.set(field, places);
  const list = places.get(value);
  if (list) list.push(place);
  else places.set(value, [place]);
}

function union(one: number[], other: number[]): number[] {
  return [...new Set([...one, ...other])].sort((a, b) => a - b);
}
