import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { accessibilityViolations } from '../accessibility.ts';
import { totpCode } from '../authenticator-app.ts';
import { launchChromium } from '../counterparts/chromium.ts';
import { testOnce } from '../engine.ts';
import { type Latchkey, startLatchkey } from '../harness.ts';
import { codeSentTo, newestMessageTo } from '../messages.ts';

const password = 'a long sentence with rain in it';

let latchkey: Latchkey;
let appUrl: string;
let browser: Browser;
/** The errors that the open page logged or threw. */
let errors: string[];
/** The integrator's callback; on a second address, as callbacks do, it goes on to another origin. */
const application = createServer((request, response) => {
  if (request.url?.startsWith('/hop')) {
    const { port } = application.address() as AddressInfo;
    response.writeHead(303, { location: `http://localhost:${port}/back${request.url.slice(4)}` }).end();
    return;
  }
  response.setHeader('content-type', 'text/html').end('<!doctype html><title>App</title><h1>App</h1>');
});

beforeAll(async () => {
  latchkey = await startLatchkey();
  browser = await launchChromium();
  await new Promise<void>((resolve) => application.listen(0, '127.0.0.1', resolve));
  appUrl = `http://127.0.0.1:${(application.address() as AddressInfo).port}/hop`;
  await manage('project/update/name', { name: 'Acme' });
  await manage('project/settings', { hostedPages: { signUp: true } });
});
afterEach(() => Promise.all(browser.contexts().map((context) => context.close())));
afterAll(async () => {
  await browser.close();
  application.close();
  await latchkey.close();
});

async function manage(path: string, body: object) {
  const answer = await latchkey.manage('POST', `/v1/mgmt/${path}`, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

async function makeUser(loginId: string, more: object = {}) {
  await manage('user/create', { loginId, email: loginId, verifiedEmail: true, ...more });
  await manage('user/password/set/active', { loginId, password });
}

const loginUrl = () =>
  `${latchkey.baseUrl}/login/${latchkey.projectId}?${new URLSearchParams({ redirectUrl: appUrl, state: 's&1' })}`;

async function visit(url: string, { script = false, locale = 'en-GB' } = {}): Promise<Page> {
  const viewport = { width: 420, height: 860 };
  const context = await browser.newContext({ locale, javaScriptEnabled: script, viewport });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  errors = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => errors.push(...(message.type() === 'error' ? [message.text()] : [])));
  await page.goto(url);
  return page;
}

/** The browser is back at the application: the code it has brought is good for one session. */
async function exchanged(page: Page) {
  await page.waitForURL(/\/back\?/);
  const { searchParams } = new URL(page.url());
  expect(searchParams.get('state')).toBe('s&1');
  const exchange = () =>
    latchkey.request('POST', '/v1/auth/oauth/exchange', { body: { code: searchParams.get('code') } });
  const { status, body } = await exchange();
  expect(status, JSON.stringify(body)).toBe(200);
  expect((await exchange()).status).toBe(401);
  expect(errors).toEqual([]);
  return body;
}

async function identify(page: Page, loginId: string) {
  await page.getByRole('textbox').first().fill(loginId);
  await page.keyboard.press('Enter');
  await page.waitForLoadState();
}

describe('without script', () => {
  test('a user signs in with a password, by keyboard alone, after a wrong one', async () => {
    await makeUser('ada@example.com');
    const page = await visit(loginUrl());
    // The first field has the focus, so typing is all it takes. A busy browser gives it after the page has loaded.
    await page.locator('input[type=text]:focus, input[type=email]:focus').waitFor();
    await page.keyboard.type('ada@example.com');
    await page.keyboard.press('Enter');
    await page.locator('input[type=password]:focus').waitFor();
    await page.keyboard.type('wrong');
    await page.keyboard.press('Enter');
    const problem = page.getByRole('alert');
    await problem.waitFor();
    expect(await problem.textContent()).toBe('Incorrect login ID or password.');
    expect(await page.locator(':focus').getAttribute('aria-describedby')).toContain('password-problem');
    expect(await page.locator(':focus').inputValue()).toBe('');
    // Loading the page again sends nothing again.
    await page.reload();
    expect(await page.getByRole('alert').count()).toBe(1);
    await page.getByLabel('Password').fill(password);
    await page.keyboard.press('Enter');
    const { user, firstSeen } = await exchanged(page);
    expect(user).toMatchObject({ loginIds: ['ada@example.com'] });
    expect(firstSeen).toBe(false);
    // Going back ends at the beginning, where nothing is filled in.
    await page.goBack();
    expect(await page.getByLabel('Email, phone number').inputValue()).toBe('');
  });

  test('a German browser gets German pages and a German mail, whose code signs in', async () => {
    await makeUser('eva@example.com');
    const page = await visit(loginUrl(), { locale: 'de-AT' });
    expect(await page.getAttribute('html', 'lang')).toBe('de');
    await identify(page, 'eva@example.com');
    await page.getByRole('button', { name: 'Code per Mail bekommen' }).click();
    await page.getByLabel('Sechsstelliger Code').waitFor();
    const code = await codeSentTo(latchkey, 'eva@example.com');
    expect((await newestMessageTo(latchkey, 'eva@example.com')).subject).toContain('Ihr Code');
    await page.getByLabel('Sechsstelliger Code').fill(`${code.slice(0, 3)} ${code.slice(3)}`);
    await page.keyboard.press('Enter');
    const { claims } = await exchanged(page);
    expect(claims.amr).toEqual(['email']);
  });

  test('a link in a mail signs in where it is opened, after a button was pressed', async () => {
    await makeUser('lin@example.com');
    const page = await visit(loginUrl());
    await identify(page, 'lin@example.com');
    await page.getByRole('button', { name: 'Send me a link' }).click();
    await page.getByRole('heading', { name: 'Check your messages' }).waitFor();
    const [link] = (await newestMessageTo(latchkey, 'lin@example.com')).links;
    for (let i = 0; i < 2; i++) await fetch(link);
    await page.goto(link);
    await page.getByRole('button', { name: 'Sign in' }).click();
    const { user } = await exchanged(page);
    expect(user.loginIds).toEqual(['lin@example.com']);
    await page.goto(link);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'This page has expired' }).waitFor();
  });

  test('somebody without an account signs up by a code, chooses an authenticator app, and signs in with it', async () => {
    const page = await visit(loginUrl());
    // The next page does not say that there is no account, and still leads to one.
    await identify(page, 'tom@example.com');
    await page.getByRole('link', { name: 'Not you?' }).waitFor();
    await page.getByRole('link', { name: 'Create an account' }).click();
    await page.getByLabel('Your name').fill('Tom');
    // What is no address stays in its field, with the reason, and the page goes on from there.
    await identify(page, 'tom.example.com');
    expect(await page.getByRole('alert').textContent()).toMatch(/^Enter an email address, such as/);
    expect(await page.locator(':focus').inputValue()).toBe('tom.example.com');
    await identify(page, 'tom@example.com');
    await page.getByLabel('6-digit code').waitFor();
    await page.getByLabel('6-digit code').fill(await codeSentTo(latchkey, 'tom@example.com'));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Choose how to sign in' }).waitFor();
    await page.getByRole('button', { name: 'Use an authenticator app' }).click();
    await page.getByRole('img', { name: 'QR code' }).waitFor();
    const key = ((await page.locator('.key').textContent()) ?? '').replaceAll(' ', '');
    // The same key after a reload, for whoever has scanned it already.
    await page.reload();
    expect(((await page.locator('.key').textContent()) ?? '').replaceAll(' ', '')).toBe(key);
    await page.getByLabel('6-digit code').fill(totpCode(key, latchkey.service.now()));
    await page.keyboard.press('Enter');
    const first = await exchanged(page);
    expect(first).toMatchObject({ firstSeen: true, user: { name: 'Tom', loginIds: ['tom@example.com'] } });
    // A code is accepted once: the app shows the next one.
    latchkey.advance(30_000);
    await page.goto(loginUrl());
    await identify(page, 'tom@example.com');
    await page.getByRole('button', { name: 'With an authenticator app' }).click();
    await page.getByLabel('6-digit code').fill(totpCode(key, latchkey.service.now()));
    await page.keyboard.press('Enter');
    expect((await exchanged(page)).claims.amr).toEqual(['totp']);
  });
});

test('whose organization has a sign-in of its own is taken there and back, across sites', async () => {
  const simulator = await startLatchkey();
  // To a browser `localhost` is another site than 127.0.0.1, as identity providers are.
  simulator.service.baseUrl = simulator.baseUrl.replace('127.0.0.1', 'localhost');
  await manage('tenant/create', { id: 'corp', name: 'Corp' });
  await manage('sso/saml/metadata', {
    tenantId: 'corp',
    redirectUrl: appUrl,
    domains: ['corp.example'],
    settings: { idpMetadataUrl: `${simulator.service.baseUrl}/dev/idp/saml/corp/metadata` },
  });
  // The simulator's own form needs a script.
  const page = await visit(loginUrl(), { script: true });
  await identify(page, 'anybody@corp.example');
  await page.getByRole('button', { name: 'Continue to your organization' }).click();
  await page.locator('select[name=fault]').waitFor();
  await page.getByRole('button', { name: 'Sign in' }).click();
  const { claims } = await exchanged(page);
  expect(claims).toMatchObject({ dct: 'corp', amr: ['fed'] });
  await simulator.close();
});

describe('pages that messages lead to', () => {
  test('an invited user, whose first password is too easy, takes an authenticator instead', async () => {
    await manage('project/settings', { hostedPages: { redirectUrl: appUrl } });
    const loginId = 'ines@example.com';
    await manage('user/create', { loginId, email: loginId, invite: true, sendMail: true });
    const [link] = (await newestMessageTo(latchkey, loginId)).links;
    const page = await visit(link);
    await page.getByRole('heading', { name: 'Welcome to Acme' }).waitFor();
    await page.getByRole('button', { name: 'Accept invitation' }).click();
    await page.getByLabel('New password').fill('ines@example.com1');
    await page.keyboard.press('Enter');
    expect(await page.getByRole('alert').textContent()).toMatch(/^You can’t use this password: it /);
    await page.getByRole('button', { name: 'Use an authenticator app' }).click();
    const key = ((await page.locator('.key').textContent()) ?? '').replaceAll(' ', '');
    await page.getByLabel('6-digit code').fill(totpCode(key, latchkey.service.now()));
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/back\?/);
    expect(new URL(page.url()).searchParams.get('code')).toMatch(/^.{43}$/);
    await page.goto(link);
    await page.getByRole('button', { name: 'Accept invitation' }).click();
    await page.getByRole('heading', { name: 'This page has expired' }).waitFor();
    await manage('project/settings', { hostedPages: { redirectUrl: '' } });
  });

  test('a link that a signed-in user asked for works in their browser only, and another one says so', async () => {
    await makeUser('nora@example.com');
    await manage('project/settings', { tokenDelivery: 'cookies' });
    try {
      const context = await browser.newContext({ locale: 'en-GB', javaScriptEnabled: false });
      const own = await context.newPage();
      const signedIn = await latchkey.request('POST', '/v1/auth/password/signin', {
        body: { loginId: 'nora@example.com', password },
        headers: { origin: latchkey.baseUrl },
      });
      const [name, value] = signedIn.headers.getSetCookie()[0]?.split(';')[0]?.split('=') ?? [];
      await context.addCookies([{ name: name ?? '', value: value ?? '', url: latchkey.baseUrl }]);
      await latchkey.request('POST', '/v1/auth/magiclink/update/email', {
        bearer: `${latchkey.projectId}:${value}`,
        body: { loginId: 'nora@example.com', email: 'nora@new.example' },
      });
      const [link] = (await newestMessageTo(latchkey, 'nora@new.example')).links;
      const page = await visit(link);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('heading', { name: 'Open this link in another browser' }).waitFor();
      expect(await page.textContent('main')).toContain('where you’re signed in');
      const foreign = await visit(link, { locale: 'de-DE' });
      await foreign.getByRole('button', { name: 'Anmelden' }).click();
      await foreign.getByRole('heading', { name: 'Öffnen Sie diesen Link' }).waitFor();
      await own.goto(link);
      await own.getByRole('button', { name: 'Sign in' }).click();
      await own.getByRole('heading', { name: 'Confirmed' }).waitFor();
      const { body } = await latchkey.manage('GET', '/v1/mgmt/user?loginId=nora@example.com');
      expect(body.user).toMatchObject({ email: 'nora@new.example', verifiedEmail: true });
    } finally {
      await manage('project/settings', { tokenDelivery: 'body' });
    }
  });

  test('who has forgotten the password sets another one, and ends what goes on elsewhere', async () => {
    await makeUser('kim@example.com');
    const body = { loginId: 'kim@example.com', password };
    const elsewhere = (await latchkey.request('POST', '/v1/auth/password/signin', { body })).body;
    const page = await visit(loginUrl());
    await identify(page, 'kim@example.com');
    await page.getByRole('button', { name: 'Forgot password?' }).click();
    await page.getByRole('heading', { name: 'Check your messages' }).waitFor();
    const [link] = (await newestMessageTo(latchkey, 'kim@example.com')).links;
    await page.goto(link);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('You will be signed out everywhere else.').waitFor();
    await page.getByLabel('New password').fill('another long sentence with sun');
    await page.getByRole('button', { name: 'Set password' }).click();
    await exchanged(page);
    const bearer = `${latchkey.projectId}:${elsewhere.refreshJwt}`;
    expect((await latchkey.request('POST', '/v1/auth/refresh', { bearer, body: {} })).status).toBe(401);
  });
});

testOnce(
  'every page is free of accessibility violations, by day and by night, in a colour that is hard to read',
  async () => {
    await manage('project/settings', {
      branding: { primaryColor: '#ffdd00' },
      hostedPages: { signUp: true, redirectUrl: appUrl },
    });
    await makeUser('ann@example.com');
    await manage('user/create', { loginId: 'old@example.com' });
    await manage('user/password/set/temporary', {
      loginId: 'old@example.com',
      password: 'temporary and long enough',
    });
    const page = await visit(loginUrl(), { script: true });
    await expectAccessible(page, 'start');
    await identify(page, 'ann@example.com');
    await expectAccessible(page, 'password', '/password?');
    await page.getByLabel('Password').fill('wrong');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    await expectAccessible(page, 'password-problem', '/password?');
    await page.getByRole('button', { name: 'Forgot' }).click();
    await expectAccessible(page, 'reset-sent', '/reset-sent?');
    await page.goto((await newestMessageTo(latchkey, 'ann@example.com')).links[0]);
    await expectAccessible(page, 'reset');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expectAccessible(page, 'reset-choose', '/choose?');
    for (const [button, name] of [
      ['Email me a code', 'code'],
      ['Send me a link', 'link'],
      ['With an authenticator app', 'authenticator'],
    ] as const) {
      await page.goto(loginUrl());
      await identify(page, 'ann@example.com');
      await page.getByRole('button', { name: button }).click();
      await expectAccessible(page, name, `/${name}?`);
    }
    await page.goto((await newestMessageTo(latchkey, 'ann@example.com')).links[0]);
    await expectAccessible(page, 'verify');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(/\/back\?/);
    await page.goto(loginUrl());
    await identify(page, 'old@example.com');
    await page.getByLabel('Password').fill('temporary and long enough');
    await page.keyboard.press('Enter');
    await expectAccessible(page, 'new-password', '/new-password?');
    await page.goto(loginUrl());
    await page.getByRole('link', { name: 'Create an account' }).click();
    await expectAccessible(page, 'sign-up', '/sign-up?');
    await identify(page, 'new@example.com');
    await expectAccessible(page, 'sign-up-code', '/code?');
    await page.getByLabel('6-digit code').fill(await codeSentTo(latchkey, 'new@example.com'));
    await page.keyboard.press('Enter');
    await expectAccessible(page, 'sign-up-choose', '/choose?');
    await page.getByRole('button', { name: 'Use an authenticator app' }).click();
    await expectAccessible(page, 'enrol', '/enrol?');
    await manage('user/create', {
      loginId: 'guest@example.com',
      email: 'guest@example.com',
      invite: true,
      sendMail: true,
    });
    await page.goto((await newestMessageTo(latchkey, 'guest@example.com')).links[0]);
    await expectAccessible(page, 'invite');
    await page.getByRole('button', { name: 'Accept' }).click();
    await expectAccessible(page, 'invite-choose', '/choose?');
    await page.goto(`${latchkey.baseUrl}/login/${latchkey.projectId}/done`);
    await expectAccessible(page, 'done');
    await page.goto(`${latchkey.baseUrl}/verify?projectId=${latchkey.projectId}`);
    await expectAccessible(page, 'dead');
  },
);

async function expectAccessible(page: Page, name: string, path = '') {
  await page.waitForURL((url) => url.href.includes(path));
  await page.waitForLoadState();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    // By night only the colours are others.
    const scope = colorScheme === 'dark' ? { rules: ['color-contrast'] } : {};
    expect(await accessibilityViolations(page, scope), `${name} ${colorScheme}`).toEqual([]);
    const shot = process.env['LATCHKEY_SCREENSHOT'];
    if (shot)
      await page.screenshot({ path: shot.replace('.png', `-${name}-${colorScheme}.png`), fullPage: true });
  }
}

test('the sign-in page is one small answer', async () => {
  const page = await browser.newPage();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  const response = await page.goto(loginUrl());
  // So much fits into the first flight of a TCP connection (RFC 6928: ten segments), headers included.
  expect(((await response?.body())?.length ?? 0) + 1_500).toBeLessThan(14_600);
  // The page does not wait for its icon and its typeface.
  expect(requests.filter((url) => !/\/assets\/(icon\.svg|geist-)/.test(url))).toEqual([loginUrl()]);
});
