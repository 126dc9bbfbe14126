import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceContext } from '../../../../core/context.ts';
import { perInstance } from '../../../../core/per-instance.ts';
import { transaction } from '../../../../storage/transaction.ts';
import { mergeTextIndex } from './store-text-index.ts';

/** Reports whether this instance merges parts. */
const merging = perInstance(() => ({ isRunning: false }));

/** The part of the time that merging takes. A part with a million users is merged for half a minute of work. */
const share = 0.2;

/**
 * Merges the parts that folds have added to the text index of SQLite, because a search reads all of them. Does so in short transactions and
 * with pauses, so that requests hardly wait: a few parts more cost a search little.
 */
export async function mergeTexts(ctx: ServiceContext): Promise<void> {
  const state = merging(ctx);
  if (state.isRunning) return;
  state.isRunning = true;
  try {
    while (!ctx.stopping.aborted) {
      const { isMore, milliseconds } = await transaction(ctx, async ({ db }) => {
        const begunAt = performance.now();
        return { isMore: await mergeTextIndex(db), milliseconds: performance.now() - begunAt };
      });
      if (!isMore) return;
      await sleep(milliseconds * (1 / share - 1));
    }
  } finally {
    state.isRunning = false;
  }
}
