import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Latchkey, startLatchkey } from '../../../../test/harness.ts';

let latchkey: Latchkey;
let tenants: ReturnType<Latchkey['sdk']>['management']['tenant'];

beforeAll(async () => {
  latchkey = await startLatchkey();
  tenants = latchkey.sdk().management.tenant;
});
afterAll(() => latchkey.close());

const manage = (path: string, body: unknown) => latchkey.manage('POST', `/v1/mgmt/${path}`, body);
const load = async (id: string) => (await latchkey.manage('GET', `/v1/mgmt/tenant?id=${id}`)).body;
const settingsOf = async (id: string) =>
  (await latchkey.manage('GET', `/v1/mgmt/tenant/settings?id=${id}`)).body;

async function create(body: Record<string, unknown>): Promise<string> {
  const answer = await manage('tenant/create', body);
  expect(answer.body).toEqual({ id: expect.any(String) });
  return answer.body.id as string;
}

describe('settings', () => {
  test('of a new tenant are complete, with none as its sign-in protocol', async () => {
    const id = await create({ name: 'Fresh', selfProvisioningDomains: ['fresh.com'] });
    const { data } = await tenants.getSettings(id);
    expect(data).toMatchObject({
      selfProvisioningDomains: ['fresh.com'],
      domains: [],
      authType: 'none',
      enabled: false,
      refreshTokenExpiration: 0,
      JITDisabled: false,
      InactivityTime: 0,
      ssoSetupSuiteSettings: { enabled: true, styleId: '', disabledFeatures: { saml: false } },
    });
  });

  test('are read back as the public SDK wrote them, and stay if they are absent', async () => {
    const id = await create({ name: 'Configured' });
    const written = {
      selfProvisioningDomains: ['configured.com'],
      authType: 'oidc' as const,
      enabled: true,
      refreshTokenExpiration: 3,
      refreshTokenExpirationUnit: 'weeks' as const,
      sessionTokenExpiration: 10,
      sessionTokenExpirationUnit: 'minutes' as const,
      stepupTokenExpiration: 5,
      stepupTokenExpirationUnit: 'minutes' as const,
      enableInactivity: true,
      InactivityTime: 2,
      InactivityTimeUnit: 'days' as const,
      JITDisabled: true,
      ssoSetupSuiteSettings: { enabled: false, styleId: '', disabledFeatures: { oidc: true } },
    };
    expect((await tenants.configureSettings(id, written)).ok).toBe(true);
    const expected = { ...written, inactivityTime: 2, inactivityTimeUnit: 'days' };
    expect(await settingsOf(id)).toMatchObject(expected);
    await manage('tenant/settings', {
      tenantId: id,
      sessionSettingsEnabled: false,
      sessionTokenExpiration: '15',
    });
    expect(await settingsOf(id)).toMatchObject({ ...expected, enabled: false, sessionTokenExpiration: 15 });
    expect(await load(id)).toMatchObject({ name: 'Configured', authType: 'oidc' });
  });

  test('that a client loads can be sent back unchanged', async () => {
    const id = await create({ name: 'Round trip' });
    const before = await settingsOf(id);
    expect((await manage('tenant/settings', { tenantId: id, ...before })).body).toEqual({});
    expect(await settingsOf(id)).toEqual(before);
  });

  test('refuse a style of the setup page by name', async () => {
    const id = await create({ name: 'Style' });
    const answer = await manage('tenant/settings', {
      tenantId: id,
      ssoSetupSuiteSettings: { styleId: 'dark' },
    });
    expect([answer.status, answer.body.errorCode]).toEqual([501, 'E501001']);
    expect(answer.body.errorMessage).toContain('styleId');
    expect((await manage('tenant/settings', { tenantId: id, ssoSetupSuiteSettings: {} })).status).toBe(200);
    expect((await settingsOf(id)).ssoSetupSuiteSettings).toMatchObject({ enabled: true, styleId: '' });
  });

  test('refuse SSO domains without the connection that they belong to', async () => {
    const id = await create({ name: 'Domains' });
    const answer = await manage('tenant/settings', { tenantId: id, domains: ['sso.com'], JITDisabled: true });
    expect(answer.body.errorCode).toBe('E011004');
    expect(await settingsOf(id)).toMatchObject({ domains: [], JITDisabled: false });
  });

  test('are all kept when concurrent requests write different ones', async () => {
    const id = await create({ name: 'Concurrent' });
    const changes = [
      { enabled: true },
      { JITDisabled: true },
      { enforceSSO: true },
      { enableInactivity: true },
      { inactivityTime: 7 },
      { federatedAppIds: ['app'] },
    ];
    await Promise.all(changes.map((change) => manage('tenant/settings', { tenantId: id, ...change })));
    expect(await settingsOf(id)).toMatchObject(Object.assign({}, ...changes));
  });
});

describe('SSO of a tenant', () => {
  test('reports its domains and its protocol', async () => {
    const tenantId = await create({ name: 'Federated', authType: 'oidc' });
    const { db } = latchkey.service;
    const connection = {
      projectId: latchkey.projectId,
      tenantId,
      name: 'Second',
      protocol: 'saml' as const,
      settings: '{}',
      spCertificate: '',
      sealedSpKey: '',
      createdAt: 0,
      modifiedAt: 0,
    };
    await db
      .insertInto('ssoConnections')
      .values({ ...connection, id: 'other' })
      .execute();
    expect(await load(tenantId)).toMatchObject({
      authType: 'oidc',
      additionalSSOConfigs: [{ ssoId: 'other', name: 'Second', authType: 'saml' }],
    });
    await db
      .insertInto('ssoConnections')
      .values({ ...connection, id: 'default_ssoid' })
      .execute();
    await db
      .insertInto('ssoDomains')
      .values({
        projectId: latchkey.projectId,
        tenantId,
        connectionId: 'default_ssoid',
        domain: 'federated.com',
      })
      .execute();
    expect(await load(tenantId)).toMatchObject({ authType: 'saml', domains: ['federated.com'] });
    expect(await settingsOf(tenantId)).toMatchObject({ authType: 'saml', domains: ['federated.com'] });
    for (const filter of [{ authType: 'saml' }, { tenantSSODomains: ['federated.com'] }]) {
      const found = await manage('tenant/search', { tenantIds: [tenantId], ...filter });
      expect(found.body.tenants).toHaveLength(1);
    }
    expect((await tenants.delete(tenantId)).ok).toBe(true);
    expect(
      await db.selectFrom('ssoDomains').selectAll().where('projectId', '=', latchkey.projectId).execute(),
    ).toEqual([]);
  });
});

describe('default roles', () => {
  test('are roles of the project, given by name, and lose deleted roles', async () => {
    const { role } = latchkey.sdk().management;
    await role.create('Reader');
    await role.create('Writer');
    const id = await create({ name: 'With default roles' });
    expect((await tenants.updateDefaultRoles(id, ['Writer', 'Reader', 'Reader'])).ok).toBe(true);
    expect((await load(id)).defaultRoles).toEqual(['Reader', 'Writer']);
    const unknown = await manage('tenant/updateDefaultRoles', { id, defaultRoles: ['Reader', 'Nobody'] });
    expect(unknown.body).toMatchObject({
      errorCode: 'E011004',
      errorMessage: expect.stringContaining('Nobody'),
    });
    await role.update('Writer', 'Author');
    expect((await load(id)).defaultRoles).toEqual(['Author', 'Reader']);
    await role.delete('Author');
    expect((await load(id)).defaultRoles).toEqual(['Reader']);
    await tenants.updateDefaultRoles(id, []);
    expect((await load(id)).defaultRoles).toEqual([]);
  });
});
