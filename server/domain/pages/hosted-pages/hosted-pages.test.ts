import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { FormBrowser, type Visited } from '../../../../test/browser.ts';
import { type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import { codeSentTo, messagesTo, newestMessageTo } from '../../../../test/messages.ts';
import { germanReason, reasonForUser, unknownReason } from './password-reasons.ts';

const password = 'a long sentence with rain in it';
const back = 'https://app.example.com/callback';

let latchkey: Latchkey;
let browser: FormBrowser;
let counter = 0;

beforeAll(async () => {
  latchkey = await startLatchkey();
  await configure({ redirectUrls: [back], hostedPages: { signUp: true } });
});
afterAll(() => latchkey.close());
beforeEach(() => {
  browser = new FormBrowser(latchkey);
});

function configure(settings: object, on = latchkey) {
  return on.manage('POST', '/v1/mgmt/project/settings', settings);
}

async function makeUser(more: object = {}): Promise<string> {
  counter += 1;
  const loginId = `user${counter}@example.com`;
  const body = { loginId, email: loginId, verifiedEmail: true, ...more };
  expect((await latchkey.manage('POST', '/v1/mgmt/user/create', body)).status).toBe(200);
  await latchkey.manage('POST', '/v1/mgmt/user/password/set/active', { loginId, password });
  return loginId;
}

function at(step = '', query: Record<string, string> = { redirectUrl: back, state: 'abc' }, on = latchkey) {
  return `/login/${on.projectId}${step && `/${step}`}?${new URLSearchParams(query)}`;
}

/** Submits the login ID, up to the page that asks for the proof. */
async function identify(loginId: string, method = 'password'): Promise<Visited & { path: string }> {
  await browser.get(at());
  const first = await browser.submit(at(), { loginId });
  return method === 'password' ? first : browser.submit(first.path, { method });
}

async function signIn(loginId: string): Promise<string> {
  const { path } = await identify(loginId);
  return codeOf((await browser.submit(path, { password })).path);
}

function codeOf(location: string): string {
  const url = new URL(location);
  expect(url.href.startsWith(back)).toBe(true);
  return url.searchParams.get('code') ?? '';
}

function exchange(code: string, path = 'oauth/exchange', on = latchkey) {
  return on.request('POST', `/v1/auth/${path}`, { body: { code } });
}

describe('the code at the end', () => {
  test('is valid once, at each of the addresses, and comes with the state', async () => {
    const loginId = await makeUser();
    for (const path of ['oauth/exchange', 'sso/exchange', 'saml/exchange']) {
      const { path: page } = await identify(loginId);
      const { location } = await browser.post(page, { password });
      expect(new URL(location).searchParams.get('state')).toBe('abc');
      const answers = await Promise.all([1, 2, 3].map(() => exchange(codeOf(location), path)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
      const { body } = answers.find(({ status }) => status === 200) as (typeof answers)[number];
      expect(body).toMatchObject({
        firstSeen: false,
        user: { loginIds: [loginId] },
        claims: { amr: ['pwd'] },
      });
      const bearer = `${latchkey.projectId}:${body.refreshJwt}`;
      expect((await latchkey.request('POST', '/v1/auth/refresh', { bearer, body: {} })).status).toBe(200);
    }
    const { status, body } = await latchkey.request('GET', `/v1/auth/exchange?code=${await signIn(loginId)}`);
    expect([status, body.user?.loginIds]).toEqual([200, [loginId]]);
  });

  test('is void after a minute, in another project, and if the session has ended or the user is disabled', async () => {
    const loginId = await makeUser();
    const late = await signIn(loginId);
    latchkey.advance(60_001);
    expect((await exchange(late)).body.errorCode).toBe('E067102');
    const other = await latchkey.addProject();
    const foreign = await signIn(loginId);
    const body = { code: foreign };
    expect(
      (await latchkey.request('POST', '/v1/auth/oauth/exchange', { bearer: other.projectId, body })).status,
    ).toBe(401);
    await latchkey.manage('POST', '/v1/mgmt/user/logout', { loginId });
    expect((await exchange(foreign)).body.errorCode).toBe('E064001');
    const disabled = await signIn(loginId);
    await latchkey.manage('POST', '/v1/mgmt/user/update/status', { loginId, status: 'disabled' });
    expect((await exchange(disabled)).status).toBeGreaterThanOrEqual(400);
  });

  test('adds claims, which stay under nsec of the session', async () => {
    const code = await signIn(await makeUser());
    const loginOptions = { customClaims: { cart: 'c1', roles: ['Root'] } };
    const { body } = await latchkey.request('POST', '/v1/auth/oauth/exchange', {
      body: { code, loginOptions },
    });
    expect(body.claims).toMatchObject({ roles: [], nsec: { cart: 'c1' } });
    const bearer = `${latchkey.projectId}:${body.refreshJwt}`;
    const refreshed = await latchkey.request('POST', '/v1/auth/refresh', { bearer, body: {} });
    expect(refreshed.body.claims.nsec).toEqual({ cart: 'c1' });
  });

  test('ends the other sessions if the exchange requests it', async () => {
    const loginId = await makeUser();
    const other = await latchkey.request('POST', '/v1/auth/password/signin', { body: { loginId, password } });
    const loginOptions = { revokeOtherSessions: true };
    const { body } = await latchkey.request('POST', '/v1/auth/oauth/exchange', {
      body: { code: await signIn(loginId), loginOptions },
    });
    const answers = await Promise.all(
      [other.body.refreshJwt, body.refreshJwt].map((refreshJwt) =>
        latchkey.request('POST', '/v1/auth/refresh', {
          bearer: `${latchkey.projectId}:${refreshJwt}`,
          body: {},
        }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([401, 200]);
  });

  test('is exchanged by the public SDK, with either of its calls', async () => {
    const loginId = await makeUser();
    const sdk = latchkey.sdk();
    for (const exchange of [sdk.oauth.exchange, sdk.saml.exchange]) {
      const { ok, data } = await exchange(await signIn(loginId));
      expect([ok, data?.user?.loginIds]).toEqual([true, [loginId]]);
    }
  });

  test('gives a session with the factor SMS if that is what was proven', async () => {
    const phone = `+1202555${String(1_000 + counter).padStart(4, '0')}`;
    await makeUser({ phone, verifiedPhone: true, additionalLoginIds: [phone] });
    const { path } = await identify(phone, 'smsCode');
    const end = await browser.submit(path, { code: await codeSentTo(latchkey, phone) });
    expect((await exchange(codeOf(end.path))).body.claims.amr).toEqual(['sms']);
  });

  test('is not issued to a user who must sign in at their organization', async () => {
    const loginId = await makeUser();
    const tenant = { id: 'strict', name: 'Strict', enforceSSO: true };
    await latchkey.manage('POST', '/v1/mgmt/tenant/create', tenant);
    await latchkey.manage('POST', '/v1/mgmt/user/update/tenant/add', { loginId, tenantId: 'strict' });
    const { path } = await identify(loginId);
    const { html } = await browser.submit(path, { password });
    expect(html).toContain('Your organization requires you to sign in on its own page.');
  });
});

describe('the address at the end', () => {
  test.each([
    'https://evil.example/callback',
    'https://app.example.com.evil.example/callback',
    'https://app.example.com/callback/../other',
    'javascript:alert(1)',
    '//evil.example',
    '/relative',
  ])('is never one that the project does not allow: %s', async (redirectUrl) => {
    const loginId = await makeUser();
    for (const step of ['', 'password', 'sign-up']) {
      const { status, html, location } = await browser.get(at(step, { redirectUrl }));
      expect([status, location]).toEqual([400, '']);
      expect(html).not.toContain('<form');
      expect(html).not.toContain('href="javascript');
    }
    await identify(loginId);
    const forged = await browser.post(at('password', { redirectUrl }), { password });
    expect([forged.status, forged.location]).toEqual([400, '']);
  });

  test('is required, must not occur twice, and can be a setting of the project', async () => {
    expect((await browser.get(at('', {}))).status).toBe(400);
    expect((await browser.get(`${at()}&redirectUrl=${encodeURIComponent(back)}`)).status).toBe(400);
    await configure({ hostedPages: { redirectUrl: 'https://evil.example/' } });
    expect((await browser.get(at('', {}))).status).toBe(400);
    await configure({ hostedPages: { redirectUrl: back } });
    expect((await browser.get(at('', {}))).status).toBe(200);
    await configure({ hostedPages: { redirectUrl: '' } });
  });
});

describe('a form', () => {
  test.each([
    { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
    { 'sec-fetch-site': 'same-site', origin: 'https://sibling.example.com' },
    { 'sec-fetch-site': 'none' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    {},
  ])('of another page is refused: %o', async (headers) => {
    const loginId = await makeUser();
    const { path } = await identify(loginId);
    const { status, location } = await browser.post(path, { password }, headers as Record<string, string>);
    expect([status, location]).toEqual([400, '']);
    expect((await browser.post(path, { password })).status).toBe(303);
  });

  test('of ours is accepted without Sec-Fetch-Site too, by its origin', async () => {
    const { path } = await identify(await makeUser());
    const { location } = await browser.post(path, { password }, { origin: new URL(latchkey.baseUrl).origin });
    expect(codeOf(location)).toMatch(/^.{43}$/);
  });

  test('is accepted only with the unaltered cookie of its page, in this project, for half an hour', async () => {
    const loginId = await makeUser();
    const { path } = await identify(loginId);
    const [[name = '', value = ''] = []] = browser.cookies;
    const refused = async (cookie: string | undefined) => {
      browser.cookies = new Map(cookie === undefined ? [] : [[name, cookie]]);
      const { status, html } = await browser.post(path, { password });
      expect(status).toBe(400);
      expect(html).toContain('Start over');
    };
    await refused(undefined);
    await refused(`${value.slice(0, -2)}AA`);
    await refused('x');
    browser.cookies = new Map([[name, value]]);
    latchkey.advance(30 * 60_000 + 1);
    await refused(value);
    const other = await latchkey.addProject();
    const foreign = new FormBrowser(latchkey);
    await foreign.get(`/login/${other.projectId}?redirectUrl=http://127.0.0.1/`);
    await refused([...foreign.cookies.values()][0]);
  });

  test('stores nothing readable in the cookie, which no script and no foreign form gets', async () => {
    const loginId = await makeUser();
    const { path } = await identify(loginId);
    const [[, value = ''] = []] = browser.cookies;
    expect(Buffer.from(value.replace(/^v1\./, ''), 'base64url').toString('latin1')).not.toContain(loginId);
    const { headers } = await browser.post(path, { password: 'wrong' });
    expect(headers.get('set-cookie')).toMatch(/; Path=\/; HttpOnly; SameSite=Lax$/);
  });

  test('that requires an earlier step leads back to the beginning', async () => {
    for (const step of [
      'password',
      'code',
      'link',
      'authenticator',
      'enrol',
      'choose',
      'sso',
      'reset-sent',
    ]) {
      const { status, location } = await browser.get(at(step));
      expect([step, status, location]).toEqual([step, 303, at()]);
    }
    expect((await browser.get(at('nonsense'))).location).toBe(at());
  });
});

describe('an unknown user', () => {
  test.each(['password', 'emailCode', 'magicLink', 'totp'])('sees the same pages: %s', async (method) => {
    const known = await makeUser();
    const unknown = known.replace('user', 'none');
    const seen: string[] = [];
    for (const loginId of [known, unknown]) {
      browser = new FormBrowser(latchkey);
      const asked = await identify(loginId, method);
      const wrong = await browser.submit(asked.path, { password: 'wrong', code: '000000' });
      const reset = await browser.submit(at('reset-sent'), {});
      seen.push(`${asked.html}${wrong.html}${reset.html}`.replaceAll(loginId, 'X'));
    }
    expect(seen[1]).toBe(seen[0]);
    expect(await messagesTo(latchkey, unknown)).toEqual([]);
  });

  test('learns of an account only after proving an address, or by signing up with a password', async () => {
    const known = await makeUser();
    await browser.get(at('sign-up'));
    const { path } = await browser.submit(at('sign-up'), { loginId: known, name: '' });
    const code = await browser.submit(path, { method: 'emailCode' });
    const { path: end } = await browser.submit(code.path, { code: await codeSentTo(latchkey, known) });
    const { body } = await exchange(codeOf(end));
    expect(body).toMatchObject({ firstSeen: false, user: { loginIds: [known] } });
  });

  test('signs up with a proven address and the entered name', async () => {
    const loginId = `fresh${counter++}@example.com`;
    await browser.get(at('sign-up'));
    const { path } = await browser.submit(at('sign-up'), { loginId, name: 'Fred' });
    const code = await browser.submit(path, { method: 'emailCode' });
    const { path: end } = await browser.submit(code.path, { code: await codeSentTo(latchkey, loginId) });
    const { body } = await exchange(codeOf(end));
    expect(body).toMatchObject({
      firstSeen: true,
      user: { name: 'Fred', verifiedEmail: true, loginIds: [loginId] },
    });
  });
});

describe('limits', () => {
  test('are those of the API, counted together', async () => {
    const limited = await latchkey.addProject();
    const on = { ...latchkey, ...limited };
    const limits = { rateLimits: { signInPerAddress: { requests: 2, seconds: 60 } }, unlimitedAddresses: [] };
    const bearer = `${limited.projectId}:${limited.managementKey}`;
    await latchkey.request('POST', '/v1/mgmt/project/settings', { bearer, body: limits });
    const start = at('', { redirectUrl: 'http://127.0.0.1/' }, on);
    await browser.get(start);
    const { path } = await browser.submit(start, { loginId: 'a@example.com' });
    const problems: string[] = [];
    for (let i = 0; i < 3; i++) {
      const { html } = await browser.submit(path, { password: 'wrong' });
      problems.push(/role="alert">([^<]*)/.exec(html)?.[1] ?? '');
    }
    expect(problems[1]).toBe('Incorrect login ID or password.');
    expect(problems[2]).toMatch(/^Too many attempts\. Try again in \d+ seconds\.$/);
    const body = { loginId: 'a@example.com', password: 'wrong' };
    const answer = await latchkey.request('POST', '/v1/auth/password/signin', {
      bearer: limited.projectId,
      body,
    });
    expect(answer.status).toBe(429);
  });

  test('apply to answers of identity providers, too', async () => {
    const limited = await latchkey.addProject();
    const bearer = `${limited.projectId}:${limited.managementKey}`;
    const body = { rateLimits: { ssoStartPerAddress: { requests: 1, seconds: 60 } }, unlimitedAddresses: [] };
    await latchkey.request('POST', '/v1/mgmt/project/settings', { bearer, body });
    const answer = () =>
      browser.post(`/v1/auth/saml/acs?projectId=${limited.projectId}&tenantId=x`, { SAMLResponse: 'x' });
    expect([(await answer()).status, (await answer()).status]).not.toContain(200);
    expect((await answer()).status).toBe(429);
  });
});

describe('what is offered', () => {
  const buttons = ({ html }: Visited) =>
    [...html.matchAll(/name="method" value="(\w+)"/g)].map(([, name]) => name);

  test('is what the project has set, in its order, as far as the login ID allows', async () => {
    const methods = ['totp', 'smsCode', 'emailCode', 'password'];
    await configure({ hostedPages: { signInMethods: methods } });
    const byMail = await identify('somebody@example.com');
    expect([byMail.path, buttons(byMail)]).toEqual([at('authenticator'), ['emailCode', 'password']]);
    browser = new FormBrowser(latchkey);
    expect(buttons(await identify('+4915112345678'))).toEqual(['smsCode', 'password']);
    browser = new FormBrowser(latchkey);
    expect(buttons(await identify('somebody'))).toEqual(['smsCode', 'emailCode', 'password']);
    await configure({ hostedPages: { signInMethods: ['emailCode'] } });
    browser = new FormBrowser(latchkey);
    const none = await identify('+4915112345678');
    expect(none.html).toContain('You can’t sign in with this here.');
    await configure({
      hostedPages: { signInMethods: ['password', 'emailCode', 'smsCode', 'magicLink', 'totp', 'sso'] },
    });
  });

  test('leaves out messages that could not be sent, and sign-up if it is turned off', async () => {
    const production = await startLatchkey({
      LATCHKEY_MODE: 'production',
      LATCHKEY_ALLOW_HTTP: 'true',
      LATCHKEY_SECRET_KEY: randomBytes(32).toString('base64'),
    });
    await configure({ redirectUrls: [back] }, production);
    browser = new FormBrowser(production);
    const start = at('', { redirectUrl: back }, production);
    const { html } = await browser.get(start);
    expect(html).not.toContain('sign-up');
    expect((await browser.get(at('sign-up', { redirectUrl: back }, production))).status).toBe(303);
    expect(buttons(await browser.submit(start, { loginId: 'a@example.com' }))).toEqual(['totp']);
    await production.close();
  });
});

describe('links', () => {
  test('are not spent by viewing them, or by a form on another page', async () => {
    const loginId = await makeUser();
    await identify(loginId, 'magicLink');
    const link = (await newestMessageTo(latchkey, loginId)).links[0].replace(latchkey.baseUrl, '');
    const t = new URL(link, latchkey.baseUrl).searchParams.get('t') ?? '';
    const fresh = new FormBrowser(latchkey);
    for (const method of ['GET', 'HEAD'])
      expect((await fetch(latchkey.baseUrl + link, { method })).status).toBe(200);
    expect((await fresh.post(link, { t }, { 'sec-fetch-site': 'cross-site' })).status).toBe(400);
    const posts = await Promise.all([1, 2, 3].map(() => fresh.post(link, { t })));
    expect(posts.map(({ status }) => status).sort()).toEqual([303, 400, 400]);
    const { location } = posts.find(({ status }) => status === 303) as Visited;
    expect(new URL(location).searchParams.get('state')).toBe('abc');
    expect((await exchange(codeOf(location))).body.user.loginIds).toEqual([loginId]);
  });

  test('without an application to return to prove the address, begin no session and confirm it', async () => {
    const loginId = await makeUser({ verifiedEmail: false });
    await latchkey.request('POST', '/v1/auth/magiclink/signin/email', { body: { loginId } });
    const link = (await newestMessageTo(latchkey, loginId)).links[0].replace(latchkey.baseUrl, '');
    const t = new URL(link, latchkey.baseUrl).searchParams.get('t') ?? '';
    const done = await browser.post(link, { t });
    expect([done.status, /<h1>(.*)<\/h1>/.exec(done.html)?.[1]]).toEqual([200, 'Confirmed']);
    const { body } = await latchkey.manage('GET', `/v1/mgmt/user?loginId=${loginId}`);
    expect(body.user.verifiedEmail).toBe(true);
  });

  test('complete a reset by enchanted link on the device that began it', async () => {
    await configure({ passwordResetMethod: 'enchantedlink' });
    const loginId = await makeUser();
    const { path } = await identify(loginId);
    await browser.get(path);
    const waiting = await browser.submit(at('reset-sent'), {});
    const number = /number (\d+)/.exec(waiting.html)?.[1] ?? '';
    const early = await browser.submit(at('reset-sent'), { confirmed: 'yes' });
    expect(early.html).toContain('hasn’t been opened yet');
    const { text } = await newestMessageTo(latchkey, loginId);
    const link =
      new RegExp(`\\b${number}\\b[^h]*(http\\S+)`).exec(text)?.[1]?.replace(latchkey.baseUrl, '') ?? '';
    const t = new URL(link, latchkey.baseUrl).searchParams.get('t') ?? '';
    expect((await new FormBrowser(latchkey).post(link, { t })).html).toContain(
      'Continue on your other device',
    );
    const choose = await browser.submit(at('reset-sent'), { confirmed: 'yes' });
    expect(choose.path).toBe(at('choose'));
    const end = await browser.submit(choose.path, { password: 'another sentence without any rain' });
    expect((await exchange(codeOf(end.path))).status).toBe(200);
    await configure({ passwordResetMethod: 'magiclink' });
  });

  test('an invitation without an application ends with a page, and leaves no session behind', async () => {
    const loginId = `guest${Date.now()}@example.com`;
    await latchkey.manage('POST', '/v1/mgmt/user/create', {
      loginId,
      email: loginId,
      invite: true,
      sendMail: true,
    });
    const link = (await newestMessageTo(latchkey, loginId)).links[0].replace(latchkey.baseUrl, '');
    const t = new URL(link, latchkey.baseUrl).searchParams.get('t') ?? '';
    const choose = await browser.submit(link, { t });
    const end = await browser.submit(choose.path, { password });
    expect(end.html).toContain('<h1>Done</h1>');
    const { body } = await latchkey.manage('POST', '/v1/mgmt/user/sessions', { loginId });
    expect(body.sessions).toEqual([]);
    const { status } = await latchkey.request('POST', '/v1/auth/password/signin', {
      body: { loginId, password },
    });
    expect(status).toBe(200);
  });
});

describe('how it looks', () => {
  test('the language is the browser’s, or else the project’s', async () => {
    const languageOf = async (accepted: string) =>
      /<html lang="(..)"/.exec((await browser.get(at(), { 'accept-language': accepted })).html)?.[1];
    await configure({ locale: 'de-CH' });
    expect(await languageOf('fr, *;q=0.5')).toBe('de');
    expect(await languageOf('fr, en;q=0.5')).toBe('en');
    await configure({ locale: 'en' });
    expect(await languageOf('fr')).toBe('en');
    expect(await languageOf('de-AT')).toBe('de');
  });

  test('no page allows a foreign script, frame, plug-in or style', async () => {
    const { headers, html } = await browser.get(at());
    const style = /<style>([^<]*)<\/style>/.exec(html)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    expect(headers.get('content-security-policy')).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; img-src 'self' data:; form-action 'self' https:; ` +
        "base-uri 'none'; frame-ancestors 'none'",
    );
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('same-origin');
    expect(html).not.toMatch(/<script|style="|onload/);
  });

  test('the logo and the name of a project are inert, whatever they contain', async () => {
    const name = '"><script>alert(1)</script>';
    await latchkey.manage('POST', '/v1/mgmt/project/update/name', { name });
    const logoUrl = `https://cdn.example.com/logo.png?x=">'<svg onload=1>`.replaceAll(' ', '%20');
    expect((await configure({ branding: { logoUrl, primaryColor: '#FF8800' } })).status).toBe(200);
    const { headers, html } = await browser.get(at());
    expect(html).not.toMatch(/<script|<svg/);
    expect(html).toContain('--primary:#ff8800');
    expect(headers.get('content-security-policy')).toContain("img-src 'self' data: https://cdn.example.com;");
    await configure({ branding: { logoUrl: '', primaryColor: '' } });
  });

  test.each([
    { logoUrl: 'javascript:alert(1)' },
    { logoUrl: 'http://cdn.example.com/logo.png' },
    { logoUrl: 'data:image/svg+xml,<svg onload=alert(1)>' },
    { logoUrl: "https://a;script-src'unsafe-inline'/x" },
    { logoUrl: 'https://a,b/x' },
    { primaryColor: 'red' },
    { primaryColor: '#fff' },
    { primaryColor: '#f}*{x:' },
  ])('branding that could be more than a picture or a colour is refused: %o', async (branding) => {
    const { status, body } = await configure({ branding });
    expect([status, body.errorCode]).toEqual([400, 'E011004']);
  });

  test('an unknown project, and a link without a secret, get an error page', async () => {
    for (const path of ['/login/Pnone?redirectUrl=x', '/verify?projectId=P', '/invite', '/reset?t=x']) {
      const { status, html } = await browser.get(path, { 'accept-language': 'de' });
      expect(status).toBeGreaterThanOrEqual(400);
      expect(html).toContain('<html lang="de">');
    }
  });
});

test('every reason to refuse a password has German words', async () => {
  await latchkey.manage('POST', '/v1/mgmt/project/update/name', { name: 'Umbrella' });
  const settings = {
    enabled: true,
    minLength: 8,
    lowercase: true,
    uppercase: true,
    number: true,
    nonAlphanumeric: true,
  };
  const words = ['short', 'x'.repeat(129), 'ABCDEFGH1!', 'abcdefgh1!', 'Abcdefgh!', 'Abcdefgh1'];
  const guessable = [
    'aaaaaaaaaaaa',
    '12345678',
    'umbrella2024',
    'password',
    'passwordpassword1',
    'dragonmonkey',
  ];
  const reasons = new Set<string>();
  const ask = async (password: string) => {
    const answer = await latchkey.request('POST', '/v1/auth/password/signup', {
      body: { loginId: `p${counter++}@example.com`, password },
    });
    reasons.add(reasonForUser(answer.body.errorMessage ?? '') ?? '');
  };
  await latchkey.manage('POST', '/v1/mgmt/password/settings', settings);
  for (const word of words) await ask(word);
  await latchkey.manage('POST', '/v1/mgmt/password/settings', {
    ...{
      enabled: true,
      minLength: 8,
      lowercase: false,
      uppercase: false,
      number: false,
      nonAlphanumeric: false,
    },
  });
  for (const word of guessable) await ask(word);
  expect(reasons.size).toBeGreaterThanOrEqual(9);
  for (const reason of reasons) expect([reason, germanReason(reason)]).not.toContain(unknownReason);
});
