import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { faults } from '../../server/dev/faults.ts';
import { launchChromium } from '../counterparts/chromium.ts';
import { type Latchkey, startLatchkey } from '../harness.ts';

/**
 * The round that a newcomer tries, in a browser. The simulator is that of another instance, and on another site than
 * Latchkey (`localhost` and not 127.0.0.1), as identity providers are: then browsers keep our cookie out of its form.
 */
let latchkey: Latchkey;
let simulator: Latchkey;
let browser: Browser;

beforeAll(async () => {
  latchkey = await startLatchkey();
  simulator = await startLatchkey();
  browser = await launchChromium();
  simulator.service.baseUrl = simulator.baseUrl.replace('127.0.0.1', 'localhost');
  await latchkey.manage('POST', '/v1/mgmt/tenant/create', { id: 'acme', name: 'Acme' });
  const connected = await latchkey.manage('POST', '/v1/mgmt/sso/saml/metadata', {
    tenantId: 'acme',
    redirectUrl: `${latchkey.baseUrl}/dev/demo/callback`,
    settings: { idpMetadataUrl: `${simulator.service.baseUrl}/dev/idp/saml/acme/metadata` },
  });
  expect(connected.body).toEqual({});
});
afterAll(async () => {
  await browser.close();
  await simulator.close();
  await latchkey.close();
});

async function signIn(fault: string) {
  const { body } = await latchkey.request('POST', '/v1/auth/saml/authorize?tenant=acme', { body: {} });
  const context = await browser.newContext();
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => errors.push(...(message.type() === 'error' ? [message.text()] : [])));
  await page.goto(body.url);
  await page.selectOption('select[name=fault]', fault);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/\/dev\/demo\/callback|\/v1\/auth\/saml\/(acs|finish)/);
  const url = new URL(page.url());
  const heading = await page.locator('h1').textContent();
  await context.close();
  return { url, heading, errors };
}

describe('in a browser', () => {
  test('a sign-in across sites ends with a code that is exchanged', async () => {
    const { url, heading, errors } = await signIn('none');
    expect(heading).toBe('Signed in');
    expect(errors).toEqual([]);
    const code = url.searchParams.get('code');
    const { status, body } = await latchkey.request('POST', '/v1/auth/sso/exchange', { body: { code } });
    expect(status).toBe(200);
    expect(body.claims.dct).toBe('acme');
  });

  const wrong = faults.filter((fault) => fault.refusedFor && fault.id !== 'replayed');
  test.each(wrong.map((fault) => fault.id))(
    'an answer that is wrong (%s) ends without a code, in words',
    async (id) => {
      const { url, heading } = await signIn(id);
      expect(url.searchParams.get('code')).toBeNull();
      expect(heading).toMatch(/Not signed in|Couldn’t sign you in/);
    },
  );

  test('an answer that is sent again ends without a code', async () => {
    await signIn('none');
    const { url } = await signIn('replayed');
    expect(url.searchParams.get('code')).toBeNull();
  });
});

test('production has no simulator and no demo', async () => {
  const production = await startLatchkey({
    LATCHKEY_MODE: 'production',
    LATCHKEY_ALLOW_HTTP: 'true',
    LATCHKEY_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
  });
  for (const path of ['/dev/idp', '/dev/idp/saml/demo/metadata', '/dev/demo/sso', '/dev/inbox']) {
    expect((await production.request('GET', path)).status).toBe(404);
  }
  await production.close();
});
