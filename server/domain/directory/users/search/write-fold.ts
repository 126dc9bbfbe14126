import { takeTurn } from '../../../../core/turns.ts';
import { dialectOf } from '../../../../storage/engine.ts';
import type { Db } from '../../../../storage/tables.ts';
import { transaction } from '../../../../storage/transaction.ts';
import type { Indexed } from './indexed.ts';
import { type BlockWrite, writeBlocks } from './store-blocks.ts';
import { deleteEntries, type Entry, writeEntries } from './store-entries.ts';
import { type Change, countFold, deleteChanges, type Folds } from './store-log.ts';
import { mergeTextIndex, type TextChange, writeTexts } from './store-text-index.ts';

/** The sizes of the transactions of a fold on SQLite, where others wait for each of them: some 20 milliseconds among a million users. */
export interface WriteSizes {
  users: number;
  blocks: number;
}

const usualSizes: WriteSizes = { users: 200, blocks: 800 };

/** The changes that a fold takes out of the log, and how far the index is unfinished while it writes, and afterwards. */
export interface Taken {
  changes: readonly Change[];
  unfinished: { meanwhile: number; afterwards: number };
}

/** The rows of the index that a fold writes. */
export interface FoldWrites {
  entries: readonly Entry[];
  texts: readonly TextChange[];
  /** The users who are gone. */
  gone: readonly number[];
  blocks: readonly BlockWrite[];
}

/**
 * Writes what a fold of these changes has computed, and takes them out of the log. Returns `false` if another fold has written since `folds`
 * were counted.
 *
 * A large fold has several transactions. Until the last one, the changes stay in the log, so searches look at their users one by one
 * and not at the index. If the rest is never written, the next fold counts these users again, with all that the index has of them.
 */
export async function writeFold(
  ctx: Indexed,
  folds: Folds,
  { changes, unfinished }: Taken,
  writes: FoldWrites,
  sizes = usualSizes,
): Promise<boolean> {
  const projectId = ctx.project.id;
  const isOneStep = dialectOf(ctx.db) === 'postgres' || changes.length <= sizes.users;
  const steps = isOneStep ? [writes] : stepsOf(writes, sizes);
  for (const [index, step] of steps.entries()) {
    const isLast = index === steps.length - 1;
    if (!isOneStep) await takeTurn(projectId);
    const isOurs = await transaction(ctx, async ({ db }) => {
      const left = isLast ? unfinished.afterwards : unfinished.meanwhile;
      if (!(await countFold(db, projectId, folds.folds + index, left))) return false;
      await write(db, projectId, step);
      if (isLast) await deleteChanges(db, projectId, changes);
      return true;
    });
    if (!isOurs) return false;
    // Otherwise SQLite would merge many parts of the text index at once, in a transaction of its choice.
    if (step.texts.length > 0 && !isLast) await transaction(ctx, ({ db }) => mergeTextIndex(db));
  }
  return true;
}

function stepsOf({ entries, texts, gone, blocks }: FoldWrites, sizes: WriteSizes): FoldWrites[] {
  const none: FoldWrites = { entries: [], texts: [], gone: [], blocks: [] };
  return [
    ...slicesOf(entries, sizes.users).map((entries) => ({ ...none, entries })),
    ...slicesOf(texts, sizes.users).map((texts) => ({ ...none, texts })),
    ...slicesOf(gone, sizes.users).map((gone) => ({ ...none, gone })),
    ...slicesOf(blocks, sizes.blocks).map((blocks) => ({ ...none, blocks })),
    none,
  ];
}

function slicesOf<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, index) =>
    list.slice(index * size, (index + 1) * size),
  );
}

async function write(db: Db, projectId: string, { entries, texts, gone, blocks }: FoldWrites): Promise<void> {
  await writeBlocks(db, projectId, blocks);
  await writeTexts(db, projectId, texts);
  await writeEntries(db, projectId, entries);
  await deleteEntries(db, projectId, gone);
}
