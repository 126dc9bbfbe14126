import { sql } from 'kysely';
import { afterAll, beforeAll, expect } from 'vitest';
import { newEmail } from '../../../test/codes.ts';
import { testOnPostgres } from '../../../test/engine.ts';
import { type Answer, type Latchkey, startLatchkey } from '../../../test/harness.ts';
import { codeSentTo } from '../../../test/messages.ts';
import { withToken } from '../../../test/signed-in.ts';
import { acrossProjects } from '../../storage/scope.ts';
import { transaction } from '../../storage/transaction.ts';
import { endSessionsOf } from '../sessions/end-session.ts';

/** On SQLite one transaction follows the other, so nothing can be finished in the middle of a revocation. */

let latchkey: Latchkey;
beforeAll(async () => {
  latchkey = await startLatchkey();
});
afterAll(() => latchkey.close());

/** Revokes the user's access on one connection, and lets `finish` run until it waits for that. */
async function finishDuringRevocation(userId: string, finish: () => Promise<Answer>): Promise<Answer> {
  let answer: Promise<Answer> | undefined;
  await transaction(latchkey.context, async (ctx) => {
    await endSessionsOf(ctx, userId);
    answer = finish();
    while (!(await hasWaiting(ctx.db))) await new Promise((resolve) => setImmediate(resolve));
  });
  return answer as Promise<Answer>;
}

/** Whether another connection waits for the transaction of this one. */
async function hasWaiting(db: Latchkey['context']['db']): Promise<boolean> {
  const { rows } = await sql`
    select pid from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`.execute(
    acrossProjects(db),
  );
  return rows.length > 0;
}

testOnPostgres('a change of address is not completed when its session ends at the same time', async () => {
  const [email, next] = [newEmail(), newEmail()];
  const post = (path: string, body: object) =>
    latchkey.request('POST', `/v1/auth/otp/${path}/email`, { body });
  await post('signup', { loginId: email });
  const { body } = await post('verify', { loginId: email, code: await codeSentTo(latchkey, email) });
  const { refreshJwt, user } = body;
  const within = (path: string, input: object) =>
    withToken(latchkey, 'POST', `/v1/auth/otp/${path}/email`, refreshJwt, input);
  await within('update', { loginId: email, email: next });
  const code = await codeSentTo(latchkey, next);

  const answer = await finishDuringRevocation(user.userId, () => within('verify', { loginId: email, code }));
  expect([answer.status, answer.body.errorCode]).toEqual([401, 'E061102']);
  const loaded = await latchkey.manage('GET', `/v1/mgmt/user?userid=${user.userId}`);
  expect(loaded.body.user.email).toBe(email);
});
