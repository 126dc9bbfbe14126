import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import * as oauth from 'oauth4webapi';
import * as openid from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Provider, prepare, startProvider } from '../../../../test/applications.ts';

const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

interface Key {
  key: CryptoKey;
  kid: string;
  jwk: Record<string, unknown>;
}

let provider: Provider;
let key: Key;
let other: Key;
beforeAll(async () => {
  [provider, key, other] = await Promise.all([startProvider(), newKey('ES256', 'k1'), newKey('ES256', 'k2')]);
});
afterAll(() => provider.latchkey.close());

async function newKey(algorithm: string, kid: string): Promise<Key> {
  const { publicKey, privateKey } = await generateKeyPair(algorithm, { extractable: true });
  return { key: privateKey, kid, jwk: { ...(await exportJWK(publicKey)), kid, alg: algorithm } };
}

const keyed = (keys: Key[]) => ({
  tokenEndpointAuthMethod: 'private_key_jwt',
  jwks: { keys: keys.map(({ jwk }) => jwk) },
});

describe('a client that proves its identity by its key', () => {
  test('signs users in, refreshes, and asks about tokens, without a secret', async () => {
    const client = await provider.createClient(keyed([key]), 'Keyed', openid.PrivateKeyJwt(key));
    const loginId = await provider.grantedUser(client.appId);
    const { url, checks } = await prepare(client.config);
    const { location } = await provider.signInAt(provider.browser(), url, loginId);
    const tokens = await openid.authorizationCodeGrant(client.config, new URL(location), checks);
    const next = await openid.refreshTokenGrant(client.config, tokens.refresh_token ?? '');
    const known = await openid.tokenIntrospection(client.config, next.access_token);
    expect(known).toMatchObject({ active: true, client_id: client.clientId });
    await openid.tokenRevocation(client.config, next.refresh_token ?? '');
    expect(await openid.tokenIntrospection(client.config, next.access_token)).toEqual({ active: false });
  });

  test.each(['RS256', 'PS256', 'ES256', 'EdDSA'])(
    'can use %s, with the lower layer of the library',
    async (alg) => {
      const own = await newKey(alg, 'own');
      const { clientId, appId } = await provider.createClient(
        keyed([key, own]),
        `Keyed ${alg}`,
        openid.None(),
      );
      const server = await discovered(appId);
      const response = await oauth.clientCredentialsGrantRequest(
        server,
        { client_id: clientId },
        oauth.PrivateKeyJwt(own),
        {},
        { [oauth.allowInsecureRequests]: true },
      );
      const answer = await oauth.processClientCredentialsResponse(server, { client_id: clientId }, response);
      expect(answer.access_token).toMatch(/^ey/);
    },
  );

  test('can publish its keys, and change them', async () => {
    let keys = [key];
    let requests = 0;
    const web = createServer((_, response) => {
      requests += 1;
      response.end(JSON.stringify({ keys: keys.map(({ jwk }) => jwk) }));
    });
    await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
    const jwksUri = `http://127.0.0.1:${(web.address() as AddressInfo).port}/keys`;
    const client = await provider.createClient(
      { tokenEndpointAuthMethod: 'private_key_jwt', jwksUri },
      'Publishing',
      openid.None(),
    );
    expect((await ask(client, await assertion(client))).status).toBe(200);
    expect((await ask(client, await assertion(client))).status).toBe(200);
    expect(requests).toBe(1);
    keys = [other];
    expect((await ask(client, await assertion(client, {}, other))).status).toBe(200);
    // Key IDs that nobody has do not make us fetch again and again.
    const unknown = { ...key, kid: 'unknown' };
    for (const _ of [1, 2, 3])
      expect((await ask(client, await assertion(client, {}, unknown))).status).toBe(401);
    expect(requests).toBe(2);
    web.close();
    provider.latchkey.advance(301_000);
    expect(await ask(client, await assertion(client, {}, other))).toMatchObject({
      status: 401,
      error: 'invalid_client',
      error_description: expect.stringContaining('cannot be loaded'),
    });
  });

  test('is accepted once with each assertion, also when it comes many times at once', {
    tags: 'race',
  }, async () => {
    const client = await keyedClient();
    const signed = await assertion(client);
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask(client, signed)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401]);
    const [refused] = answers.filter(({ status }) => status === 401);
    expect(refused).toMatchObject({
      error: 'invalid_client',
      error_description: expect.stringContaining('already been used'),
    });
  });

  test.each<[string, (now: number, issuer: string) => JWTPayload]>([
    ['another audience', () => ({ aud: 'https://other.example.com' })],
    ['an additional audience', (_, issuer) => ({ aud: [issuer, 'https://other.example.com'] })],
    ['no audience', () => ({ aud: undefined })],
    ['another issuer', () => ({ iss: 'somebody' })],
    ['an expired time', (now) => ({ exp: now - 60 })],
    ['a time that is too far away', (now) => ({ exp: now + 3_600 })],
    ['no time', () => ({ exp: undefined })],
    ['a time at which it begins', (now) => ({ nbf: now + 120 })],
    ['no ID', () => ({ jti: undefined })],
    ['an empty ID', () => ({ jti: '' })],
  ])('is refused with %s', async (_, change) => {
    const client = await keyedClient();
    const { exp = 0, aud } = claimsFor(client);
    expect(await ask(client, await assertion(client, change(exp - 60, String(aud))))).toMatchObject({
      status: 401,
      error: 'invalid_client',
    });
  });

  test('may have fractions of seconds in its times, and no characters that a database refuses', async () => {
    const client = await keyedClient();
    const { exp = 0 } = claimsFor(client);
    expect((await ask(client, await assertion(client, { exp: exp + 0.123 }))).status).toBe(200);
    const nul = String.fromCharCode(0);
    for (const change of [{ jti: nul }, { sub: nul, iss: nul }, { sub: `${client.clientId}${nul}` }]) {
      const answer = await ask(client, await assertion(client, change));
      expect([change, answer.status]).toEqual([change, change.jti ? 200 : 401]);
    }
  });

  test('may name the issuer, the endpoint, or both as the audience', async () => {
    const client = await keyedClient();
    const issuer = String(claimsFor(client).aud);
    const endpoint = `${provider.latchkey.baseUrl}/${client.appId}/oauth2/v1/token`;
    for (const aud of [issuer, endpoint, [issuer, endpoint]])
      expect((await ask(client, await assertion(client, { aud }))).status).toBe(200);
  });

  test('is refused with another key, with a shared secret, and with none', async () => {
    const client = await keyedClient();
    const foreign = await assertion(client, {}, { ...other, kid: 'k1' });
    const symmetric = await new SignJWT(claimsFor(client))
      .setProtectedHeader({ alg: 'HS256', kid: 'k1' })
      .sign(Buffer.from(JSON.stringify(key.jwk)));
    const [, body = ''] = foreign.split('.');
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${body}.`;
    for (const wrong of [foreign, symmetric, unsigned, 'nonsense'])
      expect(await ask(client, wrong)).toMatchObject({ status: 401, error: 'invalid_client' });
    expect((await audits())[0]).toMatchObject({
      data: { cause: 'credentials', kind: 'invalid_client', clientId: client.clientId },
    });
  });

  test('cannot pass for another client', async () => {
    const [client, victim] = [await keyedClient([other]), await keyedClient([key])];
    const forged = await assertion(victim, {}, other);
    expect(await ask(victim, forged)).toMatchObject({ status: 401, error: 'invalid_client' });
    const mixed = await ask(victim, await assertion(client, {}, other), { client_id: victim.clientId });
    expect(mixed).toMatchObject({ status: 400, error: 'invalid_request' });
  });
});

describe('the way in which a client must prove its identity', () => {
  test.each([
    ['client_secret_post', openid.ClientSecretPost, openid.ClientSecretBasic],
    ['client_secret_basic', openid.ClientSecretBasic, openid.ClientSecretPost],
  ])('can be %s alone', async (tokenEndpointAuthMethod, right, wrong) => {
    const { config, clientId, secret } = await provider.createClient({ tokenEndpointAuthMethod });
    const server = config.serverMetadata();
    const by = (authentication: openid.ClientAuth) => {
      const configuration = new openid.Configuration(server, clientId, undefined, authentication);
      openid.allowInsecureRequests(configuration);
      return openid.clientCredentialsGrant(configuration);
    };
    expect((await by(right(secret))).access_token).toMatch(/^ey/);
    await expect(by(wrong(secret))).rejects.toMatchObject({ status: 401 });
  });

  test('is its key or its secret, until the settings say which', async () => {
    const client = await provider.createClient({ jwks: { keys: [key.jwk] } });
    const withSecret = { client_id: client.clientId, client_secret: client.secret };
    expect((await ask(client, '', withSecret)).status).toBe(200);
    expect((await ask(client, await assertion(client))).status).toBe(200);
    const twice = await ask(client, await assertion(client), { client_secret: client.secret });
    expect(twice).toMatchObject({ status: 400, error: 'invalid_request' });
    await provider.manage('/v1/mgmt/sso/idp/app/oidc/update', {
      id: client.appId,
      name: `Keys only ${client.appId}`,
      tokenEndpointAuthMethod: 'private_key_jwt',
    });
    expect(await ask(client, '', withSecret)).toMatchObject({ status: 401, error: 'invalid_client' });
    expect((await ask(client, await assertion(client))).status).toBe(200);
  });

  test('is nothing for a public client, whose assertions count nothing', async () => {
    const client = await provider.createClient({ clientType: 'public', jwks: { keys: [key.jwk] } });
    expect(await ask(client, await assertion(client))).toMatchObject({
      status: 401,
      error: 'invalid_client',
    });
  });
});

type Client = { appId: string; clientId: string };

function keyedClient(keys = [key]): Promise<Client> {
  return provider.createClient(keyed(keys), undefined, openid.None());
}

function claimsFor({ appId, clientId }: Client): JWTPayload {
  const { baseUrl, projectId } = provider.latchkey;
  const now = Math.floor(provider.latchkey.context.now() / 1000);
  return {
    iss: clientId,
    sub: clientId,
    aud: `${baseUrl}/${projectId}/${appId}`,
    jti: `${Math.random()}`,
    iat: now,
    exp: now + 60,
  };
}

function assertion(client: Client, change: JWTPayload = {}, by = key): Promise<string> {
  return new SignJWT({ ...claimsFor(client), ...change })
    .setProtectedHeader({ alg: 'ES256', kid: by.kid })
    .sign(by.key);
}

async function ask({ appId }: Client, signed: string, more: Record<string, string> = {}) {
  const form = { client_assertion: signed, client_assertion_type: assertionType, ...more };
  const response = await fetch(`${provider.latchkey.baseUrl}/${appId}/oauth2/v1/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'client_credentials', ...form }),
  });
  return { status: response.status, ...((await response.json()) as Record<string, unknown>) };
}

async function discovered(appId: string): Promise<oauth.AuthorizationServer> {
  const issuer = new URL(`${provider.latchkey.baseUrl}/${provider.latchkey.projectId}/${appId}`);
  const response = await oauth.discoveryRequest(issuer, { [oauth.allowInsecureRequests]: true });
  return oauth.processDiscoveryResponse(issuer, response);
}

async function audits(): Promise<Record<string, unknown>[]> {
  const filter = { actions: ['LoginFailed'], limit: 100 };
  return (await provider.latchkey.manage('POST', '/v1/mgmt/audit/search', filter)).body.audits;
}
