import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Latchkey, startLatchkey } from '../../../../test/harness.ts';

let latchkey: Latchkey;

beforeAll(async () => {
  latchkey = await startLatchkey();
  for (const id of ['acme', 'globex']) await post('/v1/mgmt/tenant/create', { id, name: `Tenant ${id}` });
  for (const name of ['Reader', 'Editor', 'Admin']) await post('/v1/mgmt/role/create', { name });
  await post('/v1/mgmt/user/customattribute/create', {
    attributes: [
      { name: 'city', type: 1 },
      { name: 'age', type: 2 },
    ],
  });
});
afterAll(() => latchkey.close());

async function post(path: string, body: unknown) {
  return latchkey.manage('POST', path, body);
}

const create = (body: object) => post('/v1/mgmt/user/create', body);
const load = (loginId: string) =>
  latchkey.manage('GET', `/v1/mgmt/user?loginId=${encodeURIComponent(loginId)}`);

async function totalUsers(): Promise<number> {
  const { body } = await post('/v2/mgmt/user/search', { withTestUser: true });
  return body.total;
}

describe('create', () => {
  test('stores every field and returns it', async () => {
    const { status, body } = await create({
      loginId: 'Ann@Example.com',
      phoneNumber: '+1 (202) 555-0101',
      name: 'Ann Ångström 😀',
      givenName: 'Ann',
      middleName: 'B.',
      familyName: 'Ångström',
      picture: 'https://example.com/ann.png',
      additionalIdentifiers: ['ann', 'ANN', '+1-202-555-0102'],
      userTenants: [
        { tenantId: 'globex', roleNames: ['Reader', 'Admin'] },
        { tenantId: 'acme', tenantName: 'ignored' },
      ],
      customAttributes: { city: 'Oslo', age: 41 },
      ssoAppIDs: ['descope-default-oidc'],
      verifiedPhone: false,
    });
    expect(status).toBe(200);
    expect(body.user).toMatchObject({
      loginIds: ['Ann@Example.com', 'ann', '+12025550102'],
      externalIds: ['Ann@Example.com', 'ann', '+12025550102'],
      name: 'Ann Ångström 😀',
      givenName: 'Ann',
      middleName: 'B.',
      familyName: 'Ångström',
      email: 'ann@example.com',
      verifiedEmail: true,
      phone: '+12025550101',
      verifiedPhone: false,
      recoveryEmail: '',
      verifiedRecoveryEmail: false,
      recoveryPhone: '',
      verifiedRecoveryPhone: false,
      picture: 'https://example.com/ann.png',
      status: 'invited',
      test: false,
      roleNames: [],
      userTenants: [
        { tenantId: 'globex', tenantName: 'Tenant globex', roleNames: ['Reader', 'Admin'], permissions: [] },
        { tenantId: 'acme', tenantName: 'Tenant acme', roleNames: [], permissions: [] },
      ],
      customAttributes: { city: 'Oslo', age: 41 },
      ssoAppIds: ['descope-default-oidc'],
      password: false,
    });
    expect(body.user.userId).toMatch(/^U\w{27}$/);
    expect((await load('+1 202 555 0102')).body.user).toEqual(body.user);
  });

  test.each([
    [{ loginId: 7 }, 'E011003'],
    [{ loginId: '' }, 'E011002'],
    [{}, 'E011002'],
    [{ loginId: null }, 'E011002'],
    [{ loginId: 'x'.repeat(256) }, 'E011003'],
    [{ loginId: `U${'a'.repeat(27)}` }, 'E011003'],
    [{ loginId: `u${'A'.repeat(27)}` }, 'E011003'],
    [{ email: 'no address' }, 'E011003'],
    [{ email: 5 }, 'E011003'],
    [{ phone: '0123456789' }, 'E011003'],
    [{ phone: [] }, 'E011003'],
    [{ displayName: 'x'.repeat(257) }, 'E011003'],
    [{ displayName: {} }, 'E011003'],
    [{ givenName: 1 }, 'E011003'],
    [{ picture: 'javascript:alert(1)' }, 'E011003'],
    [{ picture: 'http://example.com/a.png' }, 'E011003'],
    [{ roleNames: 'Reader' }, 'E011003'],
    [{ roleNames: ['Reader', 'Nobody'] }, 'E011004'],
    [{ userTenants: [{ tenantId: 'nowhere' }] }, 'E011004'],
    [{ userTenants: [{ tenantId: 'acme', roleNames: ['Nobody'] }] }, 'E011004'],
    [{ userTenants: [{}] }, 'E011002'],
    [{ customAttributes: { shoeSize: 9 } }, 'E011004'],
    [{ customAttributes: { age: '41' } }, 'E011004'],
    [{ customAttributes: { city: 'x'.repeat(5000) } }, 'E011004'],
    [{ ssoAppIds: ['nothing'] }, 'E011004'],
    [{ additionalLoginIds: Array.from({ length: 11 }, (_, index) => `more${index}`) }, 'E011003'],
    [{ status: 'active' }, 'E011003'],
    [{ test: 'yes' }, 'E011003'],
    [{ verifiedEmail: 'true' }, 'E011003'],
    [{ password: 'short' }, 'E011003'],
  ])('refuses %j and creates no user', async (body, errorCode) => {
    const before = await totalUsers();
    const answer = await create({
      ...('loginId' in body || !Object.keys(body).length ? {} : { loginId: 'bad' }),
      ...body,
    });
    expect(answer).toMatchObject({ status: 400, body: { errorCode } });
    expect(answer.body.errorDescription).toBeTypeOf('string');
    expect(answer.body.errorMessage).toBeTypeOf('string');
    expect(await totalUsers()).toBe(before);
  });

  test('refuses a login ID that is in use, however it is written, and leaves its owner alone', async () => {
    const first = await create({ loginId: 'bob', displayName: 'Bob' });
    for (const body of [{ loginId: 'BOB ' }, { loginId: 'bobby', additionalLoginIds: ['Bob'] }]) {
      expect(await create({ ...body, displayName: 'Other' })).toMatchObject({
        status: 400,
        body: { errorCode: 'E062107' },
      });
    }
    expect((await load('bob')).body).toEqual(first.body);
    expect((await load('bobby')).status).toBe(404);
  });

  test('prefers userTenants to roleNames', async () => {
    const { body } = await create({
      loginId: 'both',
      roleNames: ['Reader'],
      userTenants: [{ tenantId: 'acme', roleNames: ['Editor'] }],
    });
    expect(body.user.roleNames).toEqual([]);
    expect(body.user.userTenants).toMatchObject([{ tenantId: 'acme', roleNames: ['Editor'] }]);
  });

  test('lets several users have the same email and phone', async () => {
    const shared = { email: 'shared@example.com', phone: '+12025550111' };
    for (const loginId of ['share1', 'share2']) {
      const { body } = await create({ loginId, ...shared });
      expect(body.user).toMatchObject({ ...shared, verifiedEmail: true, verifiedPhone: true });
    }
  });

  test('creates a test user on either path', async () => {
    expect((await post('/v1/mgmt/user/create/test', { loginId: 'test1' })).body.user.test).toBe(true);
    expect((await create({ loginId: 'test2', test: true })).body.user.test).toBe(true);
  });

  test('sets a password that the user can sign in with', async () => {
    const password = 'walnut ferry 71 quietly';
    const { body } = await create({ loginId: 'pat', password });
    expect(body.user.password).toBe(true);
    const signIn = await latchkey.request('POST', '/v1/auth/password/signin', {
      body: { loginId: 'pat', password },
    });
    expect(signIn.body.user.status).toBe('enabled');
  });

  test('assigns the default roles if no roles are given', async () => {
    await post('/v1/mgmt/role/create', { name: 'Everybody', default: true });
    await post('/v1/mgmt/role/create', { name: 'Member', tenantId: 'acme', default: true });
    expect((await create({ loginId: 'dora' })).body.user.roleNames).toEqual(['Everybody']);
    expect((await create({ loginId: 'dirk', roleNames: ['Reader'] })).body.user.roleNames).toEqual([
      'Reader',
    ]);
    const tenants = [{ tenantId: 'acme' }, { tenantId: 'globex' }];
    const { body } = await create({ loginId: 'dina', userTenants: tenants });
    expect(body.user.userTenants.map((one: { roleNames: string[] }) => one.roleNames)).toEqual([
      ['Member'],
      [],
    ]);
    await post('/v1/mgmt/role/delete', { name: 'Everybody' });
    await post('/v1/mgmt/role/delete', { name: 'Member', tenantId: 'acme' });
  });
});

describe('a batch', () => {
  const batch = (users: unknown, more: object = {}) => post('/v1/mgmt/user/create/batch', { users, ...more });

  test('creates all valid entries, and no user twice when it is sent again', async () => {
    const users = Array.from({ length: 100 }, (_, index) => ({
      loginId: `batch${index}`,
      email: index === 57 ? 'not an address' : `batch${index}@example.com`,
      roles: ['Reader'],
    }));
    const before = await totalUsers();
    const { status, body } = await batch(users, { invite: true });
    expect(status).toBe(200);
    expect(body.createdUsers).toHaveLength(99);
    expect(body.createdUsers[0]).toMatchObject({ loginIds: ['batch0'], roleNames: ['Reader'] });
    expect(body.failedUsers).toHaveLength(1);
    expect(body.failedUsers[0]).toMatchObject({
      failure: expect.stringContaining('email'),
      user: { userId: '', loginIds: ['batch57'], email: 'not an address', roleNames: ['Reader'] },
    });
    expect(body.additionalErrors).toEqual({});
    const again = await batch(users, { invite: true });
    expect(again.body.createdUsers).toEqual([]);
    expect(again.body.failedUsers).toHaveLength(100);
    expect(await totalUsers()).toBe(before + 99);
  });

  test('fails the second of two entries with the same login ID', async () => {
    const { body } = await batch([{ loginId: 'twin' }, { loginId: 'TWIN' }]);
    expect(body.createdUsers).toHaveLength(1);
    expect(body.failedUsers).toMatchObject([
      { failure: expect.stringContaining('repeats an earlier entry'), user: { loginIds: ['TWIN'] } },
    ]);
  });

  test('re-invites an existing user by user ID, while a plain creation with one fails', async () => {
    const { body } = await create({ loginId: 'again@example.com' });
    const users = [{ loginId: body.user.userId }];
    expect((await batch(users, { invite: true })).body.createdUsers).toEqual([
      { ...body.user, invitedTime: expect.any(Number) },
    ]);
    expect((await batch(users)).body.failedUsers).toHaveLength(1);
  });

  test('keeps the creation time from another system', async () => {
    const { body } = await batch([{ loginId: 'veteran', createdTime: 1_600_000_000, status: 'enabled' }]);
    expect(body.createdUsers[0]).toMatchObject({ createdTime: 1_600_000_000, status: 'enabled' });
  });

  test.each([
    ['none', [], 'E011003'],
    ['101', Array.from({ length: 101 }, (_, index) => ({ loginId: `over${index}` })), 'E011003'],
    ['an entry without a login ID', [{ loginId: 'fine' }, {}], 'E011002'],
    ['an entry of the wrong form', [{ loginId: 'fine' }, { loginId: 'x', email: 5 }], 'E011003'],
  ])('with %s is refused and creates no user', async (_what, users, errorCode) => {
    const before = await totalUsers();
    expect(await batch(users)).toMatchObject({ status: 400, body: { errorCode } });
    expect(await totalUsers()).toBe(before);
  });

  test('refuses an invalid seed', async () => {
    const { body } = await batch([{ loginId: 'seedy', seed: 'ABC' }]);
    expect(body.failedUsers[0].failure).toContain('base32');
  });
});

describe.each(['null', 'undefined', 'NULL', ' Undefined '])(
  'the login ID %j, which SDKs send for a missing value',
  (name) => {
    const refused = {
      errorCode: 'E011003',
      errorMessage: expect.stringMatching(/login ID cannot be (null|undefined)/),
    };

    test('is refused wherever a login ID is born', async () => {
      const auth = (path: string, body: object) => latchkey.request('POST', `/v1/auth/${path}`, { body });
      const email = 'lost@example.com';
      const password = 'plain harbor ceiling 93';
      expect((await create({ loginId: 'keeps-its-name' })).status).toBeLessThan(500);
      const answers = [
        await create({ loginId: name }),
        await create({ loginId: 'ann-lost', additionalLoginIds: [name] }),
        await create({ loginId: name, email, invite: true }),
        await post('/v1/mgmt/user/create/test', { loginId: name, test: true }),
        await post('/v1/mgmt/user/update/loginid', { loginId: 'keeps-its-name', newLoginId: name }),
        await post('/v1/mgmt/user/signup/embeddedlink', { loginId: name, user: { email } }),
        await auth('password/signup', { loginId: name, password, user: { email } }),
        await auth('totp/signup', { loginId: name, user: { email } }),
        await auth('otp/signup/email', { loginId: name, user: { email } }),
        await auth('magiclink/signup/email', { loginId: name, user: { email } }),
        await auth('enchantedlink/signup/email', { loginId: name, user: { email } }),
        await auth('webauthn/signup/start', { user: { loginId: name }, origin: latchkey.baseUrl }),
      ];
      expect(answers.map(({ status, body }) => ({ status, body }))).toEqual(
        answers.map(() => ({ status: 400, body: expect.objectContaining(refused) })),
      );
    });

    test('is refused in a batch and an import, alone', async () => {
      const { body } = await post('/v1/mgmt/user/create/batch', {
        users: [{ loginId: name }, { loginId: `other-${name.length}-${name.charCodeAt(0)}` }],
      });
      expect(JSON.stringify(body.failedUsers)).toContain('cannot be');
      expect(body.createdUsers).toHaveLength(1);
      const users = JSON.stringify([{ loginId: name, email: 'in@example.com' }]);
      const imported = await post('/v1/mgmt/user/import', {
        source: 'latchkey',
        users: Buffer.from(users).toString('base64'),
      });
      expect(JSON.stringify(imported.body)).toContain('cannot be');
    });
  },
);

test('no ID that a query would lose can be chosen for a tenant, an application, a connection or a provider', async () => {
  for (const id of ['null', 'undefined']) {
    const answers = [
      await post('/v1/mgmt/tenant/create', { id, name: 'x' }),
      await post('/v1/mgmt/sso/idp/app/oidc/create', { id, name: 'x', loginPageUrl: 'https://x.example/' }),
      await post('/v1/mgmt/thirdparty/app/create', { id, name: 'x' }),
      await post('/v1/mgmt/oauth/provider', { provider: id, clientId: 'x', clientSecret: 'y' }),
      await post('/v1/mgmt/sso/settings/new', { tenantId: 'acme', ssoId: id, displayName: 'x' }),
    ];
    for (const { status, body } of answers)
      expect({ status, body }).toMatchObject({
        status: 400,
        body: { errorMessage: expect.stringContaining(`cannot be ${id}`) },
      });
  }
});
