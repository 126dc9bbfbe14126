import type { ProjectContext } from '../../../core/context.ts';
import { transaction } from '../../../storage/transaction.ts';

/** Carries the result through a transaction that is rolled back. */
class TakenBack<R> extends Error {
  readonly result: R;

  constructor(result: R) {
    super('a dry run');
    this.result = result;
  }
}

/** Does the work in a transaction, and takes it back: for a dry run. */
export async function takingBack<R>(
  ctx: ProjectContext,
  work: (ctx: ProjectContext) => Promise<R>,
): Promise<R> {
  try {
    return await transaction(ctx, async (ctx) => {
      throw new TakenBack(await work(ctx));
    });
  } catch (error) {
    if (error instanceof TakenBack) return error.result as R;
    throw error;
  }
}
