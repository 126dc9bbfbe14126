import { membersOf } from '../../../../core/number-block.ts';
import type { FacetKey } from './facets.ts';
import { type Facts, readFacts } from './facts.ts';
import { entryOf, facetsIn, fold } from './fold.ts';
import type { Indexed } from './indexed.ts';
import { blockSize, readBlocksAt } from './store-blocks.ts';
import { type Entry, listBlocks, readWholeEntries } from './store-entries.ts';
import { listNumbers } from './store-facts.ts';
import { findFolds, readLog } from './store-log.ts';
import { listMissingTexts, listTexts } from './store-text-index.ts';

/** Users whose facts are read at once. */
const readAtOnce = 500;

/** The largest number of differences that are described. */
const describedAtMost = 20;

/** So often the comparison of some users begins again, because users were changed meanwhile. */
const attempts = 5;

/**
 * Compares the search index of a project with what the rows of its users say, after a fold. Describes the first differences: each is a
 * defect, usually of an operation that changes users without logging them.
 */
export async function verifyIndex(ctx: Indexed): Promise<string[]> {
  await fold(ctx);
  const size = blockSize(ctx.db);
  const found: string[] = [];
  for (const block of await listBlocks(ctx.db, ctx.project.id, size)) {
    found.push(...(await verifyBlock(ctx, block, size)));
    if (found.length >= describedAtMost) break;
  }
  return found.slice(0, describedAtMost);
}

async function verifyBlock(ctx: Indexed, block: number, size: number): Promise<string[]> {
  const { db, project } = ctx;
  for (let attempt = 1; ; attempt += 1) {
    const { folds } = await findFolds(db, project.id);
    const found = await compareBlock(ctx, block, size);
    const isDisturbed =
      (await readLog(db, project.id, 1)).length > 0 || (await findFolds(db, project.id)).folds !== folds;
    if (found.length === 0 || !isDisturbed || attempt === attempts) return found;
    await fold(ctx);
  }
}

async function compareBlock({ db, project }: Indexed, block: number, size: number): Promise<string[]> {
  const range = { from: block * size, to: (block + 1) * size - 1 };
  const numbers = await listNumbers(db, project.id, range);
  const entries = new Map(
    (await readWholeEntries(db, project.id, range)).map((entry) => [entry.number, entry]),
  );
  const found: string[] = [];
  const counted = new Map<FacetKey, number[]>();
  for (let start = 0; start < numbers.length; start += readAtOnce) {
    const some = await readFacts(db, project.id, numbers.slice(start, start + readAtOnce));
    for (const facts of some.values()) {
      found.push(...differencesOf(facts, entries.get(facts.number)));
      entries.delete(facts.number);
      for (const facet of facts.facets) {
        const members = counted.get(facet);
        if (members) members.push(facts.number - range.from);
        else counted.set(facet, [facts.number - range.from]);
      }
    }
    const missing = await listMissingTexts(db, project.id, [...some.values()]);
    found.push(...missing.map((number) => `${number}: its text is not in the index`));
  }
  for (const number of entries.keys()) found.push(`${number}: an entry of no user`);
  const texts = await listTexts(db, project.id, range);
  for (const number of without(texts, numbers)) found.push(`${number}: a text of no user`);
  for (const { facet, members } of await readBlocksAt(db, project.id, block)) {
    const wanted = counted.get(facet) ?? [];
    counted.delete(facet);
    const stored = [...membersOf(members, size)];
    const [missing, added] = [without(wanted, stored), without(stored, wanted)];
    if (missing.length > 0) found.push(`facet ${nameOf(facet)} lacks ${shown(missing, range.from)}`);
    if (added.length > 0) found.push(`facet ${nameOf(facet)} still has ${shown(added, range.from)}`);
  }
  for (const [facet, members] of counted)
    found.push(`facet ${nameOf(facet)} lacks ${shown(members, range.from)}`);
  return found;
}

/** Compares an entry with the one that a fold would write now. */
function differencesOf(facts: Facts, entry: Entry | undefined): string[] {
  if (!entry) return [`${facts.number}: no entry`];
  const wanted = entryOf(facts);
  const differing = (Object.keys(wanted) as (keyof typeof wanted)[]).filter((field) => {
    if (field === 'facets') return false;
    if (field === 'textHash') return !Buffer.from(entry.textHash).equals(wanted.textHash);
    return entry[field] !== wanted[field];
  });
  const [before, now] = [facetsIn(entry.facets), [...facts.facets]];
  if (before.length !== now.length || without(now, before).length > 0) differing.push('facets');
  return differing.length === 0 ? [] : [`${facts.number}: another ${differing.join(', ')}`];
}

function without<T>(values: readonly T[], others: readonly T[]): T[] {
  const known = new Set(others);
  return values.filter((value) => !known.has(value));
}

function nameOf(facet: FacetKey): string {
  return Buffer.from(facet, 'latin1').toString('hex');
}

function shown(members: readonly number[], first: number): string {
  return members
    .slice(0, 5)
    .map((member) => member + first)
    .join(', ');
}
