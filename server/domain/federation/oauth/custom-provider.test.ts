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

describe('a userinfo that alone says whether the address is verified', () => {
  /** Serves an ID token without `email_verified`. */
  const serve = async (
    name: string,
    userInfo: { status?: number; body: unknown },
    email = `${name}@corp.example`,
  ) => {
    const issuer = `${server.origin}/${name}`;
    await configure(name, { issuer });
    await serveOidc({ issuer, claims: { sub: name, email, name: 'Ann' } });
    const place = `/${name}/.well-known/openid-configuration`;
    const { body } = server.replies[place] as { body: object };
    server.replies[place] = { body: { ...body, userinfo_endpoint: `${issuer}/me` } };
    server.replies[`/${name}/me`] = userInfo;
  };
  const verified = (name: string) => ({ body: { sub: name, email_verified: true } });
  const verifiedAt = (name: string, email: string) => ({ body: { sub: name, email, email_verified: true } });

  test.each([
    ['does not respond', 500, ''],
    ['rejects the token', 403, '{}'],
    ['is no JSON', 200, '<html>'],
  ])('leads to the same account, although it %s at the first sign-in', async (_, status, body) => {
    const name = `late${status}`;
    const email = `${name}@corp.example`;
    await serve(name, { status, body });
    const { user } = await signedIn(name);
    expect(user).toMatchObject({ loginIds: [`${name}:${name}`], email, verifiedEmail: false, name: 'Ann' });
    server.replies[`/${name}/me`] = verifiedAt(name, email);
    const later = (await signedIn(name)).user;
    expect(later.userId).toBe(user.userId);
    // The account is as if the userinfo had been there at once.
    expect(later).toMatchObject({ loginIds: [email], email, verifiedEmail: true });
    server.replies[`/${name}/me`] = { status, body };
    expect((await signedIn(name)).user).toMatchObject({ userId: user.userId, verifiedEmail: true });
  });

  test('is needed if another account has the address, and the message does not say otherwise', async () => {
    const email = 'taken-meanwhile@corp.example';
    const create = { loginId: email, email, verifiedEmail: true };
    const owner = (await latchkey.manage('POST', '/v1/mgmt/user/create', create)).body.user;
    await serve('needed', { status: 500, body: '' }, email);
    expect(errorOf((await round('needed')).answer)).toMatch(/could not confirm .* yours.*try again later/);
    server.replies['/needed/me'] = verifiedAt('needed', email);
    expect((await signedIn('needed')).user.userId).toBe(owner.userId);
  });

  test('leaves an address alone that another user has proven meanwhile', async () => {
    await serve('overtaken', { status: 500, body: '' });
    const { user } = await signedIn('overtaken');
    const email = 'overtaken@corp.example';
    await latchkey.manage('POST', '/v1/mgmt/user/create', { loginId: email, email, verifiedEmail: true });
    server.replies['/overtaken/me'] = verifiedAt('overtaken', email);
    expect((await signedIn('overtaken')).user).toMatchObject({
      userId: user.userId,
      loginIds: ['overtaken:overtaken'],
      verifiedEmail: false,
    });
  });

  test('keeps a login ID that somebody chose', async () => {
    await serve('named', { status: 500, body: '' });
    const { user } = await signedIn('named');
    const rename = { loginId: user.loginIds[0], newLoginId: 'ann' };
    expect((await latchkey.manage('POST', '/v1/mgmt/user/update/loginid', rename)).status).toBe(200);
    server.replies['/named/me'] = verifiedAt('named', 'named@corp.example');
    expect((await signedIn('named')).user).toMatchObject({ loginIds: ['ann'], verifiedEmail: true });
  });

  test('counts only for the address that it names itself', async () => {
    await serve('silent', verified('silent'));
    expect((await signedIn('silent')).user.verifiedEmail).toBe(false);
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
