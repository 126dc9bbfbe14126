import { type CryptoKey, calculateJwkThumbprint, exportJWK, generateKeyPair, SignJWT } from 'jose';
import * as openid from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callback, type Provider, prepare, startProvider } from '../../../../test/applications.ts';
import {
  exponentOne,
  otherKeys,
  secretKeys,
  signWithoutKey,
  unsafeKeys,
} from '../../../../test/unusable-keys.ts';
import { hashSecret } from '../../../core/crypto.ts';
import { sweep } from '../../../groups.ts';

let provider: Provider;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider.latchkey.close());

const base = () => provider.latchkey.baseUrl;

type KeyPair = { privateKey: CryptoKey; publicKey: CryptoKey };
const newKey = (algorithm = 'ES256'): Promise<KeyPair> => generateKeyPair(algorithm, { extractable: true });

/** Signs in by openid-client with proofs, which binds the code to the key, too. */
async function signedIn(settings: object = {}, algorithm = 'ES256') {
  const client = await provider.createClient(settings);
  const loginId = await provider.grantedUser(client.appId);
  const keys = await openid.randomDPoPKeyPair(algorithm);
  const DPoP = openid.getDPoPHandle(client.config, keys);
  const dpopJkt = await DPoP.calculateThumbprint();
  const { url, checks } = await prepare(client.config, { dpop_jkt: dpopJkt });
  const { location } = await provider.signInAt(provider.browser(), url, loginId);
  const redeem = (options?: openid.DPoPOptions) =>
    openid.authorizationCodeGrant(client.config, new URL(location), checks, undefined, options);
  return { ...client, loginId, DPoP, dpopJkt, redeem };
}

/** Makes a proof for a token request, with changes. */
async function proofOf(
  { privateKey, publicKey }: KeyPair,
  { header = {}, claims = {} }: { header?: object; claims?: object } = {},
): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  const jti = `${Math.random()}`;
  return new SignJWT({ jti, htm: 'POST', htu: `${base()}/oauth2/v1/token`, iat: now, ...claims })
    .setProtectedHeader({ typ: 'dpop+jwt', alg: 'ES256', jwk: await exportJWK(publicKey), ...header })
    .sign(privateKey);
}

/** Requests a token for the application itself. */
async function ask({ clientId, secret }: { clientId: string; secret: string }, ...proofs: string[]) {
  const headers = new Headers();
  for (const proof of proofs) headers.append('dpop', proof);
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: secret };
  const response = await fetch(`${base()}/oauth2/v1/token`, {
    method: 'POST',
    headers,
    body: new URLSearchParams(form),
  });
  return { status: response.status, ...((await response.json()) as Record<string, unknown>) };
}

async function userInfo(headers: Record<string, string>, query = '') {
  const response = await fetch(`${base()}/oauth2/v1/userinfo${query}`, { headers });
  const body = (await response.json()) as Record<string, unknown>;
  return { status: response.status, challenge: response.headers.get('www-authenticate'), ...body };
}

test.each(['ES256', 'RS256', 'PS256', 'Ed25519'])('tokens are bound to a key for %s', async (algorithm) => {
  const { config, DPoP, dpopJkt, redeem } = await signedIn({}, algorithm);
  const tokens = await redeem({ DPoP });
  expect(tokens.token_type).toBe('dpop');
  const introspected = await openid.tokenIntrospection(config, tokens.access_token);
  expect(introspected).toMatchObject({ active: true, token_type: 'DPoP', cnf: { jkt: dpopJkt } });
  const { sub = '' } = tokens.claims() ?? {};
  const info = await openid.fetchUserInfo(config, tokens.access_token, sub, { DPoP });
  expect(info.sub).toBe(sub);
});

test('a library may call the algorithm EdDSA', async () => {
  const client = await provider.createClient();
  const proof = await proofOf(await newKey('EdDSA'), { header: { alg: 'EdDSA' } });
  expect(await ask(client, proof)).toMatchObject({ status: 200, token_type: 'DPoP' });
});

test('the discovery document lists the algorithms', async () => {
  const { config } = await provider.createClient();
  expect(config.serverMetadata()['dpop_signing_alg_values_supported']).toEqual(
    expect.arrayContaining(['ES256', 'RS256', 'PS256', 'EdDSA']),
  );
});

test('a bound access token opens nothing without a fresh proof of its key', async () => {
  const client = await provider.createClient();
  const loginId = await provider.grantedUser(client.appId);
  const keys = await newKey();
  const { url, checks } = await prepare(client.config);
  const { location } = await provider.signInAt(provider.browser(), url, loginId);
  const DPoP = openid.getDPoPHandle(client.config, keys);
  const { access_token: token } = await openid.authorizationCodeGrant(
    client.config,
    new URL(location),
    checks,
    undefined,
    { DPoP },
  );
  const about = { htm: 'GET', htu: `${base()}/oauth2/v1/userinfo`, ath: hashSecret(token) };
  const authorization = `DPoP ${token}`;
  const shown = async (claims: object = {}, by = keys) =>
    userInfo({ authorization, dpop: await proofOf(by, { claims: { ...about, ...claims } }) });

  expect(await userInfo({ authorization: `Bearer ${token}` })).toMatchObject({
    status: 401,
    error: 'invalid_token',
    challenge: 'Bearer error="invalid_token"',
  });
  expect(await userInfo({ authorization })).toMatchObject({ status: 401, error: 'invalid_dpop_proof' });
  expect(await shown({ ath: hashSecret('another') })).toMatchObject({ error: 'invalid_dpop_proof' });
  expect(await shown({ ath: undefined })).toMatchObject({ error: 'invalid_dpop_proof' });
  expect(await shown({ htm: 'POST' })).toMatchObject({
    status: 401,
    challenge: expect.stringMatching(/^DPoP error="invalid_dpop_proof", algs="ES256 /),
  });
  expect(await shown({}, await newKey())).toMatchObject({ status: 401, error: 'invalid_token' });
  const dpop = await proofOf(keys, { claims: about });
  expect((await userInfo({ authorization, dpop }, '?x=1')).status).toBe(200);
  expect(await userInfo({ authorization, dpop })).toMatchObject({ status: 401, error: 'invalid_dpop_proof' });
});

test('a token without a key is refused as DPoP', async () => {
  const client = await provider.createClient();
  const loginId = await provider.grantedUser(client.appId);
  const { url, checks } = await prepare(client.config);
  const { location } = await provider.signInAt(provider.browser(), url, loginId);
  const tokens = await openid.authorizationCodeGrant(client.config, new URL(location), checks);
  expect(tokens.token_type).toBe('bearer');
  expect(await userInfo({ authorization: `DPoP ${tokens.access_token}` })).toMatchObject({
    status: 401,
    error: 'invalid_token',
    challenge: expect.stringContaining('DPoP'),
  });
});

test('a proof by a key that anyone can sign with is refused, and so is one with another unusable key', async () => {
  const client = await provider.createClient();
  const iat = Math.floor(Date.now() / 1000);
  const claims = { jti: `${Math.random()}`, htm: 'POST', htu: `${base()}/oauth2/v1/token`, iat };
  const forged = signWithoutKey({ typ: 'dpop+jwt', alg: 'RS256', jwk: exponentOne }, claims);
  expect(await ask(client, forged)).toMatchObject({
    status: 400,
    error: 'invalid_dpop_proof',
    error_description: expect.stringContaining('unsafe exponent'),
  });
  const pair = await newKey();
  for (const [name, jwk] of [...unsafeKeys, ...secretKeys, ...otherKeys]) {
    const alg = jwk.kty === 'RSA' ? 'RS256' : jwk.kty === 'OKP' ? 'EdDSA' : 'ES256';
    const proof = await proofOf(pair, { header: { jwk } });
    const [, ...rest] = proof.split('.');
    const header = Buffer.from(JSON.stringify({ typ: 'dpop+jwt', alg, jwk })).toString('base64url');
    expect(await ask(client, [header, ...rest].join('.')), name).toMatchObject({
      error: 'invalid_dpop_proof',
    });
  }
});

describe('a proof is invalid', () => {
  let client: Awaited<ReturnType<Provider['createClient']>>;
  let keys: KeyPair;
  beforeAll(async () => {
    client = await provider.createClient();
    keys = await newKey();
  });
  const expectRefused = async (proof: string, reason: string) =>
    expect(await ask(client, proof)).toMatchObject({
      status: 400,
      error: 'invalid_dpop_proof',
      error_description: expect.stringContaining(reason),
    });

  test.each([
    ['of another method', { htm: 'GET' }, 'htm'],
    ['of another address', { htu: 'https://evil.example/oauth2/v1/token' }, 'htu'],
    ['of another endpoint', { htu: 'http://127.0.0.1/oauth2/v1/userinfo' }, 'htu'],
    ['without an address', { htu: undefined }, 'htu'],
    ['from the past', { iat: 1_700_000_000 }, 'iat'],
    ['from the future', { iat: 9_900_000_000 }, 'iat'],
    ['without a time', { iat: undefined }, 'iat'],
    ['without an ID', { jti: undefined }, 'jti'],
    ['with an empty ID', { jti: '' }, 'jti'],
    ['with a long text', { more: 'x'.repeat(5_000) }, 'longer'],
  ])('%s', async (_, claims, reason) => {
    await expectRefused(await proofOf(keys, { claims }), reason);
  });

  test('of another type, algorithm or form', async () => {
    await expectRefused(await proofOf(keys, { header: { typ: 'JWT' } }), 'typ');
    const signedWith = async (alg: string) => proofOf(await newKey(alg), { header: { alg } });
    await expectRefused(await signedWith('ES384'), 'alg');
    await expectRefused('x.y.z', 'one signed JWT');
    await expectRefused('', 'one signed JWT');
    const [one, two] = [await proofOf(keys), await proofOf(keys)];
    expect(await ask(client, one, two)).toMatchObject({ error: 'invalid_dpop_proof' });
    const unsigned = `${Buffer.from('{"typ":"dpop+jwt","alg":"none"}').toString('base64url')}.e30.`;
    await expectRefused(unsigned, 'alg');
  });

  test('with a private key, a shared secret, or the signature of another key', async () => {
    const jwk = await exportJWK(keys.privateKey);
    await expectRefused(await proofOf(keys, { header: { jwk } }), 'public key');
    await expectRefused(
      await proofOf(keys, { header: { jwk: { kty: 'oct', k: 'c2VjcmV0' } } }),
      'public key',
    );
    await expectRefused(await proofOf(keys, { header: { jwk: undefined } }), 'public key');
    const other = await exportJWK((await newKey()).publicKey);
    await expectRefused(await proofOf(keys, { header: { jwk: other } }), 'signature');
  });

  test('that comes again, also at once with the first, and a new one works', async () => {
    const proof = await proofOf(keys);
    const answers = await Promise.all([1, 2, 3, 4].map(() => ask(client, proof)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
    expect(answers.find(({ status }) => status === 200)).toMatchObject({ token_type: 'DPoP' });
    await expectRefused(proof, 'jti');
    expect((await ask(client, await proofOf(keys))).status).toBe(200);
    expect((await ask(client, await proofOf(await newKey()))).status).toBe(200);
  });

  test('and recorded', async () => {
    const other = await provider.createClient();
    await ask(other, 'x.y.z');
    const { body } = await provider.latchkey.manage('POST', '/v1/mgmt/audit/search', {
      actions: ['LoginFailed'],
    });
    const event = body.audits.find(({ data }: { data: object }) =>
      JSON.stringify(data).includes(other.clientId),
    );
    expect(event).toMatchObject({
      method: 'oidc',
      data: { cause: 'credentials', kind: 'dpop', reason: expect.stringContaining('proof is invalid') },
    });
  });
});

test('a code that was bound to a key needs a proof of that key', async () => {
  const { config, DPoP, redeem } = await signedIn();
  await expect(redeem()).rejects.toMatchObject({ error: 'invalid_grant' });
  const other = openid.getDPoPHandle(config, await openid.randomDPoPKeyPair());
  await expect(redeem({ DPoP: other })).rejects.toMatchObject({ error: 'invalid_grant' });
  expect((await redeem({ DPoP })).token_type).toBe('dpop');
});

test('the refresh tokens of a public client work with its key only; others have their secret', async () => {
  const open = await signedIn({ clientType: 'public' });
  const tokens = await open.redeem({ DPoP: open.DPoP });
  const refresh = (client: typeof open, token = '', options?: openid.DPoPOptions) =>
    openid.refreshTokenGrant(client.config, token, undefined, options);
  const keyFor = async (client: typeof open) =>
    openid.getDPoPHandle(client.config, await openid.randomDPoPKeyPair());
  await expect(refresh(open, tokens.refresh_token)).rejects.toMatchObject({ error: 'invalid_grant' });
  const stolen = refresh(open, tokens.refresh_token, { DPoP: await keyFor(open) });
  await expect(stolen).rejects.toMatchObject({ error: 'invalid_grant' });
  const second = await refresh(open, tokens.refresh_token, { DPoP: open.DPoP });
  expect(second.token_type).toBe('dpop');
  await expect(refresh(open, second.refresh_token)).rejects.toMatchObject({ error: 'invalid_grant' });

  const confidential = await signedIn();
  const first = await confidential.redeem({ DPoP: confidential.DPoP });
  const DPoP = await keyFor(confidential);
  const next = await refresh(confidential, first.refresh_token, { DPoP });
  expect(next.token_type).toBe('dpop');
  const { sub = '' } = next.claims() ?? {};
  await openid.fetchUserInfo(confidential.config, next.access_token, sub, { DPoP });
});

test('an application can require DPoP', async () => {
  const client = await signedIn({ dpopBoundAccessTokens: true });
  await expect(client.redeem()).rejects.toMatchObject({ error: 'invalid_dpop_proof' });
  expect(await ask(client)).toMatchObject({ status: 400, error: 'invalid_dpop_proof' });
  expect((await ask(client, await proofOf(await newKey()))).status).toBe(200);
  expect((await client.redeem({ DPoP: client.DPoP })).token_type).toBe('dpop');
});

test('the tokens of a device are bound, too', async () => {
  const client = await provider.createClient({ clientType: 'public' });
  const device = await openid.initiateDeviceAuthorization(client.config, { scope: 'openid offline_access' });
  const loginId = await provider.grantedUser(client.appId);
  const browser = provider.browser();
  const page = `/device/${provider.latchkey.projectId}`;
  const { location } = await browser.post(page, { user_code: device.user_code });
  const { html } = await provider.signInAt(browser, new URL(location), loginId);
  const asked = /name="asked" value="([^"]+)"/.exec(html)?.[1] ?? '';
  await browser.post(`${page}/confirm`, { asked, answer: 'allow' });
  const DPoP = openid.getDPoPHandle(client.config, await openid.randomDPoPKeyPair());
  const poll = { ...device, interval: 0 };
  const tokens = await openid.pollDeviceAuthorizationGrant(client.config, poll, undefined, { DPoP });
  expect(tokens.token_type).toBe('dpop');
  const refresh = openid.refreshTokenGrant(client.config, tokens.refresh_token ?? '');
  await expect(refresh).rejects.toMatchObject({ error: 'invalid_grant' });
});

test('the project’s own client is told that its tokens have no key', async () => {
  const { projectId } = provider.latchkey;
  const proof = await proofOf(await newKey());
  const own = await ask({ clientId: projectId, secret: 'x' }, proof);
  expect(own).toMatchObject({ status: 400, error: 'invalid_request' });
  expect(own).toMatchObject({ error_description: expect.stringContaining('own client') });
});

test('a proof that was used is remembered while it would be valid', async () => {
  const client = await provider.createClient();
  const keys = await newKey();
  const proof = await proofOf(keys, { claims: { iat: Math.floor(Date.now() / 1000) + 30 } });
  expect((await ask(client, proof)).status).toBe(200);
  await sweep(provider.latchkey.service);
  expect(await ask(client, proof)).toMatchObject({ error_description: expect.stringContaining('jti') });
});

test('a wrong thumbprint in a request is reported to the application', async () => {
  const { config } = await provider.createClient();
  const { url } = await prepare(config, { dpop_jkt: 'short' });
  const { location } = await provider.browser().get(url.href.slice(base().length));
  expect(location.startsWith(callback)).toBe(true);
  expect(new URL(location).searchParams.get('error')).toBe('invalid_request');
  const right = await calculateJwkThumbprint(await exportJWK((await newKey()).publicKey));
  const asked = await prepare(config, { dpop_jkt: right });
  const { location: login } = await provider.browser().get(asked.url.href.slice(base().length));
  expect(login).toContain('/login/');
});
