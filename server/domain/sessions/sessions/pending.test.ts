import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import { type PendingUser, pendingOperations } from '../../../../test/pending-operations.ts';
import { pendingUser, revocationsOf, takesPassword } from '../../../../test/revocations.ts';
import { refresh } from '../../../../test/signed-in.ts';
import { createDealer } from '../../../../test/take-turns.ts';

/** Tests that an operation started before a revocation can never be finished after it. */

// Starts before the tables, which use it.
const latchkey = await startLatchkey();
afterAll(() => latchkey.close());

const operations = new Map(
  (await pendingOperations(latchkey)).map((operation) => [operation.name, operation]),
);
const namesOf = (isOfSession: boolean) =>
  [...operations.values()]
    .filter((operation) => operation.isOfSession === isOfSession)
    .map(({ name }) => name);
const ofSession = namesOf(true);
const ofUser = namesOf(false);

const { ofOneSession, ofAllSessions, ofTheUser, byReset, byPassword } = revocationsOf(latchkey);
const ofAll = { ...ofAllSessions, ...ofTheUser, ...byReset };

async function begin(name: string, user: PendingUser) {
  const operation = operations.get(name);
  if (!operation) throw new Error(`no operation is called ${name}`);
  return operation.begin(user);
}

const personFor = (revocation: string) => pendingUser(latchkey, { withPassword: takesPassword(revocation) });

describe.each([...ofSession, ...ofUser])('%s', (name) => {
  test('can be finished if nothing was revoked', async () => {
    const finish = await begin(name, await personFor(''));
    expect((await finish()).status).toBe(200);
  });
});

const all = [
  ...ofSession.map((name) => ({ name, ways: { ...ofAll, ...ofOneSession } })),
  ...ofUser.map((name) => ({ name, ways: { ...ofAll, ...byPassword } })),
];

const deal = createDealer(4);

describe.each(all)('$name', ({ name, ways }) => {
  test.each(deal(Object.entries(ways)))('does not survive %s', async (revocation, revoke) => {
    const user = await personFor(revocation);
    const finish = await begin(name, user);
    await revoke(user);
    const { status, body } = await finish();
    expect([status, body.sessionJwt]).toEqual([401, undefined]);
  });
});

describe.each(ofUser)('%s', (name) => {
  test.each(['its logout', 'an administrator who ends the session'])(
    'belongs to no session, so it survives the end of one by %s',
    async (how) => {
      const user = await personFor(how);
      const finish = await begin(name, user);
      await ofOneSession[how]?.(user);
      expect((await finish()).status).toBe(200);
    },
  );

  test('survives a revocation from before its start', async () => {
    const user = await personFor('');
    await ofAllSessions['logout by an administrator']?.(user);
    const finish = await begin(name, user);
    expect((await finish()).status).toBe(200);
  });
});

test.each(Object.entries(byPassword))('sessions survive %s', async (revocation, revoke) => {
  const user = await personFor(revocation);
  await revoke(user);
  expect((await refresh(latchkey, user.refreshJwt)).status).toBe(200);
});

describe('finishing and revoking concurrently on two instances', () => {
  let other: Latchkey;
  beforeAll(async () => {
    other = await latchkey.startAnother();
  });
  afterAll(() => other.close());

  test.each([...ofUser, 'an authenticator app', 'a passkey as second factor'])(
    'leaves no session: %s',
    async (name) => {
      const users = await Promise.all(Array.from({ length: 4 }, () => personFor('')));
      for (const user of users) {
        const finish = await begin(name, user);
        const [finished, revoked] = await Promise.all([
          finish(),
          other.manage('POST', '/v1/mgmt/user/logout', { loginId: user.loginId }),
        ]);
        expect(revoked.status).toBe(200);
        expect([200, 401]).toContain(finished.status);
        if (finished.status === 401) continue;
        expect((await refresh(latchkey, finished.body.refreshJwt)).status).toBe(401);
      }
    },
  );
});
