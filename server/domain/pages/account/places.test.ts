import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { startAccountPages } from '../../../../test/account-page.ts';
import { startLatchkey } from '../../../../test/harness.ts';
import { password } from '../../../../test/hosted-pages.ts';

const file = (name: string) => fileURLToPath(new URL(`../../../../test/fixtures/${name}`, import.meta.url));

test('the account page shows the places of sessions, in the language of the user', async () => {
  const { latchkey, openAccount, at } = await startAccountPages({
    LATCHKEY_PLACES: file('places.mmdb'),
    LATCHKEY_TRUSTED_PROXIES: '127.0.0.1',
  });
  const { browser, loginId } = await openAccount();
  for (const address of ['81.2.69.142', '2001:218::1', '203.0.113.7']) {
    const { status } = await latchkey.request('POST', '/v1/auth/password/signin', {
      body: { loginId, password },
      headers: { 'x-forwarded-for': address },
    });
    expect(status).toBe(200);
  }
  const { html } = await browser.get(at('sessions'));
  expect(html).toContain('London, United Kingdom (81.2.69.142)');
  expect(html).toContain('Japan (2001:218::1)');
  expect(html).toMatch(/>203\.0\.113\.7</);
  const german = await browser.get(at('sessions'), { 'accept-language': 'de' });
  expect(german.html).toContain('London, Vereinigtes Königreich (81.2.69.142)');
  await latchkey.close();
});

test('a file that has no places stops the start with its name', async () => {
  for (const path of [file('README.md'), file('none.mmdb')])
    await expect(startLatchkey({ LATCHKEY_PLACES: path })).rejects.toThrow(`LATCHKEY_PLACES is ${path}`);
});
