import type { ProjectContext, ServiceContext } from '../../../../core/context.ts';
import { perInstance } from '../../../../core/per-instance.ts';
import { transaction } from '../../../../storage/transaction.ts';
import { foldTextRows, hasTextTail, mergeTextIndex } from './store-texts.ts';

/** The number of changed users after which the tail is written to the index. It keeps searches from waiting long. */
const foldedAfter = 256;

/** The users changed since this instance last wrote the index, and whether it merges parts. */
export const textIndex = perInstance(() => ({ changes: 0, isMerging: false }));

/**
 * Call it after changes of users have been committed. After some hundred of them it writes their texts to the
 * free-text index of SQLite, which takes a fraction of the time that as many transactions of their own would. Nothing
 * depends on it: a search does it before it looks for text (`foldTexts`).
 */
export function countTextChanges(ctx: ProjectContext, count: number): void {
  const state = textIndex(ctx);
  state.changes += count;
  if (state.changes < foldedAfter || ctx.db.isTransaction) return;
  state.changes = 0;
  void foldLongTail(ctx).catch((error) => ctx.log.warn({ err: error }, 'folding the text index failed'));
}

/** Leaves the rest of the tail for later: a few users cost almost as much as some hundred. */
async function foldLongTail(ctx: ServiceContext): Promise<void> {
  while (await hasTextTail(ctx.db, foldedAfter)) await fold(ctx);
}

/** Writes the texts of all changed users to the free-text index, so that a search finds them. */
export async function foldTexts(ctx: ServiceContext): Promise<void> {
  while (await hasTextTail(ctx.db)) await fold(ctx);
}

/** Does what is left to do: a server that was stopped, for example after an import, may leave many parts unmerged. */
export async function tidyTextIndex(ctx: ServiceContext): Promise<void> {
  await foldTexts(ctx);
  await mergeFolds(ctx);
}

async function fold(ctx: ServiceContext): Promise<void> {
  await transaction(ctx, ({ db }) => foldTextRows(db));
  void mergeFolds(ctx).catch((error) => ctx.log.warn({ err: error }, 'merging the text index failed'));
}

/**
 * Each fold adds a part to the index, and a search reads all parts. This merges them in transactions so short that
 * requests hardly wait for one.
 */
async function mergeFolds(ctx: ServiceContext): Promise<void> {
  const state = textIndex(ctx);
  if (state.isMerging) return;
  state.isMerging = true;
  try {
    while (!ctx.stopping.aborted && (await transaction(ctx, ({ db }) => mergeTextIndex(db))));
  } finally {
    state.isMerging = false;
  }
}
