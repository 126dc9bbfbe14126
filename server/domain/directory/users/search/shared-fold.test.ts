import { expect, test } from 'vitest';
import { startLatchkey } from '../../../../../test/harness.ts';
import { transaction } from '../../../../storage/transaction.ts';
import { createUser } from '../create-user.ts';
import { foldShared } from './shared-fold.ts';
import { readLog } from './store-log.ts';

test('those who need a fold at the same time share one, and one in a transaction waits for nobody', async () => {
  const latchkey = await startLatchkey();
  const { context: ctx } = latchkey;
  const { id } = ctx.project;
  const log = () => readLog(ctx.db, id, 10);

  await createUser(ctx, { loginId: 'ann' });
  const folds = [1, 2, 3].map(() => foldShared(ctx, id));
  expect(await Promise.all(folds)).toEqual(['folded', 'folded', 'folded']);
  expect(await log()).toEqual([]);
  expect(await foldShared(ctx, id)).toBe('done');

  await createUser(ctx, { loginId: 'bob' });
  const outside = foldShared(ctx, id);
  const inside = transaction(ctx, (inner) => foldShared(inner, id));
  expect(await Promise.all([outside, inside])).toContain('folded');
  expect(await log()).toEqual([]);
  await latchkey.close();
});
