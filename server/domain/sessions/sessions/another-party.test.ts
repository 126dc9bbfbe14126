import { afterAll, describe, expect, test } from 'vitest';
import { startLatchkey } from '../../../../test/harness.ts';
import { pendingMessages } from '../../../../test/pending-messages.ts';
import { type PendingUser, pendingOperations } from '../../../../test/pending-operations.ts';
import { pendingUser } from '../../../../test/revocations.ts';

/**
 * Tests operations that start in a session and are finished by another party. They are useless without their
 * secret; the table lists the other requirements.
 */

const latchkey = await startLatchkey();
afterAll(() => latchkey.close());

const { changes, factors } = pendingMessages(latchkey);
const operations = (await pendingOperations(latchkey)).filter(({ isOfSession }) => isOfSession);
const beginnings = new Map([
  ...Object.entries(changes),
  ...Object.entries(factors),
  ...operations.map(({ name, begin }) => [name, begin] as const),
]);

/** The credential after the project ID in the bearer of the finishing party. */
const parties: Record<string, (user: PendingUser) => Promise<string>> = {
  nobody: async () => '',
  'another user': async () => (await pendingUser(latchkey)).refreshJwt,
  'another session of the user': async ({ loginId }) =>
    (await latchkey.manage('POST', '/v1/mgmt/auth/signin', { loginId })).body.refreshJwt,
  'the server, for another user': async () =>
    `${(await pendingUser(latchkey)).refreshJwt}:${latchkey.managementKey}`,
  'the server': async () => latchkey.managementKey,
  'the session': async ({ refreshJwt }) => refreshJwt,
};

const ok = 'accepted';
/** Sent to an address that becomes proven by it: requires the session, or a back end. */
const code = ['E064002', 'E061102', 'E061102', 'E061102', ok, ok];
const link = ['E064002', 'E062504', 'E062504', 'E062504', ok, ok];
/** Sent to an address that was proven before: proves nothing new, but another session is refused. */
const codeAgain = [ok, ...code.slice(1)];
const linkAgain = [ok, ...link.slice(1)];
/** The secret never left the party that started the operation: a new authenticator, an open browser, a handle. */
const kept = [ok, ok, ok, ok, ok, ok];

const table: Record<string, string[]> = {
  'a code for another email address': code,
  'a code for another phone number': code,
  'a code for another email address, with mfa': code,
  'a link for another email address': link,
  'a link for another phone number': link,
  'an enchanted link for another email address': link,
  'a code as second factor': codeAgain,
  'a code by SMS that steps up': codeAgain,
  'a link that steps up': linkAgain,
  'an enchanted link as second factor': linkAgain,
  'an authenticator app': kept,
  'a passkey': kept,
  'a passkey as second factor': kept,
  'the answer of a provider that is to be added': kept,
  'the code of a provider that was added': kept,
  'the answer of a provider as second factor': kept,
  'the answer of a tenant’s identity provider as second factor': kept,
  'the session of an enchanted link that was approved as second factor': kept,
  'the session of an enchanted link that changed the address': kept,
  'the page that asks for consent to an impersonation': kept,
};

test('the table contains every operation that starts in a session', () => {
  expect(Object.keys(table).sort()).toEqual([...beginnings.keys()].sort());
});

describe.each(Object.keys(table))('%s', (name) => {
  const columns = Object.keys(parties).map((party, column) => ({
    party,
    expected: table[name]?.[column] as string,
  }));

  test.each(columns)('with the credential of $party: $expected', async ({ party, expected }) => {
    const user = await pendingUser(latchkey);
    const finish = await beginnings.get(name)?.(user);
    const { status, body } = (await finish?.(await parties[party]?.(user))) ?? {};
    expect(status === 200 ? ok : body.errorCode).toBe(expected);
  });
});

const refusedElsewhere = Object.keys(table).filter((name) => table[name] !== kept);
test.each(refusedElsewhere)('%s still works for the session after others were refused', async (name) => {
  const user = await pendingUser(latchkey);
  const finish = await beginnings.get(name)?.(user);
  for (const party of ['another user', 'another session of the user', 'the server, for another user']) {
    expect((await finish?.(await parties[party]?.(user)))?.status).toBe(401);
  }
  expect((await finish?.(user.refreshJwt))?.status).toBe(200);
});
