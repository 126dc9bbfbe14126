import { generateKeyPairSync } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader, type GenerateKeyPairResult, generateKeyPair } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OAuthServer, startOAuthServer } from '../../../../test/counterparts/oauth-server.ts';
import { type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import { errorOf, exchange } from '../../../../test/oauth-browser.ts';
import { providerRounds } from '../../../../test/provider-rounds.ts';

/** Tests each built-in provider against a server that answers in its documented format. */

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

const { browser, configure, round, serveOidc, signedIn, start } = providerRounds(() => ({
  latchkey,
  server,
  keys,
}));
const tokenRequest = () => server.received.findLast(({ path }) => path.endsWith('/token'));

describe('google', () => {
  test('is trusted about addresses, and asked for a refresh token if tokens are stored', async () => {
    const issuer = `${server.origin}/google`;
    await configure('google', { issuer, manageProviderTokens: true });
    await serveOidc({
      issuer,
      claims: { sub: '1', email: 'g@google.example', email_verified: true, picture: 'https://p.example/1' },
    });
    const { url } = await round('google');
    expect(Object.fromEntries(url.searchParams)).toMatchObject({ access_type: 'offline', prompt: 'consent' });
    expect((await signedIn('google')).user).toMatchObject({
      loginIds: ['g@google.example'],
      picture: 'https://p.example/1',
      OAuth: { google: true },
    });
  });
});

describe('microsoft', () => {
  const tenant = '11111111-2222-3333-4444-555555555555';
  const serve = (claims: Record<string, unknown>, tid = tenant, token = `${server.origin}/ms/${tid}/v2.0`) =>
    serveOidc({
      issuer: `${server.origin}/ms/common/v2.0`,
      named: { document: `${server.origin}/ms/{tenantid}/v2.0`, token },
      claims: { tid, ...claims },
    });

  test('has one issuer per organization, and no verified address without xms_edov', async () => {
    await configure('microsoft', { issuer: `${server.origin}/ms/common/v2.0` });
    await serve({ sub: 'm1', email: 'ceo@victim.example', email_verified: true });
    expect((await signedIn('microsoft')).user).toMatchObject({
      verifiedEmail: false,
      loginIds: ['microsoft:m1'],
    });
    await latchkey.manage('POST', '/v1/mgmt/user/create', { loginId: 'cfo@victim.example' });
    await serve({ sub: 'm2', email: 'cfo@victim.example', email_verified: true });
    expect(errorOf((await round('microsoft')).answer)).toMatch(/account already exists with the address/);
    await serve({ sub: 'm3', email: 'own@ms.example', xms_edov: true });
    expect((await signedIn('microsoft')).user).toMatchObject({ verifiedEmail: true });
    // The tokens took one request, although they are read twice.
    expect(server.received.filter(({ path }) => path === '/ms/common/v2.0/token')).toHaveLength(3);
  });

  test('is refused if the issuer does not match the organization in the token, or if there is none', async () => {
    await serve({ sub: 'm4' }, tenant, `${server.origin}/ms/99999999-2222-3333-4444-555555555555/v2.0`);
    expect(errorOf((await round('microsoft')).answer)).toMatch(/cannot be accepted/);
    await serve({ sub: 'm4' }, '../common', `${server.origin}/ms/../common/v2.0`);
    expect(errorOf((await round('microsoft')).answer)).toMatch(/organization/);
  });
});

describe('github', () => {
  const serve = async (emails: unknown, user: Record<string, unknown> = {}) => {
    const { origin, replies } = server;
    await configure('github', {
      authorizationUrl: `${origin}/gh/authorize`,
      tokenUrl: `${origin}/gh/token`,
      userInfoUrl: `${origin}/gh/user`,
      emailsUrl: `${origin}/gh/emails`,
      manageProviderTokens: true,
    });
    replies['/gh/token'] = {
      body: { access_token: 'gho', token_type: 'bearer', scope: 'read:user,user:email' },
    };
    replies['/gh/user'] = {
      body: { id: 42, login: 'octo', name: null, email: 'shown@github.example', ...user },
    };
    replies['/gh/emails'] = { body: emails };
  };
  const address = (email: string, verified: boolean, primary = true) => ({ email, verified, primary });

  test('gets the address from the list of addresses, and only the primary one', async () => {
    await serve([address('second@github.example', true, false), address('first@github.example', true)]);
    const { user } = await signedIn('github');
    expect(user).toMatchObject({ loginIds: ['first@github.example'], name: 'octo', verifiedEmail: true });
    const { headers } = server.received.findLast(({ path }) => path === '/gh/emails') ?? { headers: {} };
    expect(headers).toMatchObject({ authorization: 'Bearer gho', 'user-agent': 'Latchkey' });
    expect(tokenRequest()?.form['code_verifier']).toMatch(/^[\w-]{43}$/);
    const query = 'loginId=first@github.example&provider=github';
    const { body } = await latchkey.manage('GET', `/v1/mgmt/user/provider/token?${query}`);
    expect(body).toMatchObject({ expiration: 0, scopes: ['read:user', 'user:email'], providerUserId: '42' });
  });

  test('is not trusted about an address that it has not verified', async () => {
    await serve([address('unproven@github.example', false)], { id: 43 });
    expect((await signedIn('github')).user).toMatchObject({ verifiedEmail: false, loginIds: ['github:43'] });
  });

  test('refuses a code with status 200', async () => {
    await serve([]);
    server.replies['/gh/token'] = { body: { error: 'bad_verification_code', error_description: 'x' } };
    expect(errorOf((await round('github')).answer)).toMatch(/bad_verification_code/);
  });
});

describe('apple', () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;

  test('gets a secret that we sign, posts its answer, and sends the name once', async () => {
    const issuer = `${server.origin}/apple`;
    await configure('apple', { issuer, clientId: 'client', clientSecret: pem, teamId: 'TEAM', keyId: 'KEY' });
    await serveOidc({
      issuer,
      claims: { sub: 'a1', email: 'a@apple.example', email_verified: 'true', name: undefined },
    });
    const own = browser();
    const url = await start('apple', own);
    expect(url.searchParams.get('response_mode')).toBe('form_post');
    const fields = {
      code: 'code',
      state: url.searchParams.get('state') ?? '',
      user: JSON.stringify({ name: { firstName: 'Ada', lastName: 'L' }, email: 'victim@apple.example' }),
    };
    const posted = await own.post('/v1/auth/oauth/callback', fields, { withCookie: false });
    const { body } = await exchange(latchkey, await own.get(posted.headers.get('location') ?? ''));
    expect(body.user).toMatchObject({
      loginIds: ['a@apple.example'],
      verifiedEmail: true,
      name: 'Ada L',
      givenName: 'Ada',
      familyName: 'L',
    });
    const secret = tokenRequest()?.form['client_secret'] ?? '';
    expect(decodeProtectedHeader(secret)).toMatchObject({ alg: 'ES256', kid: 'KEY' });
    expect(decodeJwt(secret)).toMatchObject({ iss: 'TEAM', sub: 'client', aud: issuer });
    expect((await signedIn('apple')).user.name).toBe('Ada L');
  });

  test('accepts nothing but a private key', async () => {
    const body = { provider: 'apple', clientSecret: 'no key' };
    expect((await latchkey.manage('POST', '/v1/mgmt/oauth/provider', body)).body.errorCode).toBe('E011004');
  });
});

test('facebook has no verified address, whatever it claims', async () => {
  const { origin, replies } = server;
  await configure('facebook', {
    authorizationUrl: `${origin}/fb/dialog`,
    tokenUrl: `${origin}/fb/token`,
    userInfoUrl: `${origin}/fb/me?fields=id,name,email`,
  });
  replies['/fb/token'] = { body: { access_token: 'fb', token_type: 'bearer', expires_in: 5_000_000 } };
  replies['/fb/me'] = {
    body: {
      id: '10',
      name: 'Fay B',
      email: 'fay@facebook.example',
      verified: true,
      email_verified: true,
      picture: { data: { url: 'https://img.example/10' } },
    },
  };
  expect((await signedIn('facebook')).user).toMatchObject({
    loginIds: ['facebook:10'],
    email: 'fay@facebook.example',
    verifiedEmail: false,
    picture: 'https://img.example/10',
  });
});

test('discord says whether its address is verified', async () => {
  const { origin, replies } = server;
  await configure('discord', {
    authorizationUrl: `${origin}/dc/authorize`,
    tokenUrl: `${origin}/dc/token`,
    userInfoUrl: `${origin}/dc/me`,
  });
  replies['/dc/token'] = {
    body: { access_token: 'dc', token_type: 'Bearer', expires_in: 604_800, refresh_token: 'r' },
  };
  const person = { id: '80351110224678912', username: 'nelly', global_name: 'Nelly', avatar: '8342729096ea' };
  replies['/dc/me'] = { body: { ...person, email: 'nelly@discord.example', verified: true } };
  expect((await signedIn('discord')).user).toMatchObject({
    loginIds: ['nelly@discord.example'],
    name: 'Nelly',
    picture: 'https://cdn.discordapp.com/avatars/80351110224678912/8342729096ea.png',
  });
});

test('linkedin gets neither a nonce nor a PKCE challenge', async () => {
  const issuer = `${server.origin}/linkedin`;
  await configure('linkedin', { issuer });
  await serveOidc({ issuer, claims: { sub: 'l1', email: 'l@linkedin.example', email_verified: true } });
  const { url, answer } = await round('linkedin');
  expect(url.searchParams.has('nonce') || url.searchParams.has('code_challenge')).toBe(false);
  expect((await exchange(latchkey, answer)).body.user.loginIds).toEqual(['l@linkedin.example']);
  expect(tokenRequest()?.form).not.toHaveProperty('code_verifier');
});

test('slack adds fields of its own to its answers, and refuses with status 200', async () => {
  const issuer = `${server.origin}/slack`;
  await configure('slack', { issuer });
  const claims = {
    sub: 'U1',
    email: 's@slack.example',
    email_verified: true,
    'https://slack.com/user_id': 'U1',
  };
  await serveOidc({ issuer, claims, token: { ok: true } });
  expect((await signedIn('slack')).user.loginIds).toEqual(['s@slack.example']);
  server.replies['/slack/token'] = { body: { ok: false, error: 'invalid_code' } };
  expect(errorOf((await round('slack')).answer)).toMatch(/invalid_code/);
});

test('gitlab gets the client secret in a header', async () => {
  const issuer = `${server.origin}/gitlab`;
  await configure('gitlab', { issuer });
  await serveOidc({ issuer, claims: { sub: '7', email: 'l@gitlab.example', email_verified: true } });
  expect((await signedIn('gitlab')).user.loginIds).toEqual(['l@gitlab.example']);
  expect(tokenRequest()?.headers.authorization).toMatch(/^Basic /);
});
