import * as openid from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callback, discover, type Provider, prepare, startProvider } from '../../../../test/applications.ts';

let provider: Provider;
let config: openid.Configuration;

beforeAll(async () => {
  provider = await startProvider();
  const { latchkey, manage } = provider;
  const app = await manage('/v1/mgmt/thirdparty/app/create', {
    name: 'Notes',
    approvedCallbackUrls: [callback],
    permissionsScopes: [],
  });
  config = await discover(latchkey, `v1/apps/${latchkey.projectId}`, app['clientId'] ?? '', app['cleartext']);
});
afterAll(() => provider.latchkey.close());

const languageOf = (html: string) => /<html lang="([^"]*)"/.exec(html)?.[1];

/** Signs in at an address. The browser of the test prefers English. */
async function signIn(url: URL) {
  const browser = provider.browser();
  const path = url.href.slice(provider.latchkey.baseUrl.length);
  const { location } = await browser.get(path);
  const login = await browser.get(location.slice(provider.latchkey.baseUrl.length));
  const consent = await provider.signInAt(provider.browser(), url, await provider.makeUser());
  return { login: login.html, consent: consent.html };
}

describe('`ui_locales` chooses the language', () => {
  test('of the sign-in and of the consent page: the first that there is', async () => {
    const { url } = await prepare(config, { scope: 'openid email', ui_locales: 'it fr-CA de' });
    const { login, consent } = await signIn(url);
    expect(languageOf(login)).toBe('fr');
    expect(languageOf(consent)).toBe('fr');
    expect(consent).toContain('Autoriser Notes à utiliser votre compte');
    expect(consent).toContain('Voir votre adresse e-mail');
  });

  test('also in a pushed request', async () => {
    const { url } = await prepare(config, { scope: 'openid', ui_locales: 'es' });
    const pushed = await openid.buildAuthorizationUrlWithPAR(config, url.searchParams);
    const { login, consent } = await signIn(pushed);
    expect(languageOf(login)).toBe('es');
    expect(languageOf(consent)).toBe('es');
  });

  test('and is ignored if there is none of them', async () => {
    const { url } = await prepare(config, { scope: 'openid', ui_locales: 'it xx-yy !' });
    const { login } = await signIn(url);
    expect(languageOf(login)).toBe('en');
  });
});
