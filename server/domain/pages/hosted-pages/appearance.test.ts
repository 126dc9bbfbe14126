import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { FormBrowser } from '../../../../test/browser.ts';
import { type HostedPages, startHostedPages } from '../../../../test/hosted-pages.ts';

let latchkey: HostedPages['latchkey'];
let configure: HostedPages['configure'];
let at: HostedPages['at'];
let browser: FormBrowser;
beforeAll(async () => {
  ({ latchkey, configure, at } = await startHostedPages());
});
afterAll(() => latchkey.close());
beforeEach(() => {
  browser = new FormBrowser(latchkey);
});

describe('how it looks', () => {
  test('the language is the browser’s, or else the project’s', async () => {
    const languageOf = async (accepted: string) =>
      /<html lang="(..)"/.exec((await browser.get(at(), { 'accept-language': accepted })).html)?.[1];
    await configure({ locale: 'de-CH' });
    expect(await languageOf('it, *;q=0.5')).toBe('de');
    expect(await languageOf('it, en;q=0.5')).toBe('en');
    await configure({ locale: 'en' });
    expect(await languageOf('it')).toBe('en');
    expect(await languageOf('de-AT')).toBe('de');
  });

  test('the logo and the name of a project are inert, whatever they contain', async () => {
    const name = '"><script>alert(1)</script>';
    await latchkey.manage('POST', '/v1/mgmt/project/update/name', { name });
    const logoUrl = `https://cdn.example.com/logo.png?x=">'<svg onload=1>`.replaceAll(' ', '%20');
    expect((await configure({ branding: { logoUrl, primaryColor: '#FF8800' } })).status).toBe(200);
    const { headers, html } = await browser.get(at());
    expect(html).not.toMatch(/<script|<svg/);
    expect(html).toContain('--primary:light-dark(#ff8800,#ff8800)');
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

  test('a name that every object has is no step, section or page', async () => {
    const frame = { 'sec-fetch-dest': 'iframe', 'sec-fetch-site': 'same-origin' };
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      const shown = await browser.get(`/login/${latchkey.projectId}/preview?page=${name}`, frame);
      expect([shown.status, shown.html.includes('type="email"') || shown.html.includes('loginId')]).toEqual([
        200,
        true,
      ]);
      for (const path of ['login', 'account', 'device'])
        expect((await browser.get(`/${path}/${latchkey.projectId}/${name}`)).status).toBeLessThan(500);
    }
  });

  test('an unknown project, and a link without a secret, get an error page', async () => {
    for (const path of ['/login/Pnone?redirectUrl=x', '/verify?projectId=P', '/invite', '/reset?t=x']) {
      const { status, html } = await browser.get(path, { 'accept-language': 'de' });
      expect(status).toBeGreaterThanOrEqual(400);
      expect(html).toContain('<html lang="de">');
    }
  });
});
