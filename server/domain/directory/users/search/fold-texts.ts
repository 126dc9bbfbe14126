import type { ProjectContext, ServiceContext } from '../../../../core/context.ts';
import { transaction } from '../../../../storage/transaction.ts';
import { foldTextRows, hasTextTail } from './store-texts.ts';

/** The number of changed users after which the tail is written to the index. It keeps searches from waiting long. */
const foldedAfter = 256;

/**
 * Call it after changes of users have been committed. After some hundred of them it writes their texts to the
 * free-text index of SQLite, which takes a fraction of the time that as many transactions of their own would. Nothing
 * depends on it: a search does it before it looks for text (`foldTexts`).
 */
export function countTextChanges(ctx: ProjectContext, count: number): void {
  const { changedTexts } = ctx;
  changedTexts.count += count;
  if (changedTexts.count < foldedAfter || ctx.db.isTransaction) return;
  changedTexts.count = 0;
  void foldLongTail(ctx).catch((error) => ctx.log.warn({ err: error }, 'folding the text index failed'));
}

/** Leaves the rest of the tail for later: a few users cost almost as much as some hundred. */
async function foldLongTail(ctx: ServiceContext): Promise<void> {
  while (await hasTextTail(ctx.db, foldedAfter)) await transaction(ctx, ({ db }) => foldTextRows(db));
}

/** Writes the texts of all changed users to the free-text index, so that a search finds them. */
export async function foldTexts(ctx: Pick<ServiceContext, 'db'>): Promise<void> {
  while (await hasTextTail(ctx.db)) await transaction(ctx, ({ db }) => foldTextRows(db));
}
