import { generateKeyPairSync } from 'node:crypto';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '../counterparts/chromium.ts';
import { type Latchkey, startLatchkey } from '../harness.ts';

/** Chromium between an application, Latchkey and a provider on another site, with the rules that it has for cookies. */

let latchkey: Latchkey;
let simulator: Latchkey;
let browser: Browser;

beforeAll(async () => {
  latchkey = await startLatchkey();
  simulator = await startLatchkey();
  browser = await launchChromium();
  simulator.service.baseUrl = simulator.baseUrl.replace('127.0.0.1', 'localhost');
  const issuer = (name: string) => `${simulator.service.baseUrl}/dev/idp/oidc/${name}`;
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const clientSecret = privateKey.export({ type: 'pkcs8', format: 'pem' });
  for (const provider of [
    { provider: 'acme', issuer: issuer('acme'), clientId: 'app', clientSecret: 'x' },
    {
      provider: 'apple',
      issuer: issuer('apple'),
      clientId: 'app',
      clientSecret,
      scopes: ['openid', 'email'],
    },
  ]) {
    expect((await latchkey.manage('POST', '/v1/mgmt/oauth/provider', provider)).status).toBe(200);
  }
});
afterAll(async () => {
  await browser.close();
  await simulator.close();
  await latchkey.close();
});

async function start(provider: string, path = '', bearer = latchkey.projectId): Promise<string> {
  const query = new URLSearchParams({ provider, redirectURL: `${latchkey.baseUrl}/dev/demo/callback` });
  const answer = await latchkey.request('POST', `/v1/auth/oauth/authorize${path}?${query}`, {
    body: {},
    bearer,
  });
  return answer.body.url;
}

/** From the start to the application, choosing whom the page offers. */
async function goThrough(url: string, user: string, agreesTo?: string): Promise<string> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => errors.push(...(message.type() === 'error' ? [message.text()] : [])));
  await page.goto(url);
  if (agreesTo) {
    expect(await page.locator('main').textContent()).toContain(agreesTo);
    await page.getByRole('button', { name: /Continue to/ }).click();
  }
  await page.selectOption('select[name=user]', user);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/\/dev\/demo\/callback|\/v1\/auth\/oauth\/(callback|finish)/);
  const code = new URL(page.url()).searchParams.get('code') ?? '';
  expect(errors).toEqual([]);
  await context.close();
  return code;
}

async function exchange(code: string) {
  return (await latchkey.request('POST', '/v1/auth/oauth/exchange', { body: { code } })).body;
}

test('a sign-in at another site ends with a code that is exchanged', async () => {
  const { user } = await exchange(await goThrough(await start('acme'), 'alice'));
  expect(user.loginIds).toEqual(['alice@acme.example']);
});

test('so does one whose provider posts its answer, without our cookie', async () => {
  const { user } = await exchange(await goThrough(await start('apple'), 'bob'));
  expect(user).toMatchObject({ loginIds: ['bob@apple.example'], OAuth: { apple: true } });
});

test('a provider is added after a page that names the account', async () => {
  const { refreshJwt } = await exchange(await goThrough(await start('acme'), 'carol'));
  const begin = () => start('apple', '/update', `${latchkey.projectId}:${refreshJwt}`);
  const url = await begin();
  const french = await fetch(await begin(), { headers: { 'accept-language': 'fr' } });
  expect(await french.text()).toContain('à ce compte\u202f?</h1>');
  const { user } = await exchange(await goThrough(url, 'carol', 'carol@acme.example'));
  expect(user.OAuth).toEqual({ acme: true, apple: true });
});
