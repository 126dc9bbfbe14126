import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  addAdministrator,
  type ConsolePage,
  enrol,
  openConsole,
  type SignedInAdministrator,
  startConsole,
} from '../../../../test/administrators.ts';
import { totpCode } from '../../../../test/authenticator-app.ts';
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
const needsSecondFactor = [403, 'E064011'];

const post = (page: ConsolePage, path: string, body: object) => page.request('POST', path, { body });
const load = async (page: ConsolePage) => (await page.request('GET', '/v1/console')).body;
const addAdministratorOf = () =>
  addAdministrator(latchkey, owner, { loginId: `admin${++counter}`, role: 'administrator' });

async function linkFor(loginId: string): Promise<ConsolePage> {
  const made = await post(owner, '/v1/mgmt/user/signin/embeddedlink', { loginId, timeout: 600 });
  return openLink(made.body.token);
}

async function openLink(token: string): Promise<ConsolePage> {
  const page = openConsole(latchkey);
  expect((await post(page, '/v1/auth/magiclink/verify', { token })).status).toBe(200);
  return page;
}

async function withPassword({ loginId, password }: SignedInAdministrator): Promise<ConsolePage> {
  const page = openConsole(latchkey);
  expect((await post(page, '/v1/auth/password/signin', { loginId, password })).status).toBe(200);
  return page;
}

test('the password, the authenticator or a link alone gives no access', async () => {
  const someone = await addAdministratorOf();
  const { loginId } = someone;
  const byCode = openConsole(latchkey);
  await post(byCode, '/v1/auth/totp/verify', { loginId, code: someone.code() });
  for (const page of [await withPassword(someone), byCode, await linkFor(loginId)]) {
    expect(await load(page)).toMatchObject({ isComplete: false, projects: [] });
    const { projectId } = latchkey;
    const search = await page.request('POST', '/v2/mgmt/user/search', { projectId, body: {} });
    expect(refusal(search)).toEqual(needsSecondFactor);
    expect(refusal(await post(page, '/v1/console/project', { name: 'x' }))).toEqual(needsSecondFactor);
  }
});

test('a session with one factor can set neither a password nor an authenticator nor a passkey', async () => {
  const someone = await addAdministratorOf();
  const { loginId } = someone;
  const byCode = openConsole(latchkey);
  await post(byCode, '/v1/auth/totp/verify', { loginId, code: someone.code() });
  for (const page of [await withPassword(someone), byCode, await linkFor(loginId)]) {
    const password = { loginId, newPassword: 'a passphrase of mallory' };
    expect(refusal(await post(page, '/v1/auth/password/update', password))).toEqual(needsSecondFactor);
    expect(refusal(await post(page, '/v1/auth/totp/update', { loginId }))).toEqual(needsSecondFactor);
    const passkey = { loginId, origin: pageOrigin };
    const start = await post(page, '/v1/auth/webauthn/update/start', passkey);
    expect(refusal(start)).toEqual(needsSecondFactor);
  }
});

test('a link and a password are not two factors', async () => {
  const someone = await addAdministratorOf();
  const { loginId, password } = someone;
  const page = await linkFor(loginId);
  const raised = await post(page, '/v1/auth/password/signin', {
    loginId,
    password,
    loginOptions: { mfa: true },
  });
  expect(raised.body.claims.amr).toEqual(['embedded', 'pwd', 'mfa']);
  expect(await load(page)).toMatchObject({ isComplete: false, projects: [] });
});

test('an authenticator can be completed only by the session that began it', async () => {
  const loginId = `admin${++counter}`;
  await post(owner, '/v1/mgmt/user/create', { loginId, roleNames: ['owner'] });
  const page = await linkFor(loginId);
  const { body } = await post(page, '/v1/auth/totp/update', { loginId });
  const verify = (by: ConsolePage, loginOptions?: object) =>
    post(by, '/v1/auth/totp/verify', {
      loginId,
      loginOptions,
      code: totpCode(body.key, latchkey.service.now()),
    });
  expect(refusal(await verify(openConsole(latchkey)))).toEqual(needsSecondFactor);
  expect(refusal(await verify(page))).toEqual(needsSecondFactor);
  expect(refusal(await verify(owner, { mfa: true }))).toEqual([403, 'E064011']);
  await post(owner, '/v1/mgmt/user/logout', { loginId });
  expect((await verify(page, { mfa: true })).status).toBe(401);
  const stored = await owner.request('GET', `/v1/mgmt/user?loginId=${loginId}`);
  expect(stored.body.user).toMatchObject({ TOTP: false });
});

test('a passkey is enough, from a link to the next sign-in', async () => {
  const loginId = `admin${++counter}`;
  await post(owner, '/v1/mgmt/user/create', { loginId, roleNames: ['support'] });
  const page = await linkFor(loginId);
  const authenticator = new Authenticator();
  const begun = await post(page, '/v1/auth/webauthn/update/start', { loginId, origin: pageOrigin });
  const response = authenticator.create(begun.body.options);
  const finish = { transactionId: begun.body.transactionId, response };
  expect((await post(page, '/v1/auth/webauthn/update/finish', finish)).status).toBe(200);
  expect(await load(page)).toMatchObject({ hasPasskey: true, isComplete: false });

  const other = openConsole(latchkey);
  const started = await post(other, '/v1/auth/webauthn/signin/start', { loginId, origin: pageOrigin });
  const shown = {
    transactionId: started.body.transactionId,
    response: authenticator.get(started.body.options),
  };
  expect((await post(other, '/v1/auth/webauthn/signin/finish', shown)).status).toBe(200);
  expect(await load(other)).toMatchObject({ administrator: { role: 'support' }, isComplete: true });
  // The session of the link has no second factor, and the user has one now.
  expect(refusal(await post(page, '/v1/auth/totp/update', { loginId }))).toEqual(needsSecondFactor);
});

test('a session with both factors can replace one of them', async () => {
  const someone = await addAdministratorOf();
  const { loginId } = someone;
  const { body } = await post(someone, '/v1/auth/totp/update', { loginId });
  latchkey.advance(30_000);
  const code = totpCode(body.key, latchkey.service.now());
  const verified = { loginId, code, loginOptions: { mfa: true } };
  expect((await post(someone, '/v1/auth/totp/verify', verified)).status).toBe(200);
  expect(await load(someone)).toMatchObject({ isComplete: true });
});

test('an administrator who lost the second factor gets a link from the operator, and is signed out everywhere', async () => {
  const someone = await addAdministratorOf();
  const { loginId } = someone;
  const request = { id: 'test', remoteAddress: '', userAgent: '' };
  const ctx = await enterAdministration(latchkey.service, request);
  const page = await openLink(await makeRecoveryLink(ctx, loginId));
  expect((await someone.request('GET', '/v1/console')).status).toBe(401);
  expect(await load(page)).toMatchObject({ hasPassword: true, hasTotp: false, isComplete: false });
  const { body } = await post(page, '/v1/auth/totp/update', { loginId });
  const code = totpCode(body.key, latchkey.service.now());
  await post(page, '/v1/auth/totp/verify', { loginId, code, loginOptions: { mfa: true } });
  expect(await load(page)).toMatchObject({ isComplete: true });
});

test('a link from the operator voids earlier ones', async () => {
  const { loginId } = await addAdministratorOf();
  const made = await post(owner, '/v1/mgmt/user/signin/embeddedlink', { loginId, timeout: 600 });
  const request = { id: 'test', remoteAddress: '', userAgent: '' };
  await makeRecoveryLink(await enterAdministration(latchkey.service, request), loginId);
  const page = openConsole(latchkey);
  const { token } = made.body;
  expect(refusal(await post(page, '/v1/auth/magiclink/verify', { token }))).toEqual([401, 'E062504']);
});

test('once a holder of a link has a second factor, other links are useless', async () => {
  const loginId = `admin${++counter}`;
  await post(owner, '/v1/mgmt/user/create', { loginId, roleNames: ['owner'] });
  const earlier = await linkFor(loginId);
  const { body } = await post(owner, '/v1/mgmt/user/signin/embeddedlink', { loginId, timeout: 600 });
  await enrol(latchkey, await linkFor(loginId), loginId);
  await post(owner, '/v1/mgmt/user/totp/delete', { loginId });
  expect((await post(earlier, '/v1/auth/totp/update', { loginId })).status).toBe(401);
  const unused = await post(openConsole(latchkey), '/v1/auth/magiclink/verify', { token: body.token });
  expect(refusal(unused)).toEqual([401, 'E062504']);
});

test.each(['totp/delete', 'passkeys/delete'])(
  '%s of an administrator ends sessions and pending enrolments',
  async (path) => {
    const someone = await addAdministratorOf();
    const { loginId } = someone;
    expect((await someone.request('GET', '/v1/console')).status).toBe(200);
    expect((await post(owner, `/v1/mgmt/user/${path}`, { loginId })).status).toBe(200);
    expect((await someone.request('GET', '/v1/console')).status).toBe(401);
    expect((await post(someone, '/v1/auth/totp/update', { loginId })).status).toBe(401);
  },
);
