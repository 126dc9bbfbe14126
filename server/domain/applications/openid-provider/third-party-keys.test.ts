import * as openid from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callback, discover, type Provider, prepare, startProvider } from '../../../../test/applications.ts';
import { assertionType, type ClientKey, newClientKey, signAssertion } from '../../../../test/client-keys.ts';
import { type HttpReceiver, startReceiver } from '../../../../test/counterparts/http-receiver.ts';
import {
  exponentOne,
  otherKeys,
  secretKeys,
  signWithoutKey,
  unsafeKeys,
} from '../../../../test/unusable-keys.ts';

// Third-party applications that prove their identity by a key, whether an administrator or the application itself has entered it.

let provider: Provider;
let key: ClientKey;
let other: ClientKey;
beforeAll(async () => {
  [provider, key, other] = await Promise.all([
    startProvider(),
    newClientKey('ES256', 'k1'),
    newClientKey('ES256', 'k2'),
  ]);
  await provider.manage('/v1/mgmt/project/settings', { clientRegistration: true });
});
afterAll(() => provider.latchkey.close());

interface App {
  id: string;
  clientId: string;
  secret: string;
}

async function createApp(settings: object): Promise<App> {
  const created = await provider.manage('/v1/mgmt/thirdparty/app/create', {
    name: `Notes ${Math.random()}`,
    approvedCallbackUrls: [callback],
    ...settings,
  });
  const { id = '', clientId = '', cleartext: secret = '' } = created;
  return { id, clientId, secret };
}

const keyed = (...keys: ClientKey[]) => ({
  tokenEndpointAuthMethod: 'private_key_jwt',
  jwks: { keys: keys.map(({ jwk }) => jwk) },
});

const issuer = () => `${provider.latchkey.baseUrl}/v1/apps/${provider.latchkey.projectId}`;
const endpoint = (name: string) =>
  `${provider.latchkey.baseUrl}/oauth2/v1/apps/${provider.latchkey.projectId}/${name}`;

function assertion({ clientId }: { clientId: string }, by = key, change = {}): Promise<string> {
  const now = provider.latchkey.context.now();
  return signAssertion(by, { clientId, audience: issuer(), now }, change);
}

async function post(name: string, form: Record<string, string>) {
  const response = await fetch(endpoint(name), { method: 'POST', body: new URLSearchParams(form) });
  const text = await response.text();
  return { status: response.status, ...(text ? (JSON.parse(text) as Record<string, unknown>) : {}) };
}

async function askWith(name: string, client: { clientId: string }, signed: string, more = {}) {
  return post(name, {
    client_id: client.clientId,
    client_assertion: signed,
    client_assertion_type: assertionType,
    ...more,
  });
}

const asItself = { grant_type: 'client_credentials' };
const token = async (client: { clientId: string }, by = key, change = {}) =>
  askWith('token', client, await assertion(client, by, change), asItself);

describe('a third-party application with a key', () => {
  test('signs users in, refreshes, asks about tokens and revokes them, without a secret', async () => {
    const app = await createApp(keyed(key));
    expect(app.secret).toBe('');
    const config = await discover(
      provider.latchkey,
      `v1/apps/${provider.latchkey.projectId}`,
      app.clientId,
      openid.PrivateKeyJwt(key),
    );
    expect(config.serverMetadata()).toMatchObject({
      token_endpoint_auth_methods_supported: expect.arrayContaining(['private_key_jwt']),
      token_endpoint_auth_signing_alg_values_supported: expect.arrayContaining(['ES256']),
    });
    const { url, checks } = await prepare(config, { scope: 'openid offline_access' });
    const browser = provider.browser();
    const page = await provider.signInAt(browser, url, await provider.makeUser());
    const hidden = [...page.html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)];
    const { location } = await browser.post('/oauth2/v1/apps/finish-authorize', {
      ...Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, value])),
      answer: 'allow',
    });
    const tokens = await openid.authorizationCodeGrant(config, new URL(location), checks);
    const next = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '');
    expect(await openid.tokenIntrospection(config, next.access_token)).toMatchObject({ active: true });
    await openid.tokenRevocation(config, next.refresh_token ?? '');
    expect(await openid.tokenIntrospection(config, next.access_token)).toEqual({ active: false });
  });

  test.each([
    ['token', asItself, 200],
    ['par', { redirect_uri: callback, response_type: 'code', scope: 'openid' }, 201],
    ['device', { scope: 'openid' }, 200],
    ['introspect', { token: 'x' }, 200],
    ['revoke', { token: 'x' }, 200],
  ])(
    'proves its identity at the endpoint %s, with each assertion once',
    { tags: 'race' },
    async (name, form, status) => {
      const app = await createApp(keyed(key));
      const signed = await assertion(app);
      const answers = await Promise.all([1, 2, 3].map(() => askWith(name, app, signed, form)));
      expect(answers.map((answer) => answer.status).sort()).toEqual([status, 401, 401].sort());
      expect((await post(name, { client_id: app.clientId, ...form })).status).toBe(401);
      const foreign = await assertion(app, { ...other, kid: 'k1' });
      expect(await askWith(name, app, foreign, form)).toMatchObject({ status: 401, error: 'invalid_client' });
    },
  );

  test('is not accepted with a secret once its settings demand the key', async () => {
    const app = await createApp({ jwks: { keys: [key.jwk] } });
    const withSecret = { client_id: app.clientId, client_secret: app.secret, ...asItself };
    expect((await post('token', withSecret)).status).toBe(200);
    expect((await token(app)).status).toBe(200);
    await provider.manage('/v1/mgmt/thirdparty/app/patch', {
      id: app.id,
      tokenEndpointAuthMethod: 'private_key_jwt',
    });
    expect(await post('token', withSecret)).toMatchObject({ status: 401, error: 'invalid_client' });
    expect((await token(app)).status).toBe(200);
  });

  test('is recorded in the audit log when its keys change and when an assertion is refused', async () => {
    const app = await createApp(keyed(key));
    await provider.manage('/v1/mgmt/thirdparty/app/patch', { id: app.id, jwks: { keys: [other.jwk] } });
    expect((await token(app, key)).status).toBe(401);
    expect((await token(app, other)).status).toBe(200);
    const audits = async (action: string) =>
      (await provider.latchkey.manage('POST', '/v1/mgmt/audit/search', { actions: [action] })).body.audits;
    expect((await audits('InboundAppModified'))[0].data.changes).toHaveProperty(['jwks.keys']);
    expect((await audits('LoginFailed'))[0].data).toMatchObject({
      kind: 'invalid_client',
      clientId: app.clientId,
    });
  });

  test.each([
    ['a private key', { jwks: { keys: [{ kty: 'OKP', crv: 'Ed25519', x: 'x', d: 'x' }] } }],
    ['a symmetric key', { jwks: { keys: [{ kty: 'oct', k: 'c2VjcmV0' }] } }],
    ['nonsense', { jwks: { keys: [{ kty: 'RSA' }] } }],
    ['no key', {}],
    ['an address that is none', { jwksUri: 'keys' }],
    ['keys and an address', { jwksUri: 'https://notes.example.com/keys', ...keyed() }],
    ['no place for a secret', { nonConfidentialClient: true }],
  ])('cannot be created with %s', async (_, settings) => {
    const answer = await provider.latchkey.manage('POST', '/v1/mgmt/thirdparty/app/create', {
      name: `Notes ${Math.random()}`,
      tokenEndpointAuthMethod: 'private_key_jwt',
      ...('jwksUri' in settings && 'jwks' in settings
        ? { ...settings, jwks: { keys: [key.jwk] } }
        : settings),
    });
    expect(answer).toMatchObject({ status: 400, body: { errorCode: 'E011004' } });
  });
});

describe('keys that an application publishes', () => {
  let web: HttpReceiver;
  let answer: { status: number; body: unknown };
  beforeAll(async () => {
    web = await startReceiver(() => answer);
  });
  afterAll(() => web.close());

  const publish = (...keys: object[]) => {
    answer = { status: 200, body: { keys } };
  };
  const createPublishing = () =>
    createApp({ tokenEndpointAuthMethod: 'private_key_jwt', jwksUri: `${web.url}/${Math.random()}` });

  test('are loaded once, again for an unknown key, and not more often than every 30 seconds', async () => {
    publish(key.jwk);
    const app = await createPublishing();
    const before = web.requests.length;
    for (const _ of [1, 2, 3]) expect((await token(app)).status).toBe(200);
    expect(web.requests.length - before).toBe(1);
    publish(other.jwk);
    expect((await token(app, other)).status).toBe(200);
    expect((await token(app, key)).status).toBe(401);
    expect(web.requests.length - before).toBe(2);
    publish(key.jwk);
    provider.latchkey.advance(31_000);
    expect((await token(app, key)).status).toBe(200);
    expect(web.requests.length - before).toBe(3);
  });

  test('count for five minutes at most', async () => {
    publish(key.jwk);
    const app = await createPublishing();
    expect((await token(app)).status).toBe(200);
    publish(other.jwk);
    expect((await token(app)).status).toBe(200);
    provider.latchkey.advance(301_000);
    expect((await token(app)).status).toBe(401);
  });

  test('may change without a key ID', async () => {
    const [first, second] = [
      { ...key, kid: '' },
      { ...other, kid: '' },
    ];
    publish({ ...first.jwk, kid: undefined });
    const app = await createPublishing();
    expect((await token(app, first)).status).toBe(200);
    publish({ ...second.jwk, kid: undefined });
    expect((await token(app, second)).status).toBe(200);
    publish({ ...first.jwk, kid: undefined }, { ...second.jwk, kid: undefined });
    provider.latchkey.advance(31_000);
    expect((await token(app, first)).status).toBe(200);
  });

  test('still count when they cannot be loaded again because of an unknown key', async () => {
    publish(key.jwk);
    const app = await createPublishing();
    expect((await token(app)).status).toBe(200);
    answer = { status: 503, body: {} };
    expect((await token(app, other)).status).toBe(401);
    expect((await token(app)).status).toBe(200);
  });

  test('that could not be loaded are asked for again after 30 seconds', async () => {
    answer = { status: 503, body: {} };
    const app = await createPublishing();
    const before = web.requests.length;
    for (const _ of [1, 2, 3])
      expect(await token(app)).toMatchObject({
        status: 401,
        error: 'invalid_client',
        error_description: expect.stringContaining('cannot be loaded'),
      });
    expect(web.requests.length - before).toBe(1);
    publish(key.jwk);
    provider.latchkey.advance(31_000);
    expect((await token(app)).status).toBe(200);
  });

  test('may be among keys for other purposes', async () => {
    publish({ kty: 'EC', crv: 'P-384', x: 'x', y: 'y' }, { kty: 'unknown' }, key.jwk);
    expect((await token(await createPublishing())).status).toBe(200);
  });

  test.each<[string, () => void]>([
    ['a redirect', () => (answer = { status: 302, body: { keys: [key.jwk] } })],
    ['a private key', () => publish(key.jwk, { kty: 'oct', k: 'c2VjcmV0' })],
    ['more keys than fifty', () => publish(...Array(51).fill(key.jwk))],
    ['more than 64 KB', () => publish(key.jwk, { ...other.jwk, x5c: ['x'.repeat(70_000)] })],
    ['no key set', () => (answer = { status: 200, body: { keys: 'none' } })],
  ])('are refused with %s', async (_, publishing) => {
    publishing();
    expect(await token(await createPublishing())).toMatchObject({ status: 401, error: 'invalid_client' });
  });
});

describe('unusable keys', () => {
  const doors: [string, (keys: object[]) => Promise<string>][] = [
    [
      'an application of the project',
      async (keys) => {
        const body = { name: `Own ${Math.random()}`, redirectUris: [callback], jwks: { keys } };
        return JSON.stringify(
          (await provider.latchkey.manage('POST', '/v1/mgmt/sso/idp/app/oidc/create', body)).body,
        );
      },
    ],
    [
      'a third-party application',
      async (keys) => {
        const body = { name: `Notes ${Math.random()}`, approvedCallbackUrls: [callback], jwks: { keys } };
        return JSON.stringify(
          (await provider.latchkey.manage('POST', '/v1/mgmt/thirdparty/app/create', body)).body,
        );
      },
    ],
    [
      'an application that registers itself',
      async (keys) => {
        const response = await fetch(endpoint('register'), {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({
            redirect_uris: [callback],
            token_endpoint_auth_method: 'private_key_jwt',
            jwks: { keys },
          }),
        });
        return response.text();
      },
    ],
  ];

  test.each(doors)(
    '%s cannot have them, but it can have keys for others beside its own',
    async (_, register) => {
      const wrong = (answer: string, index: number) =>
        expect(answer, answer).toContain(`jwks: key ${index} `);
      for (const [, jwk] of [...unsafeKeys, ...secretKeys]) {
        wrong(await register([jwk]), 1);
        wrong(await register([key.jwk, jwk]), 2);
      }
      for (const [, jwk] of otherKeys) {
        wrong(await register([jwk]), 1);
        const accepted = await register([jwk, key.jwk]);
        expect(accepted).not.toContain('jwks: key');
        expect(accepted).toMatch(/"(client_id|clientId|id)"/);
      }
      wrong(await register([key.jwk, { ...other.jwk, kid: key.kid }]), 2);
    },
  );

  test('that were stored before prove nothing, and the refusal names the reason', async () => {
    const app = await createApp(keyed(key));
    const { db } = provider.latchkey.service;
    const { settings } = await db
      .selectFrom('inboundApps')
      .select('settings')
      .where('projectId', '=', provider.latchkey.projectId)
      .where('id', '=', app.id)
      .executeTakeFirstOrThrow();
    const weak = { ...exponentOne, kid: 'weak' };
    const changed = { ...JSON.parse(settings), jwks: { keys: [key.jwk, weak] } };
    await db
      .updateTable('inboundApps')
      .set({ settings: JSON.stringify(changed) })
      .where('projectId', '=', provider.latchkey.projectId)
      .where('id', '=', app.id)
      .execute();
    provider.latchkey.advance(120_000);
    const forged = (header: object) => {
      const now = Math.floor(provider.latchkey.context.now() / 1000);
      return signWithoutKey(
        { alg: 'RS256', ...header },
        {
          iss: app.clientId,
          sub: app.clientId,
          aud: issuer(),
          jti: `${Math.random()}`,
          iat: now,
          exp: now + 60,
        },
      );
    };
    for (const header of [{}, { kid: 'weak' }]) {
      expect(await askWith('token', app, forged(header), asItself)).toMatchObject({
        status: 401,
        error: 'invalid_client',
        error_description: expect.stringContaining('unsafe exponent'),
      });
    }
    expect((await token(app)).status).toBe(200);
    const { body } = await provider.latchkey.manage('GET', '/v1/mgmt/project/stricter-rules');
    expect(body.rules).toContainEqual({ name: 'unsafeKeys', subject: 'applications', count: 1, names: [] });
  });
});

describe('an application that registers itself', () => {
  async function register(body: object) {
    const response = await fetch(endpoint('register'), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ redirect_uris: [callback], ...body }),
    });
    const answer = (await response.json()) as Record<string, string>;
    return { ...answer, status: response.status } as Record<string, string> & { status: number };
  }
  const withKey = { token_endpoint_auth_method: 'private_key_jwt', jwks: { keys: [] as object[] } };
  beforeAll(() => {
    withKey.jwks.keys = [key.jwk];
  });
  const push = async (clientId = '', by = key) =>
    askWith('par', { clientId }, await assertion({ clientId }, by), {
      redirect_uri: callback,
      response_type: 'code',
      scope: 'openid',
      nonce: 'n',
    });

  test('with a key gets no secret, and proves its identity by the key', async () => {
    const registered = await register(withKey);
    expect(registered).toMatchObject({ status: 201, ...withKey });
    expect(registered).not.toHaveProperty('client_secret');
    expect((await push(registered['client_id'])).status).toBe(201);
    expect((await push(registered['client_id'], { ...other, kid: 'k1' })).status).toBe(401);
  });

  test('can change its key, and not to a secret', async () => {
    const registered = await register(withKey);
    const { client_id: clientId = '', registration_client_uri: uri = '' } = registered;
    const change = async (body: object) =>
      fetch(uri, {
        method: 'PUT',
        headers: {
          authorization: `Bearer ${registered['registration_access_token']}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ redirect_uris: [callback], ...body }),
      });
    expect((await change({ ...withKey, jwks: { keys: [other.jwk] } })).status).toBe(200);
    expect((await push(clientId)).status).toBe(401);
    expect((await push(clientId, other)).status).toBe(201);
    expect((await change({ token_endpoint_auth_method: 'client_secret_basic' })).status).toBe(400);
    expect((await change({ token_endpoint_auth_method: 'none' })).status).toBe(400);
  });

  test('can name the only algorithm of its assertions', async () => {
    const jwk = { ...key.jwk, alg: undefined };
    const named = (algorithm: string) =>
      register({ ...withKey, jwks: { keys: [jwk] }, token_endpoint_auth_signing_alg: algorithm });
    const { client_id: clientId } = await named('ES256');
    expect((await push(clientId)).status).toBe(201);
    const { client_id: otherId } = await named('RS256');
    expect((await push(otherId)).status).toBe(401);
    expect((await named('HS256')).status).toBe(400);
  });

  test.each<[string, object]>([
    ['no keys', { jwks: undefined }],
    ['keys and an address', { jwks_uri: 'https://notes.example.com/keys' }],
    ['an address without TLS', { jwks: undefined, jwks_uri: 'http://notes.example.com/keys' }],
    ['a private key', { jwks: { keys: [{ kty: 'OKP', crv: 'Ed25519', x: 'x', d: 'x' }] } }],
    ['a symmetric key', { jwks: { keys: [{ kty: 'oct', k: 'c2VjcmV0' }] } }],
    ['no list of keys', { jwks: { keys: 'x' } }],
    ['an empty list', { jwks: { keys: [] } }],
    ['too many keys', { jwks: { keys: Array(21).fill({ kty: 'RSA' }) } }],
  ])('is refused with %s', async (_, change) => {
    expect(await register({ ...withKey, ...change })).toMatchObject({
      status: 400,
      error: 'invalid_client_metadata',
    });
  });
});
