import { Agent } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createClient } from '../../../../client/client.ts';
import { askEndpoint, type Caller } from '../../../../test/ask-endpoint.ts';
import { FormBrowser } from '../../../../test/browser.ts';
import { makeAccessKey, signUpWithTotp } from '../../../../test/credentials.ts';
import { effects } from '../../../../test/effects/effects.ts';
import { type Answer, type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import { demandIn, enrolAwaited, setPolicy } from '../../../../test/sign-in-policy.ts';
import { createPasswordUser, type PasswordUser, signInByPassword } from '../../../../test/signed-in.ts';
import { endpoints } from '../../../groups.ts';
import { tenantAdministratorCalls } from './allowed-calls.ts';

let latchkey: Latchkey;
let caller: Caller;
const agent = new Agent({ keepAlive: true });

interface Signed extends PasswordUser {
  token: string;
}
let admin: Signed;

const manage = async (path: string, body: object, method = 'POST') => {
  const answer = await latchkey.manage(method, `/v1/mgmt/${path}`, body);
  expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBe(200);
  return answer.body;
};
const inTenant = (tenantId: string, ...roleNames: string[]) => ({ tenantId, roleNames });
const member = (...roleNames: string[]) => [inTenant('mine', ...roleNames)];

async function signedIn(userTenants: object[], fields: object = {}): Promise<Signed> {
  const user = await createPasswordUser(latchkey, { userTenants, ...fields });
  const { body } = await signInByPassword(latchkey, user);
  return { ...user, token: body.refreshJwt };
}

/** Calls as an administrator, by default the first one of the tenant `mine`. */
function as(
  { token }: { token: string },
  method: string,
  path: string,
  body?: unknown,
  tenant: string | null = 'mine',
): Promise<Answer> {
  const query = tenant === null ? '' : `${path.includes('?') ? '&' : '?'}tenant=${tenant}`;
  return latchkey.request(method, `/v1/mgmt/${path}${query}`, {
    bearer: `${latchkey.projectId}:${token}`,
    body,
  });
}
const ask = (method: string, path: string, body?: unknown) => as(admin, method, path, body);
const post = (path: string, body: unknown) => ask('POST', path, body);
const load = async (loginId: string) =>
  (await latchkey.manage('GET', `/v1/mgmt/user?loginId=${encodeURIComponent(loginId)}`)).body.user;

const refused = { status: 403, body: { errorCode: 'E064013' } };
const unknownUser = { status: 404, body: { errorCode: 'E112102' } };

beforeAll(async () => {
  latchkey = await startLatchkey();
  for (const id of ['mine', 'other']) await manage('tenant/create', { id, name: id });
  await manage('tenant/create', { id: 'child', name: 'child', parent: 'mine' });
  for (const name of ['read', 'write']) await manage('permission/create', { name });
  await manage('role/create', { name: 'Reader', permissionNames: ['read'] });
  await manage('role/create', { name: 'Writer', permissionNames: ['write'] });
  await manage('role/create', { name: 'Hidden', permissionNames: [], private: true });
  await manage('role/create', { name: 'Local', permissionNames: ['read'], tenantId: 'mine' });
  await manage('role/create', { name: 'Foreign', tenantId: 'other' });
  admin = await signedIn(member('Tenant Admin', 'Reader'));
  await signedIn(member('Tenant Admin'));
  const { baseUrl, projectId, managementKey } = latchkey;
  const tokens = await signUpWithTotp(latchkey, 'signed-in@example.com');
  const accessKey = await makeAccessKey(latchkey);
  caller = { baseUrl, agent, projectId, managementKey, accessKey, tokens, consoleCookie: '' };
});
afterAll(async () => {
  agent.destroy();
  await latchkey.close();
});

describe('every management endpoint', () => {
  const isOpen = ({ name }: { name: string }) => Object.hasOwn(tenantAdministratorCalls, name);
  // The others that are open to signed-in users answer them without looking at the tenant.
  const managed = endpoints.filter(
    (one) => one.auth === 'management' && (!one.forSignedInUsers || isOpen(one)),
  );
  const asked = (endpoint: (typeof endpoints)[number], path: string, token: string) =>
    askEndpoint(caller, endpoint, {
      path,
      bearer: `${latchkey.projectId}:${token}`,
      ...(endpoint.method !== 'GET' && endpoint.method !== 'DELETE' && { rawBody: '{', input: {} }),
      ...((endpoint.method === 'GET' || endpoint.method === 'DELETE') && { input: { tenant: 'mine' } }),
    });
  const paths = ({ path, otherPaths = [], method }: (typeof endpoints)[number]) =>
    [path, ...otherPaths].map((one) =>
      method === 'GET' || method === 'DELETE' ? one : `${one}?tenant=mine`,
    );

  test('that is not on the list is refused before its body is read', async () => {
    for (const endpoint of managed.filter((one) => !isOpen(one)))
      for (const path of paths(endpoint))
        expect([path, (await asked(endpoint, path, admin.token)).status]).toEqual([path, 401]);
  });

  test('that is on the list is refused before its body is read without the right', async () => {
    const stranger = await signedIn([]);
    for (const endpoint of managed.filter(isOpen))
      for (const path of paths(endpoint))
        expect([path, (await asked(endpoint, path, stranger.token)).status]).toEqual([path, 403]);
  });

  test('that is on the list exists', () => {
    const names = new Set(managed.map(({ name }) => name));
    expect(Object.keys(tenantAdministratorCalls).filter((name) => !names.has(name))).toEqual([]);
  });
});

describe('a caller', () => {
  const open = (user: { token: string }, tenant: string | null = 'mine') =>
    as(user, 'POST', 'user/search', {}, tenant);

  test('is refused without a tenant', async () => {
    expect((await open(admin, null)).status).toBe(401);
  });

  test.each(['', 'unknown', 'other', 'child', 'mine&tenant=other', 'mine&tenant=mine', '%00'])(
    'is refused who names the tenant %s',
    async (tenant) => {
      expect(await open(admin, tenant)).toMatchObject(refused);
    },
  );

  test('is refused without the built-in permission in the tenant itself', async () => {
    await manage('role/create', { name: 'tenant admin', permissionNames: ['read'] });
    await manage('role/create', { name: 'Tenant Admin', tenantId: 'other' });
    const parentAdmin = await signedIn([inTenant('mine', 'Tenant Admin'), inTenant('child')]);
    for (const [user, tenant] of [
      [await signedIn(member()), 'mine'],
      [await signedIn(member('Reader')), 'mine'],
      [await signedIn(member('tenant admin')), 'mine'],
      [await signedIn([inTenant('other', 'Tenant Admin')]), 'other'],
      [await signedIn([inTenant('other', 'Tenant Admin')]), 'mine'],
      [await signedIn([], { roleNames: ['Tenant Admin'] }), 'mine'],
      [await signedIn([], { roleNames: ['Tenant Admin'], userTenants: undefined }), 'mine'],
      [parentAdmin, 'child'],
    ] as const)
      expect(await open(user, tenant)).toMatchObject(refused);
    expect((await open(parentAdmin)).status).toBe(200);
  });

  test('is an administrator by the permission, whatever the role is called', async () => {
    await manage('role/create', { name: 'Boss', permissionNames: ['User Admin'], tenantId: 'mine' });
    expect((await open(await signedIn(member('Boss')))).status).toBe(200);
    await manage('role/create', { name: 'SSO only', permissionNames: ['SSO Admin'], tenantId: 'mine' });
    expect(await open(await signedIn(member('SSO only')))).toMatchObject(refused);
  });

  test.each<[string, (user: Signed) => Promise<unknown>, number]>([
    [
      'the role',
      ({ loginId }) =>
        manage('user/update/role/remove', { loginId, tenantId: 'mine', roleNames: ['Tenant Admin'] }),
      403,
    ],
    [
      'the membership',
      ({ loginId }) => manage('user/update/tenant/remove', { loginId, tenantId: 'mine' }),
      403,
    ],
    ['the session', ({ loginId }) => manage('user/logout', { loginId }), 401],
    ['the status', ({ loginId }) => manage('user/update/status', { loginId, status: 'disabled' }), 401],
    ['the account', ({ loginId }) => manage('user/delete', { loginId }), 401],
  ])('loses the right at the next call with %s', async (_what, lose, status) => {
    const user = await signedIn(member('Tenant Admin'));
    expect((await open(user)).status).toBe(200);
    await lose(user);
    expect((await open(user)).status).toBe(status);
  });

  test('is refused in a disabled tenant', async () => {
    await manage('tenant/create', { id: 'closed', name: 'closed' });
    const user = await signedIn([inTenant('closed', 'Tenant Admin')]);
    expect((await open(user, 'closed')).status).toBe(200);
    await manage('tenant/update', { id: 'closed', name: 'closed', disabled: true });
    expect(await open(user, 'closed')).toMatchObject(refused);
  });

  test('is refused with a session JWT, an impersonated session, an anonymous one or a made-up token', async () => {
    await manage('role/create', { name: 'Support', permissionNames: ['Impersonate'] });
    const support = await createPasswordUser(latchkey, { roleNames: ['Support'] });
    const { jwt } = await manage('impersonate', {
      impersonatorId: support.userId,
      loginId: admin.loginId,
      validateConsent: false,
    });
    const anonymous = await manage('auth/anonymous', { selectedTenant: 'mine' });
    const { body } = await signInByPassword(latchkey, admin);
    expect(await open({ token: jwt })).toMatchObject({ status: 403, body: { errorCode: 'E064006' } });
    for (const token of [body.sessionJwt, anonymous.refreshJwt, 'a.b.c'])
      expect([401, 403]).toContain((await open({ token })).status);
  });

  test('needs the second factor that a policy of the role demands, also if it came after the sign-in', async () => {
    await manage('role/create', { name: 'Guarded', permissionNames: ['User Admin'] });
    const user = await signedIn(member('Guarded'));
    expect((await open(user)).status).toBe(200);
    await setPolicy(latchkey, { when: 'always', methods: ['totp'] }, { roleName: 'Guarded' });
    expect(await open(user)).toMatchObject({ status: 403, body: { errorCode: 'E064007' } });
    const demand = demandIn(await signInByPassword(latchkey, user));
    expect((await open({ token: demand.refreshJwt })).status).toBe(401);
    const { answer } = await enrolAwaited(latchkey, user, demand);
    expect((await open({ token: answer.body.refreshJwt })).status).toBe(200);
  });

  test('can send the token in a cookie from an allowed origin only', async () => {
    await latchkey.manage('POST', '/v1/mgmt/project/settings', {
      tokenDelivery: 'cookies',
      allowedOrigins: ['https://app.example.com'],
    });
    const send = (headers: Record<string, string>) =>
      latchkey.request('POST', '/v1/mgmt/user/search?tenant=mine', {
        headers: { cookie: `DSR=${admin.token}`, ...headers },
        body: {},
      });
    expect((await send({ origin: 'https://app.example.com' })).status).toBe(200);
    for (const headers of [{}, { origin: 'https://evil.example.net' }, { 'sec-fetch-site': 'cross-site' }])
      expect((await send(headers as Record<string, string>)).status).toBe(401);
    await latchkey.manage('POST', '/v1/mgmt/project/settings', { tokenDelivery: 'body' });
  });
});

test('the client library manages the tenant with the session of its administrator', async () => {
  const { baseUrl, projectId } = latchkey;
  const { token: refreshJwt } = admin;
  const { management } = createClient({
    projectId,
    baseUrl,
    tenantAdministrator: { tenantId: 'mine', refreshJwt },
  });
  const loginId = 'by-client@example.com';
  expect(await management.user.create({ loginId, roleNames: ['Reader'] })).toMatchObject({ ok: true });
  expect(await management.user.patch({ loginId, displayName: 'Ann' })).toMatchObject({ ok: true });
  expect(await management.user.load(loginId)).toMatchObject({
    ok: true,
    data: { name: 'Ann', userTenants: [{ tenantId: 'mine', roleNames: ['Reader'] }] },
  });
  expect(await management.tenant.load('mine')).toMatchObject({ ok: true, data: { id: 'mine' } });
  expect(await management.tenant.load('other')).toMatchObject({ ok: false, error: { errorCode: 'E064013' } });
  expect(await management.tenant.loadAll()).toMatchObject({ ok: false, code: 401 });
});

describe('the address at which a signed-in administrator sets up SSO', () => {
  const links = (user: Signed, tenant = 'mine') =>
    as(
      user,
      'POST',
      'tenant/adminlinks/sso/authenticated/batch',
      { tenantId: tenant, ssoIds: ['more'] },
      tenant,
    );

  test('is given to holders of SSO Admin for their own tenant, and opens for nobody else', async () => {
    await manage('sso/settings/new', { tenantId: 'mine', ssoId: 'more', displayName: 'More' });
    for (const [name, permission] of [
      ['Connects', 'SSO Admin'],
      ['Manages', 'User Admin'],
    ])
      await manage('role/create', { name, permissionNames: [permission], tenantId: 'mine' });
    const holder = await signedIn(member('Connects'));
    const manager = await signedIn(member('Manages'));
    const page = `${latchkey.baseUrl}/sso-setup/${latchkey.projectId}/tenants/mine`;
    const body = { defaultLink: `${page}/default_ssoid`, ssoIdToLink: { more: `${page}/more` } };
    for (const user of [admin, holder]) expect(await links(user)).toMatchObject({ status: 200, body });
    expect(await links(manager)).toMatchObject({
      status: 200,
      body: { defaultLink: '', ssoIdToLink: { more: '' } },
    });
    expect(
      await as(manager, 'POST', 'tenant/adminlinks/sso/authenticated', { tenantId: 'mine' }),
    ).toMatchObject(refused);
    for (const tenant of ['other', 'child']) expect(await links(holder, tenant)).toMatchObject(refused);
    expect((await as(holder, 'GET', 'tenant?id=mine')).status).toBe(200);
    expect(await as(holder, 'POST', 'user/search', {})).toMatchObject(refused);
    const one = await manage('tenant/adminlinks/sso/authenticated', { tenantId: 'mine' });
    expect(one).toEqual({ adminSSOConfigurationLink: body.defaultLink });

    const path = body.defaultLink.replace(latchkey.baseUrl, '');
    const open = async ({ loginId, password }: Signed) => {
      const browser = new FormBrowser(latchkey);
      const { location } = await browser.get(path);
      expect(location).toContain('/login/');
      const login = location.replace(latchkey.baseUrl, '');
      await browser.get(login);
      const asked = await browser.submit(login, { loginId });
      let visited = await browser.post(asked.path, { password });
      while (visited.location) visited = await browser.get(visited.location.replace(latchkey.baseUrl, ''));
      return { browser, visited };
    };
    expect((await open(manager)).visited.status).toBe(403);
    const { browser, visited } = await open(holder);
    expect([visited.status, visited.html]).toEqual([
      200,
      expect.stringContaining(`action="${body.defaultLink}"`),
    ]);
    await manage('user/update/role/remove', {
      loginId: holder.loginId,
      tenantId: 'mine',
      roleNames: ['Connects'],
    });
    expect((await browser.get(path)).status).toBe(403);
  });
});

test('a preflight admits the headers of the widgets', async () => {
  const answer = await fetch(`${latchkey.baseUrl}/v1/mgmt/user/search`, {
    method: 'OPTIONS',
    headers: { origin: 'http://localhost:3000', 'access-control-request-method': 'POST' },
  });
  for (const name of ['id', 'type', 'version'])
    expect(answer.headers.get('access-control-allow-headers')).toContain(`x-descope-widget-${name}`);
});

describe('the relation of a user to the tenant', () => {
  const relations = {
    own: { userTenants: member() },
    disabled: { userTenants: member(), status: 'disabled' },
    shared: { userTenants: [inTenant('mine'), inTenant('other')] },
    withProjectRole: { userTenants: member(), roleNames: ['Reader'] },
    stronger: { userTenants: member('Writer') },
    withPrivateRole: { userTenants: member('Hidden') },
    other: { userTenants: [inTenant('other')] },
    none: {},
  };
  type Relation = keyof typeof relations | 'self' | 'unknown';
  let users: Record<Relation, { loginId: string; userId: string }>;

  beforeEach(async () => {
    const made = await Promise.all(
      Object.entries(relations).map(async ([relation, fields]) => {
        const { roleNames, ...rest } = fields as { roleNames?: string[] };
        const user = await createPasswordUser(latchkey, rest);
        if (roleNames) await manage('user/update/role/add', { loginId: user.loginId, roleNames });
        return [relation, user];
      }),
    );
    users = {
      ...Object.fromEntries(made),
      self: admin,
      unknown: { loginId: 'nobody@example.com', userId: 'U000000000000000000000000000' },
    };
  });

  const open = 200;
  const closed = 403;
  const missing = 404;
  /** The columns: own, disabled by the application, shared, with a role in the project, with a permission or a private role that the administrator lacks, of another tenant, of none, oneself, unknown. */
  const order = [
    ...(['own', 'disabled', 'shared', 'withProjectRole', 'stronger', 'withPrivateRole'] as const),
    ...(['other', 'none', 'self', 'unknown'] as const),
  ];
  const calls: [string, string, (user: { loginId: string; userId: string }) => object, number[]][] = [
    [
      'GET',
      'user',
      ({ loginId }) => ({ loginId }),
      [open, open, open, open, open, open, missing, missing, open, missing],
    ],
    [
      'GET',
      'user',
      ({ userId }) => ({ userId }),
      [open, open, open, open, open, open, missing, missing, open, missing],
    ],
    [
      'PATCH',
      'user/patch',
      ({ loginId }) => ({ loginId, displayName: 'Renamed' }),
      [open, open, closed, closed, open, open, missing, missing, open, missing],
    ],
    ...[{ email: 'new@example.net' }, { phone: '+12025550123' }].map((address): (typeof calls)[number] => [
      'PATCH',
      'user/patch',
      ({ loginId }) => ({ loginId, ...address }),
      [open, open, closed, closed, closed, closed, missing, missing, closed, missing],
    ]),
    [
      'POST',
      'user/update/status',
      ({ loginId }) => ({ loginId, status: 'enabled' }),
      [open, closed, closed, closed, open, open, missing, missing, open, missing],
    ],
    [
      'POST',
      'user/password/set/temporary',
      ({ loginId }) => ({ loginId }),
      [open, open, closed, closed, closed, closed, missing, missing, closed, missing],
    ],
    [
      'POST',
      'user/passkeys/delete',
      ({ loginId }) => ({ loginId }),
      [open, open, closed, closed, closed, closed, missing, missing, closed, missing],
    ],
    [
      'POST',
      'user/passkeys/list',
      ({ loginId }) => ({ loginId }),
      [missing, missing, missing, missing, missing, missing, missing, missing, open, missing],
    ],
    [
      'POST',
      'user/update/role/add',
      ({ loginId }) => ({ loginId, roleNames: ['Local'] }),
      [open, open, open, open, open, open, missing, missing, open, missing],
    ],
    [
      'POST',
      'user/update/role/set',
      ({ loginId }) => ({ loginId, roleNames: ['Tenant Admin', 'Reader'] }),
      [open, open, open, open, open, open, missing, missing, open, missing],
    ],
    [
      'POST',
      'user/update/role/remove',
      ({ loginId }) => ({ loginId, roleNames: ['Local'] }),
      [open, open, open, open, open, open, missing, missing, open, missing],
    ],
    [
      'POST',
      'user/delete/batch',
      ({ userId }) => ({ userIds: [userId] }),
      [open, open, open, open, open, open, missing, missing, -1, missing],
    ],
    [
      'POST',
      'user/update/tenant/remove',
      ({ loginId }) => ({ loginId, tenantId: 'mine' }),
      [open, open, open, open, open, open, missing, missing, -1, missing],
    ],
  ];

  test.each(calls)('%s %s %o', async (method, path, bodyOf, expected) => {
    const found: number[] = [];
    for (const [index, relation] of order.entries()) {
      if (expected[index] === -1) {
        found.push(-1);
        continue;
      }
      const body = bodyOf(users[relation]);
      const answer =
        method === 'GET'
          ? await ask('GET', `${path}?${new URLSearchParams(body as Record<string, string>)}`)
          : await ask(method, path, body);
      found.push(answer.status);
      if (answer.status !== 200) expect(answer.body.errorCode).toBeTruthy();
      expect(JSON.stringify(answer.body)).not.toContain('"other"');
    }
    expect(Object.fromEntries(order.map((one, index) => [one, found[index]]))).toEqual(
      Object.fromEntries(order.map((one, index) => [one, expected[index]])),
    );
  });

  test('decides whether a batch deletes the account or ends the membership, and one refusal stops all', async () => {
    const ids = (...names: Relation[]) => ({ userIds: names.map((name) => users[name].userId) });
    for (const stranger of ['other', 'none', 'unknown'] as const) {
      expect(await post('user/delete/batch', ids('own', 'shared', stranger))).toMatchObject(unknownUser);
      expect(await load(users.own.loginId)).toBeDefined();
      expect((await load(users.shared.loginId)).userTenants).toHaveLength(2);
    }
    expect((await post('user/delete/batch', ids('own', 'shared', 'withProjectRole'))).status).toBe(200);
    expect(await load(users.own.loginId)).toBeUndefined();
    expect((await load(users.shared.loginId)).userTenants).toMatchObject([{ tenantId: 'other' }]);
    expect(await load(users.withProjectRole.loginId)).toMatchObject({
      roleNames: ['Reader'],
      userTenants: [],
    });
  });

  test('decides who is found and shown', async () => {
    for (const body of [{}, { tenantIds: ['other'] }, { limit: 10_000 }, { text: '' }]) {
      const answer = await post('user/search', { limit: 1_000, ...body });
      expect(answer.status).toBe(200);
      const ids = answer.body.users.map(({ userId }: { userId: string }) => userId);
      expect(ids).toEqual(expect.arrayContaining([users.own.userId, users.shared.userId, admin.userId]));
      for (const stranger of ['other', 'none'] as const) expect(ids).not.toContain(users[stranger].userId);
      expect(JSON.stringify(answer.body)).not.toContain('"other"');
    }
    const shown = (await ask('GET', `user?userId=${admin.userId}`)).body.user;
    expect(shown).toMatchObject({
      editable: true,
      phone: '',
      roleNames: ['Tenant Admin', 'Reader'],
      userTenants: [{ tenantId: 'mine' }],
    });
    const ofProject = (await ask('GET', `user?userId=${users.withProjectRole.userId}`)).body.user;
    expect(ofProject.roleNames).toEqual([]);
    for (const body of [{ includeSubTenants: true }, { tenantRoleNames: { other: { values: ['Foreign'] } } }])
      expect(await post('user/search', body)).toMatchObject(refused);
  });
});

describe('a user whom an administrator creates', () => {
  /** The call of the public widget. */
  const sent = (loginId: string, fields: object = {}) => ({
    loginId,
    email: loginId,
    phone: '',
    recoveryEmail: '',
    recoveryPhone: '',
    displayName: 'New',
    roleNames: [],
    userTenants: [],
    verifiedEmail: true,
    verifiedPhone: true,
    invite: true,
    ...fields,
  });

  test('belongs to the tenant, and has no verified address and no role in the project', async () => {
    const answer = await post('user/create', sent('new@example.com', { roleNames: ['Local', 'Reader'] }));
    expect(answer).toMatchObject({ status: 200, body: { user: { roleNames: ['Local', 'Reader'] } } });
    expect(await load('new@example.com')).toMatchObject({
      email: 'new@example.com',
      verifiedEmail: false,
      roleNames: [],
      userTenants: [{ tenantId: 'mine', roleNames: ['Local', 'Reader'] }],
    });
    // Own users can be invited again.
    expect((await post('user/create', sent('new@example.com'))).status).toBe(200);
  });

  test('is none who exists elsewhere, and no answer shows them', async () => {
    const elsewhere = await createPasswordUser(latchkey, {
      userTenants: [inTenant('other')],
      displayName: 'Secret Name',
    });
    const nowhere = await createPasswordUser(latchkey, { displayName: 'Secret Name' });
    const shared = await createPasswordUser(latchkey, { userTenants: [inTenant('mine'), inTenant('other')] });
    await effects(latchkey, async () => {
      for (const { loginId, userId } of [elsewhere, nowhere, shared])
        for (const name of [loginId, loginId.toUpperCase(), userId])
          for (const invite of [true, false]) {
            const answer = await post('user/create', sent(name, { invite, email: '' }));
            expect([name, answer.status]).toEqual([name, 400]);
            expect(answer.body.errorCode).toBe('E062107');
            expect(JSON.stringify(answer.body)).not.toContain('Secret Name');
          }
    }).toBe({});
  });

  test.each([
    ['userTenants', [{ tenantId: 'other' }], 200],
    ['tenantId', 'other', 200],
    ['password', 'a long enough passphrase', 403],
    ['status', 'enabled', 403],
    ['additionalLoginIds', ['x@example.com'], 403],
    ['test', true, 403],
    ['ssoAppIds', ['x'], 403],
    ['hashedPassword', { bcrypt: { hash: 'x' } }, 403],
    ['inviteUrl', 'https://evil.example.net', 403],
    ['templateOptions', { x: 'y' }, 403],
  ])('has nothing of the field %s', async (field, value, status) => {
    const loginId = `${field.toLowerCase()}@example.com`;
    const answer = await post('user/create', sent(loginId, { [field]: value }));
    expect([400, 403, 200].includes(answer.status) && answer.status === 200).toBe(status === 200);
    const user = await load(loginId);
    if (status === 200) expect(user.userTenants).toMatchObject([{ tenantId: 'mine' }]);
    else expect(user).toBeUndefined();
  });

  test('keeps a verified address that the widget sends back, and loses the proof with another one', async () => {
    const { loginId } = await createPasswordUser(latchkey, {
      userTenants: member('Writer', 'Reader'),
      email: 'proven@example.com',
      verifiedEmail: true,
    });
    const patch = {
      loginId,
      email: 'proven@example.com',
      verifiedEmail: true,
      roleNames: ['Reader', 'Local'],
    };
    expect((await ask('PATCH', 'user/patch', patch)).status).toBe(200);
    // The role that the administrator may not give stays.
    expect(await load(loginId)).toMatchObject({
      verifiedEmail: true,
      userTenants: [{ roleNames: expect.arrayContaining(['Reader', 'Local', 'Writer']) }],
    });
    await manage('user/update/role/set', { loginId, tenantId: 'mine', roleNames: ['Local'] });
    await ask('PATCH', 'user/patch', { loginId, email: 'mine@example.com', verifiedEmail: true });
    expect(await load(loginId)).toMatchObject({ email: 'mine@example.com', verifiedEmail: false });
    for (const fields of [
      { newLoginId: 'x' },
      { password: 'x' },
      { status: 'disabled' },
      { additionalLoginIds: ['x'] },
      { ssoAppIds: ['x'] },
    ]) {
      const answer = await ask('PATCH', 'user/patch', { loginId, ...fields });
      expect(answer.status === 200 ? 'ignored' : answer.status).toEqual(
        'newLoginId' in fields || 'password' in fields ? 'ignored' : 403,
      );
    }
    expect(await load(loginId)).toMatchObject({ status: 'invited', loginIds: [loginId] });
  });

  test('gets a temporary password that the response contains', async () => {
    const user = await createPasswordUser(latchkey, { userTenants: member() });
    const { status, body } = await post('user/password/set/temporary', { loginId: user.loginId });
    expect([status, body.cleartext.length > 20]).toEqual([200, true]);
    const signIn = await signInByPassword(latchkey, { loginId: user.loginId, password: body.cleartext });
    expect(signIn.body.errorCode).toBe('E062909');
    const chosen = { loginId: user.loginId, password: 'a long enough passphrase' };
    expect(await post('user/password/set/temporary', chosen)).toMatchObject(refused);
  });
});

describe('rights that an administrator gives', () => {
  test.each(['Writer', 'Hidden', 'Foreign', 'Impersonator', 'unknown'])(
    'are not those of the role %s',
    async (role) => {
      if (role === 'Impersonator')
        await manage('role/create', { name: role, permissionNames: ['Impersonate'] });
      const { loginId } = await createPasswordUser(latchkey, { userTenants: member() });
      await effects(latchkey, async () => {
        for (const [method, path, body] of [
          ['POST', 'user/update/role/add', { loginId, roleNames: [role] }],
          ['POST', 'user/update/role/set', { loginId, roleNames: ['Local', role] }],
          ['PATCH', 'user/patch', { loginId, roleNames: [role] }],
          ['POST', 'user/create', { loginId: 'never@example.com', roleNames: [role] }],
          ['POST', 'accesskey/create', { name: 'never', roleNames: [role] }],
        ] as const)
          expect([path, await ask(method, path, body)]).toMatchObject([path, refused]);
      }).toBe({});
    },
  );

  test('are never in the project or in another tenant', async () => {
    const { loginId } = await createPasswordUser(latchkey, {
      userTenants: [inTenant('mine'), inTenant('other')],
    });
    const give = { loginId, roleNames: ['Reader'] };
    expect(await post('user/update/role/add', { ...give, tenantId: 'other' })).toMatchObject(refused);
    expect((await post('user/update/role/add', give)).status).toBe(200);
    expect(await load(loginId)).toMatchObject({
      roleNames: [],
      userTenants: [
        { tenantId: 'mine', roleNames: ['Reader'] },
        { tenantId: 'other', roleNames: [] },
      ],
    });
  });

  test('are roles of the tenant with permissions of the administrator, under a name that no project role has', async () => {
    const made = await post('role/create', { name: 'Made', permissionNames: ['read'] });
    expect(made).toMatchObject({ status: 200, body: { tenantId: 'mine' } });
    const { id } = made.body;
    await effects(latchkey, async () => {
      for (const [path, body] of [
        ['role/create', { name: 'More', permissionNames: ['write'] }],
        ['role/create', { name: 'More', tenantId: 'other' }],
        ['role/create', { name: 'More', private: true }],
        ['role/create', { name: 'writer' }],
        ['role/create', { name: 'Hidden' }],
        ['role/create', { name: 'TENANT ADMIN' }],
        ['role/update', { id, newName: 'Made', permissionNames: ['read', 'write'] }],
        ['role/update', { id, newName: 'Writer', permissionNames: ['read'] }],
        ['role/update', { name: 'Reader', newName: 'Mine' }],
        ['role/update', { name: 'Foreign', newName: 'Mine' }],
        ['role/delete/batch', { roleNames: ['Reader'] }],
        ['role/delete/batch', { roleNames: ['Made', 'Foreign'] }],
        ['role/delete/batch', { roleNames: ['Tenant Admin'] }],
      ] as const) {
        const { status } = await post(path, body);
        expect([body, status >= 400 && status < 500]).toEqual([body, true]);
      }
    }).toBe({});
    expect((await post('role/update', { id, newName: 'Renamed', permissionNames: [] })).body).toMatchObject({
      name: 'Renamed',
      permissionNames: [],
      tenantId: 'mine',
    });
    expect((await post('role/delete/batch', { roleNames: ['Renamed'] })).status).toBe(200);
  });

  test('are shown without private roles, roles of others and permissions that the administrator lacks', async () => {
    for (const [method, path] of [
      ['GET', 'role/all'],
      ['GET', 'role/subtenant/all'],
      ['POST', 'role/search'],
    ] as const) {
      const { roles } = (await ask(method, path, method === 'POST' ? { tenantIds: ['other'] } : undefined))
        .body;
      const names = roles.map(({ name }: { name: string }) => name);
      expect(names).toContain('Local');
      expect(names).toContain('Tenant Admin');
      for (const hidden of ['Hidden', 'Foreign']) expect(names).not.toContain(hidden);
    }
    const { permissions } = (await ask('GET', 'permission/all')).body;
    expect(permissions.map(({ name }: { name: string }) => name).sort()).toEqual([
      'SSO Admin',
      'User Admin',
      'read',
    ]);
  });
});

describe('the last administrator of a tenant', () => {
  test('is not removed by themselves or by another, in whatever way, also at the same time', async () => {
    await manage('tenant/create', { id: 'small', name: 'small' });
    const one = await signedIn([inTenant('small', 'Tenant Admin')]);
    const two = await signedIn([inTenant('small', 'Tenant Admin')]);
    const ways = (target: Signed): [string, string, object][] => [
      ['POST', 'user/update/role/remove', { loginId: target.loginId, roleNames: ['Tenant Admin'] }],
      ['POST', 'user/update/role/set', { loginId: target.loginId, roleNames: [] }],
      ['PATCH', 'user/patch', { loginId: target.loginId, roleNames: [] }],
      ['POST', 'user/update/status', { loginId: target.loginId, status: 'disabled' }],
      ['POST', 'user/delete/batch', { userIds: [target.userId] }],
      ['POST', 'user/update/tenant/remove', { loginId: target.loginId, tenantId: 'small' }],
    ];
    // Each takes the other's right at the same time: one of them must stay.
    const [first, other] = await Promise.all([
      as(one, 'POST', 'user/update/role/set', { loginId: two.loginId, roleNames: [] }, 'small'),
      as(two, 'POST', 'user/update/role/set', { loginId: one.loginId, roleNames: [] }, 'small'),
    ]);
    expect([first.status, other.status].sort()).toEqual([200, 403]);
    const left = first.status === 200 ? one : two;
    for (const [method, path, body] of ways(left)) {
      expect([path, await as(left, method, path, body, 'small')]).toMatchObject([path, refused]);
    }
    expect((await as(left, 'POST', 'user/search', {}, 'small')).status).toBe(200);
    await manage('user/update/role/add', {
      loginId: (left === one ? two : one).loginId,
      tenantId: 'small',
      roleNames: ['Tenant Admin'],
    });
    for (const [method, path, body] of ways(left).slice(0, 1))
      expect((await as(left, method, path, body, 'small')).status).toBe(200);
  });

  test('is not removed by taking the permission out of a role of the tenant', async () => {
    await manage('tenant/create', { id: 'own-role', name: 'own-role' });
    const role = await manage('role/create', {
      name: 'Head',
      permissionNames: ['User Admin'],
      tenantId: 'own-role',
    });
    const head = await signedIn([inTenant('own-role', 'Head')]);
    for (const [path, body] of [
      ['role/update', { id: role.id, newName: 'Head', permissionNames: [] }],
      ['role/delete/batch', { roleIds: [role.id] }],
    ] as const)
      expect(await as(head, 'POST', path, body, 'own-role')).toMatchObject(refused);
  });
});

describe('access keys', () => {
  test('that an administrator creates belong to the tenant, and to nobody else', async () => {
    const made = await post('accesskey/create', {
      name: 'Made',
      roleNames: ['Tenant Admin'],
      description: '',
    });
    expect(made).toMatchObject({
      status: 200,
      body: {
        cleartext: expect.any(String),
        key: {
          editable: true,
          roleNames: [],
          keyTenants: [{ tenantId: 'mine', roleNames: ['Tenant Admin'] }],
        },
      },
    });
    const { id } = made.body.key;
    expect((await post('accesskey/rotate', { id })).body.cleartext).toBeTruthy();
    for (const step of ['deactivate', 'activate', 'delete'])
      expect((await post(`accesskey/${step}/batch`, { ids: [id] })).status).toBe(200);
    for (const fields of [
      { keyTenants: [{ tenantId: 'other' }] },
      { customClaims: { admin: true } },
      { userId: admin.userId },
    ])
      expect(await post('accesskey/create', { name: 'x', ...fields })).toMatchObject(refused);
  });

  test('of others are unknown, and those with more rights cannot be used', async () => {
    const create = async (fields: object) =>
      (await manage('accesskey/create', { name: 'k', ...fields })).key.id;
    const strangers = [
      await create({ keyTenants: [{ tenantId: 'other' }] }),
      await create({ keyTenants: [{ tenantId: 'mine' }, { tenantId: 'other' }] }),
      await create({ roleNames: ['Reader'] }),
      await create({ userId: admin.userId }),
      await create({}),
    ];
    const stronger = await create({ keyTenants: [{ tenantId: 'mine', roleNames: ['Writer'] }] });
    const own = await create({ keyTenants: [{ tenantId: 'mine', roleNames: ['Reader'] }] });
    await effects(latchkey, async () => {
      for (const id of strangers) {
        for (const step of ['activate', 'deactivate', 'delete', 'rotate', 'update'])
          expect([step, await post(`accesskey/${step}`, { id })]).toMatchObject([step, { status: 404 }]);
        expect((await ask('GET', `accesskey?id=${id}`)).status).toBe(404);
        for (const step of ['activate', 'deactivate', 'delete'])
          expect((await post(`accesskey/${step}/batch`, { ids: [own, id] })).status).toBe(404);
      }
      expect(await post('accesskey/rotate', { id: stronger })).toMatchObject(refused);
      expect(await post('accesskey/update', { id: own, roleNames: ['Writer'] })).toMatchObject(refused);
    }).toBe({});
    const { keys } = (await post('accesskey/search', { tenantIds: ['other'] })).body;
    expect(keys.map(({ id }: { id: string }) => id).sort()).toEqual([own, stronger].sort());
  });
});

test('the audit log has the administrator as the actor, and shows the events of the tenant only', async () => {
  const { userId, loginId } = await createPasswordUser(latchkey, { userTenants: member() });
  await ask('PATCH', 'user/patch', { loginId, displayName: 'Seen' });
  const shared = await createPasswordUser(latchkey, {
    userTenants: [inTenant('mine'), inTenant('other', 'Foreign')],
  });
  await post('user/update/role/add', { loginId: shared.loginId, roleNames: ['Local'] });
  await post('user/delete/batch', { userIds: [shared.userId] });
  const { audits } = (await post('audit/search', { limit: 10_000, text: '', sort: [], tenants: ['other'] }))
    .body;
  expect(audits).toContainEqual(
    expect.objectContaining({ action: 'UserModified', actorId: admin.userId, userId, tenants: ['mine'] }),
  );
  for (const { tenants } of audits) expect(tenants).toEqual(['mine']);
  expect(audits.filter((event: { userId: string }) => event.userId === shared.userId)).toHaveLength(2);
  expect(JSON.stringify(audits)).not.toMatch(/"other"|\\"other|Foreign/);
  expect(await post('audit/search', { noTenants: true })).toMatchObject(refused);
});

test('the tenant is shown without its relatives, and no other one is', async () => {
  const shown = await ask('GET', 'tenant?id=mine');
  expect(shown).toMatchObject({ status: 200, body: { id: 'mine' } });
  expect(JSON.stringify(shown.body)).not.toContain('child');
  expect(await ask('GET', 'tenant?id=other')).toMatchObject(refused);
});

test('every signed-in user reads that the widgets show all components, with a tenant or without', async () => {
  const { refreshJwt } = (await signInByPassword(latchkey, await createPasswordUser(latchkey))).body;
  const bearer = `${latchkey.projectId}:${refreshJwt}`;
  const read = (query: string, as: string | null) =>
    latchkey.request('GET', `/v1/mgmt/widget/components-state${query}`, { bearer: as });
  const shown = { status: 200, body: { componentsState: {} } };
  for (const query of ['', '?tenant=mine', '?tenant=nothing', '?tenant=']) {
    expect(await read(query, bearer), query).toMatchObject(shown);
    expect(await read(query, `${latchkey.projectId}:${admin.token}`), query).toMatchObject(shown);
  }
  expect(await read('', latchkey.projectId)).toMatchObject({ status: 401 });
  await latchkey.request('POST', '/v1/auth/logout', { bearer, body: {} });
  expect(await read('', bearer)).toMatchObject({ status: 401 });
});

test('an attribute that names permissions is shown to and changed by their holders only', async () => {
  const attributes = [
    { name: 'open', type: 1 },
    { name: 'locked', type: 1, editPermissions: ['write'], viewPermissions: ['write'] },
    { name: 'shared', type: 1, editPermissions: ['read'], viewPermissions: ['read'] },
  ];
  await manage('user/customattribute/create', { attributes });
  const { loginId } = await createPasswordUser(latchkey, {
    userTenants: member(),
    customAttributes: { locked: 'secret' },
  });
  const patch = (customAttributes: object) => ask('PATCH', 'user/patch', { loginId, customAttributes });
  expect((await patch({ open: 'a', shared: 'b' })).body.user.customAttributes).toEqual({
    open: 'a',
    shared: 'b',
  });
  expect(await patch({ locked: 'mine' })).toMatchObject(refused);
  const { data, attributes: copy, total } = (await ask('GET', 'user/customattributes')).body;
  expect(data.map(({ name }: { name: string }) => name)).toEqual(['open', 'shared']);
  expect([copy, total]).toEqual([data, 2]);
  expect(await post('user/search', { customAttributes: { locked: 'secret' } })).toMatchObject(refused);
});
