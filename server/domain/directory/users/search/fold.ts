import { hash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { changeBlock, membersOf } from '../../../../core/number-block.ts';
import type { Db } from '../../../../storage/tables.ts';
import { transaction } from '../../../../storage/transaction.ts';
import { type FacetKey, facetKeyLength } from './facets.ts';
import { type Facts, readFacts } from './facts.ts';
import { blockSize, bytesOf, type Place, readBlocksAt, readPlaces, writeBlocks } from './store-blocks.ts';
import { deleteEntries, type Entry, type EntryBefore, readEntries, writeEntries } from './store-entries.ts';
import { countFolds, readLog, recount, takeChanges } from './store-log.ts';
import { type TextChange, writeTexts } from './store-text-index.ts';

/**
 * The largest number of changes of one fold. Few changes write almost as many blocks as many do: among a million users, 200 new ones take 0.11 s
 * and 1,000 take 0.19 s.
 */
const foldedAtOnce = 1_000;

/**
 * Brings the search index up to date with the rows of users whom the log names. Several instances may fold at once: of two, one writes. May
 * stop at any point, because a transaction both writes the index and takes the changes out of the log.
 */
export async function fold(ctx: Indexed, stopping?: AbortSignal): Promise<void> {
  while (!stopping?.aborted) {
    const result = await foldOnce(ctx);
    if (result === 'done') return;
    // Lets the other one go on: two that fold the same changes at the same time would do everything twice.
    if (result === 'overtaken') await sleep(20 + 80 * Math.random());
  }
}

/** A project, of which only the ID matters: a fold has no caller. */
export interface Indexed {
  db: Db;
  project: { id: string };
}

/** Folds the oldest changes. Reads and computes first, so that the transaction only writes. */
export async function foldOnce(ctx: Indexed, limit = foldedAtOnce): Promise<'done' | 'folded' | 'overtaken'> {
  const { db } = ctx;
  const projectId = ctx.project.id;
  const folds = await countFolds(db, projectId);
  const changes = await readLog(db, projectId, limit);
  if (changes.length === 0) return 'done';
  const numbers = [...new Set(changes.map(({ number }) => number))];
  const entries = new Map((await readEntries(db, projectId, numbers)).map((entry) => [entry.number, entry]));
  const facts = await readFacts(db, projectId, numbers);
  const recounted = new Set(changes.filter(({ change }) => change === recount).map(({ number }) => number));
  const before = await facetsBefore(ctx, { numbers, recounted, entries });
  const blocks = await changedBlocks(ctx, numbers, before, facts);
  const gone = numbers.filter((number) => !facts.has(number));
  const texts = numbers.flatMap((number) =>
    changedText(number, entries.get(number), facts.get(number), recounted.has(number)),
  );
  const isFirst = await transaction(ctx, async ({ db }) => {
    if (!(await takeChanges(db, projectId, folds, changes))) return false;
    await writeBlocks(db, projectId, blocks);
    await writeTexts(db, projectId, texts);
    await writeEntries(db, projectId, [...facts.values()].map(entryOf));
    await deleteEntries(db, projectId, gone);
    return true;
  });
  return isFirst ? 'folded' : 'overtaken';
}

/** Returns the facets that the index has of users. Those who are recounted may have others than their entries say. */
async function facetsBefore(
  { db, project }: Indexed,
  {
    numbers,
    recounted,
    entries,
  }: {
    numbers: readonly number[];
    recounted: ReadonlySet<number>;
    entries: ReadonlyMap<number, EntryBefore>;
  },
): Promise<Map<number, Set<FacetKey>>> {
  const size = blockSize(db);
  const before = new Map(
    numbers.map((number) => [
      number,
      new Set(recounted.has(number) ? [] : facetsIn(entries.get(number)?.facets)),
    ]),
  );
  for (const block of new Set([...recounted].map((number) => Math.floor(number / size)))) {
    for (const { facet, members } of await readBlocksAt(db, project.id, block)) {
      for (const member of membersOf(members, size)) {
        const number = block * size + member;
        if (recounted.has(number)) before.get(number)!.add(facet);
      }
    }
  }
  return before;
}

async function changedBlocks(
  { db, project }: Indexed,
  numbers: readonly number[],
  facetsBefore: ReadonlyMap<number, ReadonlySet<FacetKey>>,
  facts: ReadonlyMap<number, Facts>,
) {
  const size = blockSize(db);
  const changes = new Map<string, Place & { added: number[]; removed: number[] }>();
  const note = (facet: FacetKey, number: number, isAdded: boolean) => {
    const block = Math.floor(number / size);
    const key = `${facet}${block}`;
    const change = changes.get(key) ?? { facet, block, added: [], removed: [] };
    changes.set(key, change);
    (isAdded ? change.added : change.removed).push(number % size);
  };
  for (const number of numbers) {
    const before = facetsBefore.get(number)!;
    const after = facts.get(number)?.facets ?? new Set();
    for (const facet of before) if (!after.has(facet)) note(facet, number, false);
    for (const facet of after) if (!before.has(facet)) note(facet, number, true);
  }
  const places = [...changes.values()];
  const stored = await readPlaces(db, project.id, places);
  const known = new Map(stored.map(({ facet, block, members }) => [`${facet}${block}`, members]));
  return places.map(({ facet, block, ...change }) => ({
    facet,
    block,
    members: changeBlock(known.get(`${facet}${block}`), size, change),
  }));
}

/** Reads the facets of an entry. */
export function facetsIn(bytes: Uint8Array | undefined): FacetKey[] {
  if (!bytes) return [];
  const text = Buffer.from(bytes).toString('latin1');
  return Array.from({ length: text.length / facetKeyLength }, (_, index) =>
    text.slice(facetKeyLength * index, facetKeyLength * (index + 1)),
  );
}

function changedText(
  number: number,
  before: EntryBefore | undefined,
  after: Facts | undefined,
  isRecounted: boolean,
): TextChange[] {
  if (isRecounted) return [{ number, text: after?.text, isIndexed: true }];
  if (before && after && hashOf(after.text).equals(before.textHash)) return [];
  return [{ number, text: after?.text, isIndexed: before !== undefined }];
}

/** Builds the entry of a user. */
export function entryOf({ number, keys, facets, text }: Facts): Entry & { textHash: Buffer } {
  return { number, ...keys, textHash: hashOf(text), facets: bytesOf([...facets].join('')) };
}

function hashOf(text: string): Buffer {
  return hash('sha256', text, 'buffer').subarray(0, 8);
}
