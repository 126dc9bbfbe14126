import { expect, test } from 'vitest';
import { startLatchkey } from '../../../../../test/harness.ts';
import type { ProjectContext } from '../../../../core/context.ts';
import { createUser } from '../create-user.ts';
import { updateUser } from '../update-user.ts';
import { fold } from './fold.ts';
import { readChanged } from './read-changed.ts';
import { findFolds, readLog } from './store-log.ts';

/** Returns a context whose results arrive only when `gate` is open. */
function delayed(ctx: ProjectContext, gate: Promise<void>): ProjectContext {
  const db = ctx.db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      await gate;
      return result;
    },
  });
  return { ...ctx, db };
}

test('a search sees the last change of a user, although another search with an older log ends in between', async () => {
  const latchkey = await startLatchkey();
  const { context: ctx } = latchkey;
  const { id } = ctx.project;
  for (const loginId of ['ann', 'bob']) await createUser(ctx, { loginId, name: 'First' });
  await fold(ctx);
  const { folds } = await findFolds(ctx.db, id);
  const log = () => readLog(ctx.db, id, 100);

  await updateUser(ctx, 'ann', { name: 'Second' });
  const older = Promise.withResolvers<void>();
  const olderSearch = readChanged(delayed(ctx, older.promise), await log(), folds);
  await updateUser(ctx, 'ann', { name: 'Third' });
  await readChanged(ctx, await log(), folds);
  await updateUser(ctx, 'bob', { name: 'Second' });
  const newer = Promise.withResolvers<void>();
  const newerSearch = readChanged(delayed(ctx, newer.promise), await log(), folds);
  older.resolve();
  await olderSearch;
  newer.resolve();

  const names = [...(await newerSearch).values()].map((facts) => facts?.keys.name).sort();
  expect(names).toEqual(['second', 'third']);
  await latchkey.close();
});
