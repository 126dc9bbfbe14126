import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Latchkey, startLatchkey } from '../../../../../test/harness.ts';
import { createUser } from '../create-user.ts';
import { fold } from './fold.ts';
import { findMembers, isWithin } from './index.ts';

let latchkey: Latchkey;
beforeAll(async () => {
  latchkey = await startLatchkey();
});
afterAll(() => latchkey.close());

test('a search by time misses nobody while another period becomes whole', async () => {
  const ctx = latchkey.context;
  const dayMs = 86_400_000;
  // A day before the period is whole, which then is a facet of its own.
  const end = 600 * 30 * dayMs - dayMs;
  await createUser(ctx, { loginId: 'ada', createdAt: end - 5 * dayMs });
  await fold(ctx);
  for (let reads = 0; reads < 6; reads += 1) {
    let left = reads;
    const now = () => {
      left -= 1;
      return left >= 0 ? end - 1 : end + 1;
    };
    const conditions = { all: [isWithin('createdAt', { from: 1 })], none: [] };
    const { members } = await findMembers({ ...ctx, now }, conditions, new Map());
    expect(members.count, `the clock goes on after ${reads} reads`).toBe(1);
  }
});
