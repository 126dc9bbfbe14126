import type { ServiceContext } from '../../../../core/context.ts';
import { perInstance } from '../../../../core/per-instance.ts';
import { transaction } from '../../../../storage/transaction.ts';
import { mergeTextIndex } from './store-text-index.ts';

/** Reports whether this instance merges parts. */
const merging = perInstance(() => ({ isRunning: false }));

/**
 * Merges the parts that folds have added to the text index of SQLite, because a search reads all of them. Does so in transactions so short
 * that requests hardly wait for one.
 */
export async function mergeTexts(ctx: ServiceContext): Promise<void> {
  const state = merging(ctx);
  if (state.isRunning) return;
  state.isRunning = true;
  try {
    while (!ctx.stopping.aborted && (await transaction(ctx, ({ db }) => mergeTextIndex(db))));
  } finally {
    state.isRunning = false;
  }
}
