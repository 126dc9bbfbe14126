import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  addAdministrator,
  type ConsolePage,
  openConsole,
  type SignedInAdministrator,
  startConsole,
} from '../../../../test/administrators.ts';
import { Authenticator, pageOrigin } from '../../../../test/counterparts/authenticator.ts';
import { type Answer, type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import { enterAdministration } from './administration-project.ts';
import { makeRecoveryLink } from './recovery-link.ts';

let latchkey: Latchkey;
let owner: SignedInAdministrator;
let counter = 0;

beforeAll(async () => {
  latchkey = await startLatchkey();
  owner = await startConsole(latchkey);
});
afterAll(() => latchkey.close());

const refusal = ({ status, body }: Answer) => [status, body.errorCode];
const post = (page: ConsolePage, path: string, body: object = {}) => page.request('POST', path, { body });
const account = (page: ConsolePage) => page.request('GET', '/v1/console/account');
const auditor = () => addAdministrator(latchkey, owner, { loginId: `auditor${++counter}`, role: 'auditor' });

async function addPasskey(page: ConsolePage, loginId: string): Promise<void> {
  const begun = await post(page, '/v1/auth/webauthn/update/start', { loginId, origin: pageOrigin });
  const response = new Authenticator().create(begun.body.options);
  const { transactionId } = begun.body;
  const finished = await post(page, '/v1/auth/webauthn/update/finish', { transactionId, response });
  expect(finished.status).toBe(200);
}

test('administrators of every role see their own sessions and passkeys, and those of no one else', async () => {
  const someone = await auditor();
  await someone.signIn();
  await addPasskey(someone, someone.loginId);
  const { status, body } = await account(someone);
  expect(status).toBe(200);
  expect(body.sessions.map(({ current }: { current: boolean }) => current).sort()).toEqual([false, true]);
  expect(body).toMatchObject({
    provedRecently: true,
    hasPassword: true,
    hasTotp: true,
    passkeys: [{ id: expect.any(String) }],
  });
  expect((await account(owner)).body.passkeys).toEqual([]);
});

test('administrators end single sessions or all others, and never those of someone else', async () => {
  const someone = await auditor();
  const [second, third] = [await someone.signIn(), await someone.signIn()];
  const idOf = async (page: ConsolePage) => {
    const { body } = await account(page);
    return body.sessions.find(({ current }: { current: boolean }) => current).id as string;
  };
  const end = (sessionIds?: string[]) =>
    post(someone, '/v1/console/account/sessions/end', { ...(sessionIds && { sessionIds }) });
  expect((await end([await idOf(owner), await idOf(second)])).status).toBe(200);
  expect((await account(second)).status).toBe(401);
  expect((await account(third)).status).toBe(200);
  expect((await end()).status).toBe(200);
  expect((await account(third)).status).toBe(401);
  expect((await account(someone)).status).toBe(200);
  expect((await account(owner)).status).toBe(200);
});

test('a session without both factors sees and ends nothing', async () => {
  const { loginId, password } = await auditor();
  const page = openConsole(latchkey);
  await post(page, '/v1/auth/password/signin', { loginId, password });
  expect(refusal(await account(page))).toEqual([403, 'E064011']);
  for (const path of ['sessions/end', 'totp/remove']) {
    expect(refusal(await post(page, `/v1/console/account/${path}`)), path).toEqual([403, 'E064011']);
  }
});

test('an administrator keeps one way to sign in', async () => {
  const someone = await auditor();
  expect(refusal(await post(someone, '/v1/console/account/totp/remove'))).toEqual([403, 'E064011']);
  await addPasskey(someone, someone.loginId);
  expect((await post(someone, '/v1/console/account/totp/remove')).status).toBe(200);
  const { body } = await account(someone);
  const remove = { credentialId: body.passkeys[0].id };
  expect(refusal(await post(someone, '/v1/console/account/passkey/remove', remove))).toEqual([
    403,
    'E064011',
  ]);
  const loaded = await someone.request('GET', '/v1/console');
  expect(loaded.body).toMatchObject({ hasTotp: false, hasPasskey: true });
});

test('a recovery code stands in for the authenticator, once, and codes are made by a complete sign-in only', async () => {
  const someone = await auditor();
  const { loginId, password } = someone;
  const generate = (page: ConsolePage) => post(page, '/v1/auth/recovery-codes', { loginId });
  const withPassword = async () => {
    const page = openConsole(latchkey);
    expect((await post(page, '/v1/auth/password/signin', { loginId, password })).status).toBe(200);
    return page;
  };
  const page = await withPassword();
  expect(refusal(await generate(page))).toEqual([403, 'E064011']);
  expect((await page.request('GET', '/v1/console')).body).toMatchObject({ awaitsRecoveryCode: false });
  const { codes } = (await generate(someone)).body;
  expect(codes).toHaveLength(10);
  expect((await account(someone)).body.recoveryCodes).toBe(10);

  expect((await page.request('GET', '/v1/console')).body).toMatchObject({ awaitsRecoveryCode: true });
  const spend = (at: ConsolePage) =>
    post(at, '/v1/auth/recovery-codes/signin', { loginId, ...codes[0], loginOptions: { mfa: true } });
  expect((await spend(page)).status).toBe(200);
  expect((await page.request('GET', '/v1/console')).body).toMatchObject({ isComplete: true });
  expect((await account(page)).body.recoveryCodes).toBe(9);
  expect((await spend(await withPassword())).status).toBe(401);
});

test('a link that replaces the second factor makes the recovery codes void', async () => {
  const someone = await auditor();
  const { loginId } = someone;
  const made = (await post(someone, '/v1/auth/recovery-codes', { loginId })).body;
  const request = { id: 'r', remoteAddress: '', userAgent: '' };
  const token = await makeRecoveryLink(await enterAdministration(latchkey.service, request), loginId);
  const page = openConsole(latchkey);
  expect((await post(page, '/v1/auth/magiclink/verify', { token })).status).toBe(200);
  expect(refusal(await post(page, '/v1/auth/recovery-codes', { loginId }))).toEqual([403, 'E064011']);
  const body = { loginId, ...made.codes[0], loginOptions: { mfa: true } };
  expect((await post(page, '/v1/auth/recovery-codes/signin', body)).status).toBe(401);
});

test('removing a factor ends the other sessions, which may have been opened with it', async () => {
  const someone = await auditor();
  const other = await someone.signIn();
  await addPasskey(someone, someone.loginId);
  const [{ id }] = (await account(someone)).body.passkeys;
  const remove = { credentialId: id };
  expect((await post(someone, '/v1/console/account/passkey/remove', remove)).status).toBe(200);
  expect((await account(someone)).body.passkeys).toEqual([]);
  expect((await account(other)).status).toBe(401);
  const events = await post(owner, '/v1/mgmt/audit/search', { actions: ['PasskeyRemoved'] });
  expect(JSON.stringify(events.body)).toContain(id);
});

test('ten minutes after the sign-in, factors change only after signing in again', async () => {
  const someone = await auditor();
  const { loginId } = someone;
  latchkey.advance(10 * 60_000);
  expect((await account(someone)).body).toMatchObject({ provedRecently: false });
  const attempts: [string, object][] = [
    ['/v1/auth/password/update', { loginId, newPassword: 'another long passphrase' }],
    ['/v1/auth/totp/update', { loginId }],
    ['/v1/auth/webauthn/update/start', { loginId, origin: pageOrigin }],
    ['/v1/console/account/totp/remove', {}],
    ['/v1/console/account/passkey/remove', { credentialId: 'x' }],
  ];
  for (const [path, body] of attempts) {
    expect(refusal(await post(someone, path, body)), path).toEqual([403, 'E064011']);
  }
  // Ending sessions needs no recent sign-in.
  expect((await post(someone, '/v1/console/account/sessions/end')).status).toBe(200);
  const again = await someone.signIn();
  expect((await account(again)).body).toMatchObject({ provedRecently: true });
  expect((await post(again, '/v1/auth/totp/update', { loginId })).status).toBe(200);
});

test('an administrator changes the login ID, which ends the other sessions and signs in from then on', async () => {
  const someone = await auditor();
  const other = await someone.signIn();
  const change = (loginId: string) => post(someone, '/v1/console/account/login-id', { loginId });
  expect(refusal(await change(owner.loginId))).toEqual([400, 'E062107']);
  expect((await change('renamed@example.com')).status).toBe(200);
  expect((await someone.request('GET', '/v1/console')).body.administrator.loginId).toBe(
    'renamed@example.com',
  );
  expect((await account(other)).status).toBe(401);
});
