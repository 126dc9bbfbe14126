import { type GenerateKeyPairResult, generateKeyPair } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OAuthServer, startOAuthServer } from '../../../../test/counterparts/oauth-server.ts';
import { type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import { errorOf } from '../../../../test/oauth-browser.ts';
import { providerRounds } from '../../../../test/provider-rounds.ts';

/** Tests providers that a project describes itself, and how their addresses are found. */

let latchkey: Latchkey;
let server: OAuthServer;
let keys: GenerateKeyPairResult;
beforeAll(async () => {
  [latchkey, server, keys] = await Promise.all([
    startLatchkey(),
    startOAuthServer(),
    generateKeyPair('RS256'),
  ]);
});
afterAll(async () => {
  await server.stop();
  await latchkey.close();
});

const { browser, configure, round, serveOidc, signedIn } = providerRounds(() => ({ latchkey, server, keys }));

describe('a custom provider', () => {
  const serve = async (userInfo: unknown, settings: Record<string, unknown> = {}) => {
    const { origin, replies } = server;
    await configure('intranet', {
      protocol: 'oauth2',
      authorizationUrl: `${origin}/own/authorize`,
      tokenUrl: `${origin}/own/token`,
      userInfoUrl: `${origin}/own/me`,
      scopes: ['staff'],
      attributeMapping: {
        subject: 'person.number',
        email: 'mail',
        emailVerified: 'mailChecked',
        name: 'label',
      },
      ...settings,
    });
    replies['/own/token'] = { body: { access_token: 'own', token_type: 'bearer' } };
    replies['/own/me'] = { body: userInfo };
  };

  test('can be plain OAuth 2.0, with field names of its own', async () => {
    await serve({ person: { number: 5 }, mail: 'Five@Own.example', mailChecked: true, label: 'Five' });
    const { url } = await round('intranet');
    expect(url.searchParams.get('scope')).toBe('staff');
    expect((await signedIn('intranet')).user).toMatchObject({ loginIds: ['five@own.example'], name: 'Five' });
  });

  test.each([
    ['no subject', { mail: 'x@own.example' }],
    ['a list', []],
    ['an empty subject', { person: { number: '' } }],
    ['text', '"hello"'],
    ['no JSON', '<html>'],
  ])('is refused when it answers with %s', async (_, userInfo) => {
    await serve(userInfo);
    expect(errorOf((await round('intranet')).answer)).toMatch(/cannot be accepted/);
  });

  test('is trusted about an address only if the flag is true, also as text', async () => {
    await serve({ person: { number: 99 }, mail: 'text@own.example', mailChecked: 'true' });
    expect((await signedIn('intranet')).user.verifiedEmail).toBe(true);
    for (const [number, mailChecked] of [1, 'yes', {}].entries()) {
      await serve({ person: { number: number + 100 }, mail: `odd${number}@own.example`, mailChecked });
      expect((await signedIn('intranet')).user.verifiedEmail).toBe(false);
    }
  });

  test('can send anything, and unusable values are left out', async () => {
    const label = '𝕏'.repeat(300);
    await serve({
      person: { number: 6 },
      mail: 'no address',
      mailChecked: true,
      label,
      picture: 'javascript:x',
    });
    const { user } = await signedIn('intranet');
    expect(user).toMatchObject({ email: '', verifiedEmail: false, picture: '', loginIds: ['intranet:6'] });
    expect([...user.name]).toHaveLength(256);
  });

  test.each([
    ['without addresses', { provider: 'bare', protocol: 'oauth2' }],
    ['without an issuer', { provider: 'bare' }],
    ['with an invalid name', { provider: 'a b', issuer: 'https://idp.example' }],
    ['with an address without TLS', { provider: 'bare', issuer: 'http://idp.example' }],
    ['with an invalid address', { provider: 'bare', issuer: 'javascript:alert(1)' }],
    ['with a query in the issuer', { provider: 'bare', issuer: 'https://idp.example/?a' }],
  ])('cannot be set up %s', async (_, body) => {
    const { status } = await latchkey.manage('POST', '/v1/mgmt/oauth/provider', body);
    expect(status).toBe(400);
  });
});

describe('discovery', () => {
  test.each([
    ['of another issuer', { issuer: 'https://elsewhere.example' }],
    ['without a token endpoint', { token_endpoint: undefined }],
    ['with an invalid address', { authorization_endpoint: 'javascript:alert(1)' }],
  ])('%s is refused', async (name, change) => {
    const provider = `d${name.replaceAll(/\W/g, '')}`.slice(0, 20);
    const issuer = `${server.origin}/${provider}`;
    await configure(provider, { issuer });
    await serveOidc({ issuer, claims: {} });
    const place = `/${provider}/.well-known/openid-configuration`;
    const { body } = server.replies[place] as { body: object };
    server.replies[place] = { body: { ...body, ...change } };
    await expect(browser().start(provider)).resolves.toMatchObject({ href: expect.stringContaining('err=') });
  });

  test('is fetched once for many sign-ins', async () => {
    const issuer = `${server.origin}/cached`;
    await configure('cached', { issuer });
    await serveOidc({ issuer, claims: { sub: 'c', email: 'c@cached.example', email_verified: true } });
    for (let i = 0; i < 3; i++) await signedIn('cached');
    const count = (path: string) => server.received.filter((one) => one.path === path).length;
    expect(count('/cached/.well-known/openid-configuration')).toBe(1);
    expect(count('/cached/keys')).toBe(1);
  });

  test('of an unreachable provider fails with an error for the application', async () => {
    await configure('dead', { issuer: 'http://127.0.0.1:9' });
    const url = await browser().start('dead');
    expect(url.searchParams.get('err')).toMatch(/cannot be used/);
  });
});

test('an emptied address is the built-in one again', async () => {
  const load = async () =>
    (await latchkey.manage('GET', '/v1/mgmt/oauth/provider?provider=gitlab')).body.provider.issuer;
  await configure('gitlab', { issuer: 'https://gitlab.example.com' });
  expect(await load()).toBe('https://gitlab.example.com');
  await configure('gitlab', { issuer: '' });
  expect(await load()).toBe('https://gitlab.com');
});
