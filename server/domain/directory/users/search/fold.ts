import { hash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { changeBlock, membersOf } from '../../../../core/number-block.ts';
import { type FacetKey, facetKeyLength } from './facets.ts';
import { type Facts, readFacts } from './facts.ts';
import type { Indexed } from './indexed.ts';
import { blockSize, bytesOf, type Place, readBlocksAt, readPlaces } from './store-blocks.ts';
import { type Entry, type EntryBefore, readEntries } from './store-entries.ts';
import { type Change, type Folds, findFolds, readLog, recount } from './store-log.ts';
import type { TextChange } from './store-text-index.ts';
import { type WriteSizes, writeFold } from './write-fold.ts';

/** The largest number of changes of one fold. Few write almost as many blocks as many do: among a million users, 1,000 take 0.6 s, and 4,000 1.5. */
const foldedAtOnce = 4_000;

export type FoldResult = 'done' | 'folded' | 'overtaken';

/**
 * Brings the search index up to date with the rows of users whom the log names. Several instances may fold at once: of two, one writes. May
 * stop at any point: a transaction both writes the index and takes the changes out of the log, or notes that they have to be counted again.
 */
export async function fold(ctx: Indexed): Promise<void> {
  while ((await foldOnce(ctx)) !== 'done');
}

/** Folds the oldest changes. Reads and computes first, so that transactions only write. */
export async function foldOnce(ctx: Indexed, limit = foldedAtOnce, sizes?: WriteSizes): Promise<FoldResult> {
  const { db } = ctx;
  const projectId = ctx.project.id;
  const folds = await findFolds(db, projectId);
  const changes = await readLog(db, projectId, limit);
  if (changes.length === 0) return 'done';
  const numbers = [...new Set(changes.map(({ number }) => number))];
  const entries = new Map((await readEntries(db, projectId, numbers)).map((entry) => [entry.number, entry]));
  const facts = await readFacts(db, projectId, numbers);
  const recounted = new Set(
    changes
      .filter(({ change }) => change === recount || change <= folds.unfinished)
      .map(({ number }) => number),
  );
  const before = await facetsBefore(ctx, { numbers, recounted, entries });
  const blocks = await changedBlocks(ctx, numbers, before, facts);
  const gone = numbers.filter((number) => !facts.has(number));
  const texts = numbers.flatMap((number) =>
    changedText(number, entries.get(number), facts.get(number), recounted.has(number)),
  );
  const writes = { blocks, texts, entries: [...facts.values()].map(entryOf), gone };
  const taken = { changes, unfinished: unfinishedBy(folds, changes, changes.length < limit) };
  const isFirst = await writeFold(ctx, folds, taken, writes, sizes);
  if (isFirst) return 'folded';
  // Lets the other one go on: two that fold the same changes at the same time would do everything twice.
  await sleep(20 + 80 * Math.random());
  return 'overtaken';
}

/**
 * Returns how far the index is unfinished while a fold of these changes writes, and afterwards: as far as one before it that did not end, if
 * there may be more of its changes. Many users can have changed at once, under the same number, and recounts come before all others.
 */
function unfinishedBy({ unfinished }: Folds, changes: readonly Change[], isWholeLog: boolean) {
  const lastChange = changes.at(-1)!.change;
  const isEnded = unfinished === 0 || isWholeLog || lastChange > unfinished;
  // Not 0, also for recounts, whose number is negative: searches would take the index as whole.
  return { meanwhile: Math.max(1, unfinished, lastChange), afterwards: isEnded ? 0 : unfinished };
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
  // In the order of the index, whose pages are then read and written once.
  const places = [...changes.values()].sort((one, other) => (one.facet < other.facet ? -1 : 1));
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
