import { afterAll, describe, expect, test } from 'vitest';
import { type Answer, startLatchkey } from '../../../../test/harness.ts';
import { pendingMessages } from '../../../../test/pending-messages.ts';
import type { PendingUser } from '../../../../test/pending-operations.ts';
import { pendingUser, type Revocation, revocationsOf, takesPassword } from '../../../../test/revocations.ts';
import { refresh } from '../../../../test/signed-in.ts';
import { createDealer } from '../../../../test/take-turns.ts';

/** Tests codes and links against every way in which access ends: which become void, and which still sign in. */

// Stands before the tables that name the cases.
const latchkey = await startLatchkey();
const other = await latchkey.startAnother();
afterAll(async () => {
  await other.close();
  await latchkey.close();
});

type Begin = (user: PendingUser) => Promise<(by?: string) => Promise<Answer>>;
type Table<T> = Record<string, T>;

const messages = pendingMessages(latchkey);
const { ofOneSession, ofAllSessions, ofTheUser, byReset, byPassword } = revocationsOf(latchkey);

const anotherAddress: Table<Revocation> = {
  'another address': ({ loginId }) =>
    latchkey.manage('POST', '/v1/mgmt/user/update/email', {
      loginId,
      email: `moved-${loginId}`,
      verified: true,
    }),
};

/** Begins and revokes, then returns the answer to a caller with all the evidence that a server can present. */
async function bringBack(begin: Begin, revoke: Revocation | undefined, name = '', fields = {}) {
  const user = await pendingUser(latchkey, { withPassword: takesPassword(name), ...fields });
  const finish = await begin(user);
  await revoke?.(user);
  return finish(latchkey.managementKey);
}

function expectRefused({ status, body }: Answer): void {
  expect([status, body.sessionJwt]).toEqual([401, undefined]);
}

const each = <T>(table: Table<T>) => Object.entries(table);

const deal = createDealer(4);

describe.each(each({ ...messages.changes, ...messages.factors }))('%s', (_, begin) => {
  test('is valid as long as nothing was revoked', async () => {
    expect((await bringBack(begin, undefined)).status).toBe(200);
  });

  const ways = { ...ofOneSession, ...ofAllSessions, ...ofTheUser, ...byReset };
  test.each(deal(each(ways)))(
    'does not survive %s, although a server vouches for it',
    async (name, revoke) => {
      expectRefused(await bringBack(begin, revoke, name));
    },
  );
});

describe.each(each(messages.ofAddress))('%s', (message, begin) => {
  test('is valid as long as nothing was revoked', async () => {
    expect((await bringBack(begin, undefined)).status).toBe(200);
  });

  const isByMail = !message.includes('SMS');
  const ways = { ...ofTheUser, ...byReset, ...(isByMail && anotherAddress) };
  test.each(deal(each(ways)))('does not survive %s', async (name, revoke) => {
    expectRefused(await bringBack(begin, revoke, name));
  });

  const { 'its lifetime': _, 'a tenant that shortens the lifetime': __, ...ends } = ofOneSession;
  test.each(deal(each({ ...ends, ...ofAllSessions, ...byPassword })))(
    'proves the address anew, so that it survives %s',
    async (name, revoke) => {
      expect((await bringBack(begin, revoke, name)).status).toBe(200);
    },
  );
});

const made = [
  ...each(messages.ofServer).map(([name, begin]) => ({ name, begin, fields: { test: false } })),
  ...each(messages.ofTestUser).map(([name, begin]) => ({ name, begin, fields: { test: true } })),
];
describe.each(made)('$name', ({ begin, fields }) => {
  test('is valid as long as nothing was revoked', async () => {
    expect((await bringBack(begin, undefined, '', fields)).status).toBe(200);
  });

  // Test users get no messages, so they have no reset.
  const ways = { ...ofAllSessions, ...ofTheUser, ...byPassword, ...(!fields.test && byReset) };
  test.each(deal(each(ways)))('proves nothing anew, and does not survive %s', async (name, revoke) => {
    expectRefused(await bringBack(begin, revoke, name, fields));
  });

  test.each(deal(each(ofOneSession)))('belongs to no session, and survives %s', async (name, revoke) => {
    expect((await bringBack(begin, revoke, name, fields)).status).toBe(200);
  });
});

describe('a code or link that comes back while all sessions are ended on another instance', () => {
  test.each(each({ ...messages.changes, ...messages.factors, ...messages.ofServer }))(
    'leaves no session: %s',
    async (_, begin) => {
      for (let i = 0; i < 3; i++) {
        const user = await pendingUser(latchkey);
        const finish = await begin(user);
        const [finished, revoked] = await Promise.all([
          finish(latchkey.managementKey),
          other.manage('POST', '/v1/mgmt/user/logout', { loginId: user.loginId }),
        ]);
        expect(revoked.status).toBe(200);
        expect([200, 401]).toContain(finished.status);
        if (finished.status === 200) {
          expect((await refresh(latchkey, finished.body.refreshJwt)).status).toBe(401);
        }
      }
    },
  );
});
