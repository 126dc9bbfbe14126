import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '../server/groups.ts';
import { asJsonSchema } from '../server/http/schema.ts';
import { hasBody, queryText } from './ask-endpoint.ts';
import { type Latchkey, startLatchkey } from './harness.ts';
import { ssoSettings } from './sso-settings.ts';

let latchkey: Latchkey;
let development: Latchkey;
beforeAll(async () => {
  latchkey = await startLatchkey({
    LATCHKEY_MODE: 'production',
    LATCHKEY_BASE_URL: 'https://auth.example.com',
    LATCHKEY_SECRET_KEY: Buffer.alloc(32, 3).toString('base64'),
  });
  await set({ unlimitedAddresses: ['127.0.0.0/8'], redirectUrls: [approved] });
  await latchkey.manage('POST', '/v1/mgmt/tenant/create', { id: 'acme', name: 'Acme' });
  development = await startLatchkey();
  await development.manage('POST', '/v1/mgmt/tenant/create', { id: 'acme', name: 'Acme' });
  await development.manage('POST', '/v1/mgmt/user/create', {
    loginId: 'ann@example.com',
    email: 'ann@example.com',
  });
  const provider = { provider: 'google', clientId: 'client', clientSecret: 'a secret of the client' };
  expect((await development.manage('POST', '/v1/mgmt/oauth/provider', provider)).status).toBe(200);
  expect((await ssoSettings(() => development).configure('acme')).status).toBe(200);
});
afterAll(() => Promise.all([latchkey.close(), development.close()]));

const approved = 'https://app.example.com/callback';
const set = (body: object) => latchkey.manage('POST', '/v1/mgmt/project/settings', body);

const outOfReach = ['http://localhost:3000/', 'http://127.0.0.1/', 'https://unapproved.example/'];

describe('production refuses to save a page that it would never lead to', () => {
  test.each([
    ['inviteUrl', (url: string) => ({ inviteUrl: url })],
    ['hostedPages.redirectUrl', (url: string) => ({ hostedPages: { redirectUrl: url } })],
  ])('as %s, until the list of redirect URLs has it', async (name, settings) => {
    for (const url of outOfReach) {
      const refused = await set(settings(url));
      expect(refused).toMatchObject({ status: 400, body: { errorCode: 'E011004' } });
      expect(refused.body.errorMessage).toMatch(new RegExp(`^${name} is not on .*Add it`));
      expect((await set({ ...settings(url), redirectUrls: [approved, url] })).status).toBe(200);
      expect((await set({ redirectUrls: [approved] })).body.errorMessage).toContain(name);
      expect((await set({ ...settings(''), redirectUrls: [approved] })).status).toBe(200);
    }
    expect((await set(settings(approved))).status).toBe(200);
    expect((await set(settings(''))).status).toBe(200);
  });

  test('but takes it from a project file, with a note', async () => {
    const files = { 'settings.json': { inviteUrl: 'http://localhost:3000/' } };
    const { status, body } = await latchkey.manage('POST', '/v1/mgmt/project/snapshot/import', { files });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { notes: [expect.stringContaining('inviteUrl is not on')] },
    });
    // What was out of reach before does not stop other changes.
    expect((await set({ sessionLifetimeSeconds: 700 })).status).toBe(200);
    await set({ inviteUrl: '' });
  });

  test('as the redirect URL of an SSO connection, if it is on the machine of each user', async () => {
    const configure = (redirectUrl: string) =>
      latchkey.manage('POST', '/v1/mgmt/sso/redirect', { tenantId: 'acme', samlRedirectUrl: redirectUrl });
    const refused = await configure('http://localhost:3000/');
    expect(refused).toMatchObject({ status: 400, body: { errorCode: 'E011004' } });
    await set({ redirectUrls: [approved, 'http://localhost:3000/'] });
    expect((await configure('http://localhost:3000/')).status).toBe(200);
    await set({ redirectUrls: [approved] });
    expect((await configure('https://tenant.example/')).status).toBe(200);
  });
});

/** Every field that takes the address of the next page, with each of its spellings. */
const fields = endpoints.flatMap((endpoint) =>
  [endpoint.input, endpoint.query].flatMap((schema, index) =>
    Object.entries(asJsonSchema(schema ?? ({} as never)).properties ?? {})
      .filter(([name]) => /^(URI|redirectUrl|redirectURL|inviteUrl)$/.test(name))
      .flatMap(([name, { aliases = [] }]) => [name, ...aliases, name.toLowerCase()])
      .map((spelling) => ({ endpoint, spelling, isInQuery: index === 1 || !hasBody(endpoint) })),
  ),
);

const named = new Set<string>();

test.each(fields)(
  '$endpoint.name names $spelling as the caller does',
  async ({ endpoint, spelling, isInQuery }) => {
    const { auth, path, method } = endpoint;
    if (auth === 'refresh' || auth === 'session' || endpoint.forAdministrators === 'only') return;
    const known: Record<string, string> = {
      loginId: 'ann@example.com',
      tenant: 'acme',
      tenantId: 'acme',
      provider: 'google',
      email: 'ann@example.com',
    };
    const { required = [] } = asJsonSchema(endpoint.query && isInQuery ? endpoint.query : endpoint.input);
    const given = Object.fromEntries(required.flatMap((name) => (known[name] ? [[name, known[name]]] : [])));
    // `invite` counts for users who are created with an invitation.
    const sent = { ...given, [spelling]: 'https://unapproved.example/', invite: true };
    const query = isInQuery ? queryText(sent) : '';
    const answer = await development.request(method, `${path}${query}`, {
      ...(hasBody(endpoint) && { body: isInQuery ? {} : sent }),
      bearer:
        auth === 'management'
          ? `${development.projectId}:${development.managementKey}`
          : development.projectId,
    });
    const message: string = answer.body.errorMessage ?? '';
    if (!message.includes('list of redirect URLs')) return;
    expect(message.startsWith(`${spelling} `), message).toBe(true);
    named.add(endpoint.name);
  },
);

test('which was tried where a message, an invitation or a provider leads back', () => {
  const expected = [
    'enchantedLink.signIn',
    'magicLink.signUp.email',
    'management.user.create',
    'oauth.start',
  ];
  expect([...named]).toEqual(expect.arrayContaining([...expected, 'password.sendReset', 'sso.start']));
});
