import { afterAll, beforeAll, expect, test } from 'vitest';
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
});
