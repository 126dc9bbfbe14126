import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { FormBrowser, type Visited } from '../../../../test/browser.ts';
import { startLatchkey } from '../../../../test/harness.ts';
import { back, codeOf, type HostedPages, password, startHostedPages } from '../../../../test/hosted-pages.ts';
import { messagesTo } from '../../../../test/messages.ts';

let latchkey: HostedPages['latchkey'];
let configure: HostedPages['configure'];
let makeUser: HostedPages['makeUser'];
let at: HostedPages['at'];
let identify: HostedPages['identify'];
let browser: FormBrowser;
beforeAll(async () => {
  ({ latchkey, configure, makeUser, at, identify } = await startHostedPages());
});
afterAll(() => latchkey.close());
beforeEach(() => {
  browser = new FormBrowser(latchkey);
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
    await identify(browser, loginId);
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
    const { path } = await identify(browser, loginId);
    const { status, location } = await browser.post(path, { password }, headers as Record<string, string>);
    expect([status, location]).toEqual([400, '']);
    expect((await browser.post(path, { password })).status).toBe(303);
  });

  test('of ours is accepted without Sec-Fetch-Site too, by its origin', async () => {
    const { path } = await identify(browser, await makeUser());
    const { location } = await browser.post(path, { password }, { origin: new URL(latchkey.baseUrl).origin });
    expect(codeOf(location)).toMatch(/^.{43}$/);
  });

  test('is accepted only with the unaltered cookie of its page, in this project, for half an hour', async () => {
    const loginId = await makeUser();
    const { path } = await identify(browser, loginId);
    const [[name = '', value = ''] = []] = browser.cookies;
    const refused = async (cookie: string | undefined) => {
      browser.cookies = new Map(cookie === undefined ? [] : [[name, cookie]]);
      const { status, html } = await browser.post(path, { password });
      expect(status).toBe(400);
      expect(html).toContain('Start over');
    };
    await refused(undefined);
    // Not the last characters, which may have bits without a meaning, and one of two letters is certainly another one.
    for (const letter of ['A', 'B']) {
      const altered = `${value.slice(0, 40)}${letter}${value.slice(41)}`;
      if (altered !== value) await refused(altered);
    }
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
    const { path } = await identify(browser, loginId);
    const [[, value = ''] = []] = browser.cookies;
    expect(
      Buffer.from(value.replace(/^v2\.[0-9a-f]{12}\./, ''), 'base64url').toString('latin1'),
    ).not.toContain(loginId);
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
      const asked = await identify(browser, loginId, method);
      const wrong = await browser.submit(asked.path, { password: 'wrong', code: '000000' });
      const reset = await browser.submit(at('reset-sent'), {});
      seen.push(`${asked.html}${wrong.html}${reset.html}`.replaceAll(loginId, 'X'));
    }
    expect(seen[1]).toBe(seen[0]);
    expect(await messagesTo(latchkey, unknown)).toEqual([]);
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
    const byMail = await identify(browser, 'somebody@example.com');
    expect([byMail.path, buttons(byMail)]).toEqual([at('authenticator'), ['emailCode', 'password']]);
    browser = new FormBrowser(latchkey);
    expect(buttons(await identify(browser, '+4915112345678'))).toEqual(['smsCode', 'password']);
    browser = new FormBrowser(latchkey);
    expect(buttons(await identify(browser, 'somebody'))).toEqual(['smsCode', 'emailCode', 'password']);
    await configure({ hostedPages: { signInMethods: ['emailCode'] } });
    browser = new FormBrowser(latchkey);
    const none = await identify(browser, '+4915112345678');
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
