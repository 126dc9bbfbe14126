import { sql } from 'kysely';
import { expect } from 'vitest';
import { testOnSqlite } from '../../../../../test/engine.ts';
import { startLatchkey } from '../../../../../test/harness.ts';
import { acrossProjects } from '../../../../storage/scope.ts';
import { createUser } from '../create-user.ts';
import { fold } from './fold.ts';
import { mergeTexts } from './merge-texts.ts';

testOnSqlite('the index of texts is left with few parts, however often it is written', async () => {
  const latchkey = await startLatchkey();
  const ctx = latchkey.context;
  const parts = async () => {
    const { rows } = await sql<{
      count: number;
    }>`select count(distinct segid) as count from "searchTexts_idx"`.execute(acrossProjects(ctx.db));
    return rows[0]!.count;
  };
  for (let index = 0; index < 12; index += 1) {
    await createUser(ctx, { loginId: `part${index}@example.com` });
    // Without merges, as if the server had ended after each fold.
    await fold(ctx);
  }
  expect(await parts()).toBe(12);
  await mergeTexts(latchkey.service);
  // FTS5 alone lets fifteen parts stand beside the one that it has made of sixteen.
  expect(await parts()).toBeLessThan(8);
  const { body } = await latchkey.manage('POST', '/v2/mgmt/user/search', { text: 'part11' });
  expect(body.total).toBe(1);
  await latchkey.close();
});
