import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  cookieName,
  openConsole,
  type SignedInAdministrator,
  sentByPage,
  startConsole,
} from '../../../../test/administrators.ts';
import { type Answer, type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import { claimsOf } from '../../../../test/signed-in.ts';
import { administrationProjectId } from '../../../core/administration.ts';

let latchkey: Latchkey;
let owner: SignedInAdministrator;
let loopback: string;

beforeAll(async () => {
  latchkey = await startLatchkey();
  loopback = latchkey.baseUrl;
  owner = await startConsole(latchkey);
});
afterEach(() => {
  latchkey.service.baseUrl = loopback;
});
afterAll(() => latchkey.close());

const signIn = ({ loginId, password } = owner, page = openConsole(latchkey)) =>
  page.request('POST', '/v1/auth/password/signin', { body: { loginId, password } });

function onlyCookie({ headers }: Answer): { name: string; value: string; attributes: string[] } {
  const lines = headers.getSetCookie();
  expect(lines).toHaveLength(1);
  const [pair = '', ...attributes] = (lines[0] as string).split('; ');
  const [name = '', value = ''] = pair.split('=');
  return { name, value, attributes: attributes.sort() };
}

test('the cookie is for this host and its own pages only; over https its name says so', async () => {
  const plain = onlyCookie(await signIn());
  expect(plain.name).toBe(cookieName);
  expect(plain.attributes).toEqual([
    'HttpOnly',
    expect.stringMatching(/^Max-Age=/),
    'Path=/',
    'SameSite=Strict',
  ]);

  latchkey.service.baseUrl = 'https://auth.example.com';
  const headers = { origin: 'https://auth.example.com', 'sec-fetch-site': 'same-origin' };
  const body = { loginId: owner.loginId, password: owner.password };
  const secure = onlyCookie(
    await openConsole(latchkey).request('POST', '/v1/auth/password/signin', { body, headers }),
  );
  expect(secure.name).toBe('__Host-latchkey');
  expect(secure.attributes).toEqual([
    ...['HttpOnly', expect.stringMatching(/^Max-Age=/), 'Path=/', 'SameSite=Strict', 'Secure'],
  ]);
});

test('neither the cookie nor the answer has a token for scripts, and the cookie has no personal data', async () => {
  const answer = await signIn();
  expect(answer.body).toMatchObject({ sessionJwt: '' });
  expect(answer.body).not.toHaveProperty('refreshJwt');
  const { value } = onlyCookie(answer);
  const claims = claimsOf(value);
  expect(Object.keys(claims).sort()).toEqual(['amr', 'aud', 'drn', 'exp', 'iat', 'iss', 'jti', 'sid', 'sub']);
  const text = JSON.stringify(claims).toLowerCase();
  for (const personal of ['owner', 'olivia', '127.0.0.1"']) expect(text).not.toContain(personal);
});

test('each sign-in sets another value, and ends the browser’s previous session', async () => {
  const page = openConsole(latchkey);
  const first = onlyCookie(await signIn(owner, page)).value;
  const second = onlyCookie(await signIn(owner, page)).value;
  expect(second).not.toBe(first);
  const old = openConsole(latchkey);
  old.setCookie(first);
  expect((await old.request('GET', '/v1/console')).status).toBe(401);
  expect((await page.request('GET', '/v1/console')).status).toBe(200);

  const third = await page.request('POST', '/v1/auth/totp/verify', {
    body: { loginId: owner.loginId, code: owner.code(), loginOptions: { mfa: true } },
  });
  expect(third.status).toBe(200);
  old.setCookie(second);
  expect((await old.request('GET', '/v1/console')).status).toBe(401);
});

test('a value that was planted before the sign-in is useless after it', async () => {
  const page = openConsole(latchkey);
  for (const planted of ['planted', 'a.b.c', `${'x'.repeat(3_000)}`]) {
    page.setCookie(planted);
    expect(onlyCookie(await signIn(owner, page)).value).not.toBe(planted);
  }
});

test('a session ends half an hour after the last refresh, and twelve hours after its start', async () => {
  const minutes = (count: number) => latchkey.advance(count * 60_000);
  const idle = await owner.signIn();
  minutes(31);
  expect((await idle.request('GET', '/v1/console')).status).toBe(401);

  const steady = await owner.signIn();
  for (let passed = 0; passed < 11 * 60 + 40; passed += 25) {
    minutes(25);
    expect((await steady.request('POST', '/v1/auth/refresh', { body: {} })).status, `${passed}`).toBe(200);
  }
  minutes(25);
  expect((await steady.request('GET', '/v1/console')).status).toBe(401);
  expect((await steady.request('POST', '/v1/auth/refresh', { body: {} })).status).toBe(401);
});

test('a stolen cookie and the owner’s end each other, at the next refresh of either', async () => {
  const page = await owner.signIn();
  const thief = openConsole(latchkey);
  thief.setCookie(page.cookie());
  expect((await page.request('POST', '/v1/auth/refresh', { body: {} })).status).toBe(200);
  latchkey.advance(11_000);
  expect((await thief.request('GET', '/v1/console')).status).toBe(401);
  expect((await page.request('GET', '/v1/console')).status).toBe(401);
});

test('signing out ends the session and removes the cookie', async () => {
  const page = await owner.signIn();
  const before = page.cookie();
  const answer = await page.request('POST', '/v1/auth/logout', { body: {} });
  expect(onlyCookie(answer)).toMatchObject({ name: cookieName, value: '' });
  page.setCookie(before);
  expect((await page.request('GET', '/v1/console')).status).toBe(401);
});

test('a foreign page can sign no user in or out', async () => {
  const page = await owner.signIn();
  const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
  const { loginId, password } = owner;
  const body = { loginId, password };
  const signedIn = await page.request('POST', '/v1/auth/password/signin', { body, headers });
  expect(signedIn).toMatchObject({ status: 401, body: { errorCode: 'E111119' } });
  expect((await page.request('POST', '/v1/auth/logout', { body: {}, headers })).status).toBe(401);
  expect((await page.request('GET', '/v1/console')).status).toBe(200);
});

test('another cookie of the host does not replace it', async () => {
  const page = await owner.signIn();
  for (const name of ['DSR', 'DS', '__Host-latchkey', 'LATCHKEY-CONSOLE']) {
    const answer = await latchkey.request('GET', '/v1/console', {
      bearer: administrationProjectId,
      headers: { ...sentByPage(latchkey, 'GET'), cookie: `${name}=${page.cookie()}` },
    });
    expect(answer.status, name).toBe(401);
  }
});

test('signing out everywhere ends the sessions of every browser, and clears the cookie', async () => {
  const other = await owner.signIn();
  const signedOut = await other.request('POST', '/v1/auth/logoutall', { body: {} });
  expect(signedOut.status).toBe(200);
  expect(onlyCookie(signedOut).attributes).toContain('Max-Age=0');
  for (const page of [owner, other]) expect((await page.request('GET', '/v1/console')).status).toBe(401);
});
