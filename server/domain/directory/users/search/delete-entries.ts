import { transaction } from '../../../../storage/transaction.ts';
import type { Indexed } from './indexed.ts';
import { deleteEntries, listEntries } from './store-entries.ts';
import { endFolds } from './store-log.ts';
import { writeTexts } from './store-text-index.ts';

/** So few that other writers on SQLite do not wait for long. */
const deletedAtOnce = 200;

/**
 * Deletes some entries of a project whose users and log are gone, with their texts, to which no foreign key leads. Returns the number of
 * deleted entries: 0, when nothing is left. A fold that began before does not write any more.
 */
export async function deleteSomeEntries(ctx: Indexed): Promise<number> {
  return transaction(ctx, async ({ db, project: { id } }) => {
    await endFolds(db, id);
    const numbers = await listEntries(db, id, deletedAtOnce);
    await writeTexts(
      db,
      id,
      numbers.map((number) => ({ number, text: undefined, isIndexed: true })),
    );
    await deleteEntries(db, id, numbers);
    return numbers.length;
  });
}
