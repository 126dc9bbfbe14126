import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FlowBrowser, password, startFlows } from '../../../../test/flows.ts';
import type { Latchkey } from '../../../../test/harness.ts';
import { setPolicy } from '../../../../test/sign-in-policy.ts';
import { signInByPassword, withToken } from '../../../../test/signed-in.ts';

/** The flows of the tenant profile widget: what administrators of a tenant change, and nobody else. */
let flows: Awaited<ReturnType<typeof startFlows>>;
let latchkey: Latchkey;
const manage = async (path: string, body: object) =>
  expect((await latchkey.manage('POST', `/v1/mgmt/${path}`, body)).status, path).toBe(200);

beforeAll(async () => {
  flows = await startFlows();
  ({ latchkey } = flows);
  for (const [id, name] of [
    ['acme', 'Acme'],
    ['globex', 'Globex'],
  ])
    await manage('tenant/create', { id, name });
  await manage('role/create', { name: 'Connects', permissionNames: ['SSO Admin'] });
});
afterAll(() => latchkey?.close());

async function member(roleNames: string[], tenantId = 'acme') {
  const loginId = await flows.makeUser({ userTenants: [{ tenantId, roleNames }] });
  const { refreshJwt, user } = (await signInByPassword(latchkey, { loginId, password })).body;
  return {
    loginId,
    userId: user.userId as string,
    refreshJwt,
    bearer: `${latchkey.projectId}:${refreshJwt}`,
  };
}

async function press(
  flowId: string,
  interactionId: string,
  input: object,
  { bearer, tenant = 'acme' }: { bearer?: string; tenant?: unknown },
) {
  const browser = new FlowBrowser(latchkey);
  await browser.start(flowId, {
    interactionId,
    input,
    options: { tenant },
    ...(bearer && { bearer }),
  });
  return browser;
}

const nameOf = async (id: string) => (await latchkey.manage('GET', `/v1/mgmt/tenant?id=${id}`)).body.name;

test('an administrator renames the tenant, and the audit log says who', async () => {
  const { bearer, userId } = await member(['Tenant Admin']);
  const { at } = await press('tenant-profile-name', 'save', { tenantName: ' Acme Inc ' }, { bearer });
  expect([at.status, at.authInfo, await nameOf('acme')]).toEqual(['completed', undefined, 'Acme Inc']);
  const { audits } = (await latchkey.manage('POST', '/v1/mgmt/audit/search', { actions: ['TenantModified'] }))
    .body;
  expect(audits[0]).toMatchObject({ actorId: userId });
  const taken = await press('tenant-profile-name', 'save', { tenantName: 'globex' }, { bearer });
  expect(taken.at).toMatchObject({
    status: 'waiting',
    screen: { state: { errorText: expect.any(String), form: { tenantName: 'globex' } } },
  });
});

test('nobody else changes it: members, administrators of another tenant, or callers without a session', async () => {
  const before = await nameOf('acme');
  const [plain, connects] = [await member([]), await member(['Connects'])];
  const other = await member(['Tenant Admin'], 'globex');
  const admin = await member(['Tenant Admin']);
  const attempts = [
    ...[plain, connects, other].map(({ bearer }) => ({ bearer })),
    ...['', 'globex', 'nothing', ['acme'], { id: 'acme' }].map((tenant) => ({
      bearer: admin.bearer,
      tenant,
    })),
    {},
    { bearer: `${latchkey.projectId}:a.b.c` },
  ];
  for (const attempt of attempts) {
    const { at } = await press('tenant-profile-name', 'save', { tenantName: 'Mallory', id: 'acme' }, attempt);
    expect([at.status, typeof at.screen.state.errorText], JSON.stringify(attempt)).toEqual([
      'waiting',
      'string',
    ]);
  }
  expect([await nameOf('acme'), await nameOf('globex')]).toEqual([before, 'Globex']);
});

test.each([
  [
    'the role',
    ({ loginId }: { loginId: string }) =>
      manage('user/update/role/remove', { loginId, tenantId: 'acme', roleNames: ['Tenant Admin'] }),
  ],
  [
    'the membership',
    ({ loginId }: { loginId: string }) => manage('user/update/tenant/remove', { loginId, tenantId: 'acme' }),
  ],
  ['the tenant itself', () => manage('tenant/update', { id: 'acme', name: 'Acme Inc', disabled: true })],
])('an administrator who has lost %s between two screens changes nothing', async (_name, take) => {
  await manage('tenant/update', { id: 'acme', name: 'Acme Inc', disabled: false });
  await member(['Tenant Admin']);
  const admin = await member(['Tenant Admin']);
  const browser = await press('tenant-profile-domains', 'continue', { domain: 'first.example' }, admin);
  expect(browser.at.screen).toMatchObject({
    id: 'tenant-profile-domain-record',
    state: { domain: { type: 'TXT', name: '_latchkey.first.example' } },
  });
  await take(admin);
  const verify = await browser.press('continue');
  expect(verify.screen.state.errorText).toContain('Only its administrators');
  await browser.press('back');
  const claim = await browser.press('continue', { domain: 'second.example' });
  expect(claim.screen).toMatchObject({ id: 'tenant-profile-domains', state: { errorType: 'not_allowed' } });
  await manage('tenant/update', { id: 'acme', name: 'Acme Inc', disabled: false });
  const { domains } = (await latchkey.manage('GET', '/v1/mgmt/tenant/domain/all?tenantId=acme')).body;
  expect(domains.map(({ domain }: { domain: string }) => domain)).not.toContain('second.example');
});

test('a domain is proven by its record, and is not there before', async () => {
  const admin = await member(['Tenant Admin']);
  const browser = await press('tenant-profile-domains', 'continue', { domain: 'acme.example' }, admin);
  const missing = await browser.press('continue');
  expect(missing.status).toBe('waiting');
  expect(missing.screen.state.errorText).toEqual(expect.any(String));
  expect((await browser.press('later')).status).toBe('completed');
  for (const domain of ['', 'nonsense', 'com'])
    expect((await press('tenant-profile-domains', 'continue', { domain }, admin)).at.status).toBe('waiting');
});

test('a flow of a tenant ends with the session, and demands what its sign-in policy demands', async () => {
  const admin = await member(['Tenant Admin']);
  await setPolicy(latchkey, { when: 'always', methods: ['totp'] }, { tenantId: 'acme' });
  const lacking = await press('tenant-profile-name', 'save', { tenantName: 'Mallory' }, admin);
  expect(lacking.at.status).toBe('waiting');
  await setPolicy(latchkey, { when: 'never' }, { tenantId: 'acme' });
  const browser = await press('tenant-profile-domains', 'continue', { domain: 'third.example' }, admin);
  await withToken(latchkey, 'POST', '/v1/auth/logout', admin.refreshJwt);
  const { status, body } = await browser.send(browser.request('continue'));
  expect([status >= 400, body.errorCode]).toEqual([true, 'E103205']);
  expect(await nameOf('acme')).toBe('Acme Inc');
});

test('the enforcement of single sign-on cannot be changed here', async () => {
  const { bearer } = await member(['Tenant Admin']);
  const { at } = await press('tenant-profile-enforce-sso', 'save', { enforceSSO: false }, { bearer });
  expect([at.status, at.screen.id]).toEqual(['waiting', 'tenant-profile-enforce-sso']);
  const closed = await press('tenant-profile-enforce-sso', 'continue', { enforceSSO: false }, { bearer });
  expect([closed.at.status, closed.at.authInfo]).toEqual(['completed', undefined]);
  expect((await latchkey.manage('GET', '/v1/mgmt/tenant?id=acme')).body.enforceSSO).toBe(false);
});

describe('a custom attribute of the tenant', () => {
  const attributes = async () =>
    (await latchkey.manage('GET', '/v1/mgmt/tenant?id=acme')).body.customAttributes;
  const flowOf = (name: string) => `tenant-profile-attribute-${name.replaceAll('_', '.')}-field`;
  const change = async (name: string, value: unknown, bearer: string) =>
    (await press(flowOf(name), 'save', { value }, { bearer })).at;
  const listed = ['cost_center', 'seats', 'trial', 'regions'];

  beforeAll(async () => {
    await flows.configure({ accountPage: { editableTenantAttributes: listed } });
    const customAttributes = { plan: 'basic', seats: 5, trial: true, regions: ['eu'] };
    await manage('tenant/update', { id: 'acme', name: 'Acme Inc', customAttributes });
  });

  test('is changed by an administrator if the project lists it, and keeps its type', async () => {
    const { bearer } = await member(['Tenant Admin']);
    const { body } = await latchkey.manage('POST', '/v1/mgmt/flow/list', {});
    const ids = body.flows.map(({ id }: { id: string }) => id);
    expect(ids).toEqual(expect.arrayContaining(listed.map(flowOf)));
    for (const [name, value, stored] of [
      ['cost_center', ' R&D ', 'R&D'],
      ['seats', '12.5', 12.5],
      ['trial', 'False', false],
    ] as const) {
      expect((await change(name, value, bearer)).status, name).toBe('completed');
      expect((await attributes())[name]).toBe(stored);
    }
    for (const [name, value] of [
      ['seats', 'many'],
      ['trial', 'perhaps'],
      ['regions', 'us'],
    ] as const)
      expect((await change(name, value, bearer)).screen.state.errorText, name).toEqual(expect.any(String));
    expect((await change('cost_center', '', bearer)).status).toBe('completed');
    expect(await attributes()).toEqual({ plan: 'basic', seats: 12.5, trial: false, regions: ['eu'] });
  });

  test('that the project does not list is changed neither by a flow nor by the API', async () => {
    const { bearer, refreshJwt } = await member(['Tenant Admin']);
    const before = await attributes();
    expect((await change('plan', 'gold', bearer)).screen.state.errorText).toEqual(expect.any(String));
    const patch = (customAttributes: object) =>
      withToken(latchkey, 'PATCH', '/v1/mgmt/tenant/patch?tenant=acme', refreshJwt, {
        id: 'acme',
        customAttributes,
      });
    for (const wrong of [{ plan: 'gold' }, { seats: 6, plan: null }, { other: 1 }])
      expect(await patch(wrong)).toMatchObject({ status: 403, body: { errorCode: 'E064013' } });
    expect(await attributes()).toEqual(before);
    expect((await patch({ seats: 6 })).status).toBe(200);
    await flows.configure({ accountPage: { editableTenantAttributes: [] } });
    expect((await change('seats', '7', bearer)).screen.state.errorText).toEqual(expect.any(String));
    expect((await attributes()).seats).toBe(6);
    await flows.configure({ accountPage: { editableTenantAttributes: listed } });
  });

  test('is changed by nobody else', async () => {
    const before = await attributes();
    for (const { bearer } of [
      await member([]),
      await member(['Connects']),
      await member(['Tenant Admin'], 'globex'),
    ])
      expect((await change('seats', '1', bearer)).status).toBe('waiting');
    expect(await attributes()).toEqual(before);
  });

  test('has a name that can be part of an address', async () => {
    for (const name of ['', 'a.b', 'ä', 'a b', 'x'.repeat(65)]) {
      const accountPage = { editableTenantAttributes: [name] };
      const { status, body } = await latchkey.manage('POST', '/v1/mgmt/project/settings', { accountPage });
      expect([status, body.errorCode], name).toEqual([400, expect.stringMatching(/^E01100[34]$/)]);
    }
  });
});

describe('the settings that only the application changes', () => {
  const shown = async (flowId: string, bearer?: string, locale = 'en') => {
    const browser = new FlowBrowser(latchkey);
    await browser.start(flowId, { options: { tenant: 'acme', locale }, ...(bearer && { bearer }) });
    expect(browser.at).toMatchObject({ status: 'waiting', screen: { id: flowId } });
    return browser.at.screen.state.lead as string;
  };

  test('are shown to an administrator in each language', async () => {
    const { bearer } = await member(['Tenant Admin']);
    const [policy, sessions] = ['tenant-profile-password-policy', 'tenant-profile-session-settings'];
    expect(await shown(sessions, bearer)).toContain('no limits of its own');
    await manage('password/settings', {
      tenantId: 'acme',
      minLength: 20,
      number: true,
      expiration: true,
      expirationWeeks: 8,
      reuse: true,
      reuseAmount: 3,
    });
    await manage('tenant/settings', {
      tenantId: 'acme',
      enabled: true,
      refreshTokenExpiration: 2,
      refreshTokenExpirationUnit: 'weeks',
      enableInactivity: true,
      inactivityTime: 45,
      inactivityTimeUnit: 'minutes',
    });
    const words = {
      en: [
        ['At least 20 characters', 'Include a digit', 'expire after 56 days', 'the last 3'],
        ['after 14 days at the latest', 'after 45 minutes without'],
      ],
      de: [
        ['Mindestens 20 Zeichen', 'Ziffer', '56 Tage', 'letzten 3'],
        ['14 Tage', '45 Minuten ohne'],
      ],
      es: [
        ['Al menos 20 caracteres', 'número', '56 días', 'últimas 3'],
        ['14 días', '45 minutos sin'],
      ],
      fr: [
        ['Au moins 20 caractères', 'chiffre', '56 jours', '3 derniers'],
        ['14 jours', '45 minutes d’inactivité'],
      ],
    };
    for (const [locale, [ofPolicy = [], ofSessions = []]] of Object.entries(words)) {
      for (const word of ofPolicy) expect(await shown(policy, bearer, locale)).toContain(word);
      for (const word of ofSessions) expect(await shown(sessions, bearer, locale)).toContain(word);
    }
    await manage('password/settings', { tenantId: 'acme', enabled: false });
    expect(await shown(policy, bearer)).toContain('can’t use passwords');
    await manage('password/settings', { tenantId: 'acme', enabled: true, number: false });
  });

  test('are shown to nobody else, and changed by no call', async () => {
    const [plain, other, admin] = [
      await member([]),
      await member(['Tenant Admin'], 'globex'),
      await member(['Tenant Admin']),
    ];
    for (const flowId of ['tenant-profile-password-policy', 'tenant-profile-session-settings']) {
      for (const bearer of [plain.bearer, other.bearer])
        expect(await shown(flowId, bearer)).toContain('Only its administrators');
      expect(await shown(flowId)).toContain('Sign in first');
    }
    for (const path of ['password/settings', 'tenant/settings']) {
      const body = { tenantId: 'acme', id: 'acme', minLength: 8, enabled: false };
      const answer = await withToken(
        latchkey,
        'POST',
        `/v1/mgmt/${path}?tenant=acme`,
        admin.refreshJwt,
        body,
      );
      expect(answer.status).toBe(401);
    }
  });
});
