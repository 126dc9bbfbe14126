import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { FormBrowser } from '../../../../test/browser.ts';
import { Authenticator } from '../../../../test/counterparts/authenticator.ts';
import { type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import { connectSimulator } from '../../../../test/oauth-browser.ts';
import { passkeysOf } from '../../../../test/passkeys.ts';

const back = 'https://app.example.com/callback';
const everything = ['password', 'emailCode', 'oauth', 'passkey'];

let latchkey: Latchkey;
let browser: FormBrowser;

beforeAll(async () => {
  latchkey = await startLatchkey();
  latchkey.service.baseUrl = latchkey.baseUrl.replace('127.0.0.1', 'localhost');
  await connectSimulator(latchkey, 'corner', { title: '"><b>Corner' });
  await connectSimulator(latchkey, 'gone', { title: 'Gone', enabled: false });
});
afterAll(() => latchkey.close());
beforeEach(async () => {
  browser = new FormBrowser(latchkey);
  await configure({ redirectUrls: [back], hostedPages: { signInMethods: everything }, passkeyDomain: '' });
});

async function configure(settings: object, on = latchkey) {
  const { status, body } = await on.manage('POST', '/v1/mgmt/project/settings', settings);
  expect(status, JSON.stringify(body)).toBe(200);
}

function at(step = '', more: Record<string, string> = {}, on = latchkey) {
  const query = new URLSearchParams({ redirectUrl: back, state: 'abc', ...more });
  return `/login/${on.projectId}${step && `/${step}`}?${query}`;
}

/** Opens the page and returns its cookie. */
async function opened(): Promise<string> {
  return (await browser.get(at())).html.replace(/<style>.*<\/style>/s, '');
}

const outside: Record<string, string>[] = [
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { origin: 'https://evil.example' },
  {},
];

describe('providers', () => {
  test('have a button with a harmless name if they are ready, and none otherwise', async () => {
    const html = await opened();
    expect(html.match(/name="provider" value="\w+"/g)).toEqual(['name="provider" value="corner"']);
    expect(html).toContain('Continue with &quot;&gt;&lt;b&gt;Corner');
    expect(html).not.toMatch(/<b>|Gone/);
    await configure({ hostedPages: { signInMethods: ['password'] } });
    expect(await opened()).not.toContain('Corner');
    expect((await browser.get(at('oauth'))).location).toBe(at());
    expect((await browser.post(at('oauth'), { provider: 'corner' })).status).toBe(400);
  });

  test('can be the only methods of a project', async () => {
    await configure({ hostedPages: { signInMethods: ['oauth'] } });
    const html = await opened();
    expect(html).toContain('value="corner"');
    expect(html).not.toMatch(/loginId|passkey/);
  });

  test('are opened only by our own form, with the cookie of our page', async () => {
    await opened();
    for (const headers of outside) {
      expect((await browser.post(at('oauth'), { provider: 'corner' }, headers)).status).toBe(400);
    }
    const { location } = await browser.post(at('oauth'), { provider: 'corner' });
    expect(location).toMatch(new RegExp(`^${latchkey.service.baseUrl}/v1/auth/oauth/start\\?state=`));
    browser.cookies.clear();
    expect((await browser.post(at('oauth'), { provider: 'corner' })).status).toBe(400);
  });

  test.each(['gone', 'nobody', 'github', ''])(
    'that cannot be used are refused with a message: %s',
    async (provider) => {
      await opened();
      const { path, html } = await browser.submit(at('oauth'), { provider });
      expect(path).toBe(at('oauth'));
      expect(html).toContain('This sign-in isn’t working at the moment.');
    },
  );

  test('return a code that goes to the application, and to no other address', async () => {
    const { status, location } = await browser.get(at('oauth', { code: 'x&y' }));
    expect([status, location]).toEqual([303, `${back}?code=x%26y&state=abc`]);
    for (const redirectUrl of ['https://evil.example/callback', `${back}.evil.example`]) {
      const answer = await browser.get(at('oauth', { code: 'x', redirectUrl }));
      expect([answer.status, answer.location]).toEqual([400, '']);
    }
  });

  test('put no text of their own, or of a link’s author, on our page', async () => {
    for (const kind of ['conflict', 'nonsense', '__proto__', 'constructor']) {
      const { location } = await browser.get(at('oauth', { err: 'Call <b>0800 1234</b>', kind }));
      expect(location).toBe(at('oauth'));
      const { html } = await browser.get(location);
      expect(html).not.toContain('0800');
      expect(html).toContain(kind === 'conflict' ? 'An account already exists' : 'isn’t working');
    }
  });

  test('return to our page although it is not among the project’s addresses, and the API still refuses it', async () => {
    const production = await startLatchkey({
      LATCHKEY_MODE: 'production',
      LATCHKEY_ALLOW_HTTP: 'true',
      LATCHKEY_SECRET_KEY: randomBytes(32).toString('base64'),
    });
    await configure({ redirectUrls: [back] }, production);
    const google = { provider: 'google', clientId: 'x', clientSecret: 'y' };
    expect((await production.manage('POST', '/v1/mgmt/oauth/provider', google)).status).toBe(200);
    browser = new FormBrowser(production);
    const start = at('', {}, production);
    expect((await browser.get(start)).html).toContain('Continue with Google');
    const { location } = await browser.post(at('oauth', {}, production), { provider: 'google' });
    expect(location).toContain('/v1/auth/oauth/start?state=');
    const query = new URLSearchParams({ provider: 'google', redirectURL: production.baseUrl + start });
    const refused = await production.request('POST', `/v1/auth/oauth/authorize?${query}`, { body: {} });
    expect([refused.status, refused.body.errorCode]).toEqual([400, 'E066101']);
    await production.close();
  });
});

describe('passkeys', () => {
  const authenticator = new Authenticator();
  const origin = () => new URL(latchkey.service.baseUrl).origin;

  beforeAll(async () => {
    const { status } = await passkeysOf(latchkey).signUp(authenticator, 'ada@page.example');
    expect(status).toBe(200);
  });

  async function start() {
    const { status, html } = await browser.post(at('passkey'), { start: 'yes' });
    expect(status).toBe(200);
    const { transactionId, options } = JSON.parse(html);
    return { transactionId: transactionId as string, options: JSON.stringify(options) };
  }

  test('are requested only by our own script, in a form that is hidden without it', async () => {
    const { html, headers } = await browser.get(at());
    expect(html.match(/<script[^>]*>/g)).toEqual([
      expect.stringMatching(/^<script type="module" src="\/assets\/passkey\.js\?v=[\w-]+">$/),
    ]);
    expect(html).toContain('<div id="passkey" hidden>');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'; connect-src 'self'");
    await browser.post(at(), { loginId: 'ada@page.example' });
    const password = await browser.get(at('password'));
    expect(password.headers.get('content-security-policy')).not.toContain('connect-src');
    await browser.post(at('reset-sent'), {});
    const sent = await browser.get(at('reset-sent'));
    expect(sent.headers.get('content-security-policy')).not.toContain('script');
  });

  test('sign in once, with the answer of the authenticator', async () => {
    await opened();
    const { transactionId, options } = await start();
    const answer = { transactionId, response: authenticator.get(options, { origin: origin() }) };
    const { location } = await browser.post(at('passkey'), answer);
    const { searchParams } = new URL(location);
    expect([location.startsWith(back), searchParams.get('state')]).toEqual([true, 'abc']);
    const body = { code: searchParams.get('code') };
    const exchanged = (await latchkey.request('POST', '/v1/auth/oauth/exchange', { body })).body;
    expect(exchanged).toMatchObject({
      user: { loginIds: ['ada@page.example'] },
      claims: { amr: ['webauthn', 'mfa'] },
    });
    await opened();
    const { path, html } = await browser.submit(at('passkey'), answer);
    expect(path).toBe(at('passkey'));
    expect(html).toContain('That took too long.');
  });

  test('of another page, or of no user, are refused with a message', async () => {
    await opened();
    const stranger = new Authenticator();
    stranger.create(
      JSON.stringify({ publicKey: { rp: { id: 'localhost' }, user: { id: 'eA' }, challenge: 'eA' } }),
    );
    for (const [device, from] of [
      [authenticator, 'http://localhost:3000'],
      [stranger, origin()],
    ] as const) {
      const { transactionId, options } = await start();
      const response = device.get(options, { origin: from });
      const { path, html } = await browser.submit(at('passkey'), { transactionId, response });
      expect(path).toBe(at('passkey'));
      expect(html).toContain('This passkey doesn’t work here.');
    }
    for (const response of ['', 'no JSON', '{}']) {
      const { html } = await browser.submit(at('passkey'), { transactionId: 'x', response });
      expect(html).toContain('Something isn’t right.');
    }
  });

  test('are begun and used only by our own page, with its cookie', async () => {
    await opened();
    const { transactionId, options } = await start();
    const answer = { transactionId, response: authenticator.get(options, { origin: origin() }) };
    for (const form of [{ start: 'yes' }, answer]) {
      for (const headers of outside) {
        expect((await browser.post(at('passkey'), form, headers)).status).toBe(400);
      }
    }
    const { cookies } = browser;
    browser.cookies = new Map();
    expect((await browser.post(at('passkey'), answer)).status).toBe(400);
    browser.cookies = cookies;
    expect((await browser.post(at('passkey'), answer)).location).toContain(back);
  });

  test('are not offered if the project turns them off, or if they belong to another domain', async () => {
    for (const settings of [
      { hostedPages: { signInMethods: ['password'] } },
      { hostedPages: { signInMethods: everything }, passkeyDomain: 'example.com' },
    ]) {
      await configure(settings);
      const html = await opened();
      expect(html).not.toMatch(/<script|passkey|webauthn/);
      expect((await browser.get(at('passkey'))).location).toBe(at());
      expect((await browser.post(at('passkey'), { start: 'yes' })).status).toBe(400);
    }
  });

  test('count together with those of the API', async () => {
    const rateLimits = { passkeyStartPerAddress: { requests: 1, seconds: 60 } };
    await configure({ rateLimits, unlimitedAddresses: [] });
    await opened();
    await start();
    const { path, html } = await browser.submit(at('passkey'), { start: 'yes' });
    expect(path).toBe(at('passkey'));
    expect(html).toContain('Too many attempts.');
    const body = { loginId: '', origin: 'http://localhost:3000' };
    expect((await latchkey.request('POST', '/v1/auth/webauthn/signin/start', { body })).status).toBe(429);
  });
});
