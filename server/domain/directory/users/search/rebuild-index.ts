import { membersOf } from '../../../../core/number-block.ts';
import { transaction } from '../../../../storage/transaction.ts';
import { fold } from './fold.ts';
import type { Indexed } from './indexed.ts';
import { blockSize, readBlocksAt } from './store-blocks.ts';
import { listBlocks, readWholeEntries } from './store-entries.ts';
import { listNumbers } from './store-facts.ts';
import { insertRecounts } from './store-log.ts';
import { listTexts } from './store-text-index.ts';

/** So few that searches, which look at changes one by one, go on meanwhile. */
const recountedAtOnce = 500;

/**
 * Computes the search index of a project again from the rows of its users, while servers run. Calls `report` with the number of users done
 * so far. May be interrupted: what is done is right.
 */
export async function rebuildIndex(ctx: Indexed, report: (done: number) => void): Promise<void> {
  const { db, project } = ctx;
  let done = 0;
  for (const block of await listBlocks(db, project.id, blockSize(db))) {
    const numbers = await listIndexed(ctx, block);
    for (let start = 0; start < numbers.length; start += recountedAtOnce) {
      const some = numbers.slice(start, start + recountedAtOnce);
      await transaction(ctx, ({ db }) => insertRecounts(db, project.id, some));
      await fold(ctx);
      done += some.length;
      report(done);
    }
  }
}

/** Lists the numbers of a block that a user has, or of which the index has anything. */
async function listIndexed({ db, project }: Indexed, block: number): Promise<number[]> {
  const size = blockSize(db);
  const range = { from: block * size, to: (block + 1) * size - 1 };
  const numbers = new Set([
    ...(await listNumbers(db, project.id, range)),
    ...(await listTexts(db, project.id, range)),
  ]);
  for (const { number } of await readWholeEntries(db, project.id, range)) numbers.add(number);
  for (const { members } of await readBlocksAt(db, project.id, block)) {
    for (const member of membersOf(members, size)) numbers.add(range.from + member);
  }
  return [...numbers].sort((a, b) => a - b);
}
