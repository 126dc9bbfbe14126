import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { effects } from '../../../../../test/effects/effects.ts';
import { type Latchkey, startLatchkey } from '../../../../../test/harness.ts';
import { byHand, refusal, ssoSettings } from '../../../../../test/sso-settings.ts';
import { idp } from '../saml/idp-fixture.ts';

let latchkey: Latchkey;
beforeAll(async () => {
  latchkey = await startLatchkey();
  for (const name of ['Admin', 'Reader']) await latchkey.manage('POST', '/v1/mgmt/role/create', { name });
});
afterAll(() => latchkey.close());

const { newTenant, configure, byMetadata, load } = ssoSettings(() => latchkey);

async function audited(tenantId: string) {
  const rows = await latchkey.service.db
    .selectFrom('auditEvents')
    .select(['data', 'method'])
    .where('projectId', '=', latchkey.projectId)
    .where('tenantId', '=', tenantId)
    .where('action', '=', 'SsoModified')
    .orderBy('occurredAt')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ method: row.method, ...JSON.parse(row.data) }));
}

describe('SSO settings of a tenant', () => {
  test('are blank at first, with our addresses for the identity provider', async () => {
    const tenantId = await newTenant();
    const { body, status } = await effects(latchkey, () =>
      latchkey.manage('GET', `/v2/mgmt/sso/settings?tenantId=${tenantId}`),
    ).toBe({});
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ssoId: 'default_ssoid',
      tenant: { id: tenantId, authType: 'none', domains: [] },
      saml: {
        idpEntityId: '',
        idpCertificate: '',
        groupsMapping: [],
        spCertificate: '',
        lastSuccessTestTime: 0,
      },
      oidc: { clientSecret: '', grantType: 'authorization_code', scope: [] },
    });
    const query = `projectId=${latchkey.projectId}`;
    expect(body.saml.spEntityId).toBe(
      `${latchkey.baseUrl}/v1/auth/saml/metadata?${query}&tenant=${tenantId}`,
    );
    expect(body.saml.spACSUrl).toBe(`${latchkey.baseUrl}/v1/auth/saml/acs?${query}&tenantId=${tenantId}`);
  });

  test('of an unknown tenant or connection are not found', async () => {
    const tenantId = await newTenant();
    const get = (path: string) => latchkey.manage('GET', path);
    expect(await get('/v2/mgmt/sso/settings?tenantId=none')).toMatchObject({
      status: 404,
      ...refusal('E111202'),
    });
    expect(await get('/v2/mgmt/sso/settings/all?tenantId=none')).toMatchObject(refusal('E111202'));
    expect(await get('/v1/mgmt/sso/settings?tenantId=none')).toMatchObject(refusal('E111202'));
    expect(await get(`/v2/mgmt/sso/settings?tenantId=${tenantId}&ssoId=none`)).toMatchObject({
      status: 404,
      ...refusal('E111302'),
    });
    expect(await configure('none')).toMatchObject(refusal('E111202'));
    expect(await configure(tenantId, {}, { ssoId: 'none' })).toMatchObject(refusal('E111302'));
  });

  test('can be set by hand and read back, and the tenant signs in by SAML', async () => {
    const tenantId = await newTenant();
    const stored = {
      providerID: 'okta',
      groupsPriority: ['admins', 'staff'],
      subjectNameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
      signRequests: true,
      requestBinding: 'post',
      allowIdpInitiated: true,
    };
    const answer = await configure(
      tenantId,
      {
        ...stored,
        idpCert: idp.certificate + idp.nextCertificate,
        idpAdditionalCerts: [idp.certificate],
        attributeMapping: { email: 'mail', group: 'memberOf', customAttributes: { badge: 'employeeNumber' } },
        roleMappings: [
          { groups: ['admins', 'owners'], roleName: 'Admin' },
          { groups: null, roleName: 'Reader' },
        ],
        defaultSSORoles: ['Reader'],
        spACSUrl: 'https://old.example/acs',
        spEntityId: 'urn:old',
      },
      {
        redirectUrl: 'https://app.example/done',
        domains: ['B.Example.com', 'a.example.com', 'a.example.com'],
      },
    );
    expect(answer).toMatchObject({ status: 200, body: {} });
    const { saml, tenant } = await load(tenantId);
    expect(saml).toMatchObject({
      ...stored,
      idpEntityId: idp.entityId,
      idpSSOUrl: idp.redirectUrl,
      idpCertificate: idp.certificate,
      idpAdditionalCertificates: [idp.nextCertificate],
      idpMetadataUrl: '',
      redirectUrl: 'https://app.example/done',
      spACSUrl: 'https://old.example/acs',
      spEntityId: 'urn:old',
      attributeMapping: {
        email: 'mail',
        group: 'memberOf',
        name: '',
        customAttributes: { badge: 'employeeNumber' },
      },
      groupsMapping: [
        { role: { id: expect.stringMatching(/^R/), name: 'Admin' }, groups: ['admins', 'owners'] },
        { role: { name: 'Reader' }, groups: [] },
      ],
      defaultSSORoles: ['Reader'],
    });
    expect(saml.spCertificate).toMatch(/^-----BEGIN CERTIFICATE-----/);
    expect(tenant).toMatchObject({ authType: 'saml', domains: ['a.example.com', 'b.example.com'] });
  });

  test.each([
    [
      'fgaMappings',
      { staff: { relations: [{ resource: 'r', relationDefinition: 'd', namespace: 'n' }] } },
      {},
    ],
    ['configFGATenantIDResourcePrefix', 'pre', ''],
    ['configFGATenantIDResourceSuffix', 'post', ''],
    ['scimProviderID', 'okta-scim', ''],
  ])('refuse %s by name, and accept it empty', async (field, value, empty) => {
    const tenantId = await newTenant();
    const refused = await configure(tenantId, { [field]: value });
    expect(refused).toMatchObject({ status: 501, ...refusal('E501001') });
    expect(refused.body.errorMessage).toContain(field);
    expect((await load(tenantId)).tenant.authType).toBe('none');
    expect(await configure(tenantId, { [field]: empty })).toMatchObject({ status: 200 });
    expect((await load(tenantId)).saml[field]).toEqual(empty);
  });

  test('are overwritten as a whole, and only our key stays', async () => {
    const tenantId = await newTenant();
    const rich = {
      roleMappings: [{ groups: ['a'], roleName: 'Admin' }],
      allowIdpInitiated: true,
      providerID: 'x',
    };
    await configure(tenantId, rich, {
      redirectUrl: 'https://app.example/',
      domains: [`${tenantId}.example`],
    });
    const before = await load(tenantId);
    await configure(tenantId, { entityId: 'urn:next' }, { redirectUrl: '', domains: null });
    const after = await load(tenantId);
    expect(after.saml).toMatchObject({
      idpEntityId: 'urn:next',
      groupsMapping: [],
      allowIdpInitiated: false,
      providerID: '',
      redirectUrl: '',
      spCertificate: before.saml.spCertificate,
    });
    expect(after.tenant.domains).toEqual([]);
  });

  test.each([
    ['idpUrl', '', 'E011002', /idpUrl/],
    ['idpUrl', null, 'E011002', /idpUrl/],
    ['idpUrl', 'javascript:alert(1)', 'E011004', /idpUrl/],
    ['idpUrl', '/sso', 'E011004', /idpUrl/],
    ['entityId', '', 'E011002', /entityId/],
    ['entityId', '   ', 'E011002', /entityId/],
    ['entityId', 'two words', 'E011004', /entityId/],
    ['idpCert', '', 'E011002', /idpCert/],
    ['idpCert', ' \n ', 'E111301', /empty/],
    ['idpCert', 'cert', 'E111301', /certificate/],
    ['idpCert', '-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----', 'E111301', /certificate/],
    ['idpCert', '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----', 'E111301', /private key/],
    ['idpAdditionalCerts', [''], 'E111301', /empty/],
    ['spACSUrl', 'not a url', 'E011004', /spACSUrl/],
    ['spEntityId', 'a b', 'E011004', /spEntityId/],
    ['spEncryptionKey', 'key', 'E501001', /spEncryptionKey/],
    ['spSignKey', 'key', 'E501001', /spSignKey/],
    ['roleMappings', [{ groups: ['a'], roleName: 'Nobody' }], 'E011004', /Nobody/],
    ['defaultSSORoles', ['Nobody'], 'E011004', /Nobody/],
    ['requestBinding', 'artifact', 'E011003', /requestBinding/],
  ])('with %s = %j are refused, and nothing is saved', async (field, value, code, message) => {
    const tenantId = await newTenant();
    const answer = await effects(latchkey, () =>
      configure(tenantId, { [field]: value }, { domains: [`${tenantId}.example`] }),
    ).toBe({});
    expect(answer).toMatchObject(refusal(code, message));
    expect(await load(tenantId)).toMatchObject({
      tenant: { authType: 'none', domains: [] },
      saml: { idpEntityId: '', idpCertificate: '', spCertificate: '' },
    });
  });

  test('stay unchanged when a change is refused', async () => {
    const tenantId = await newTenant();
    await configure(tenantId, {}, { domains: [`${tenantId}.example`] });
    await effects(latchkey, async () => {
      await configure(tenantId, { idpCert: ' ' }, { domains: [] });
      await configure(tenantId, { defaultSSORoles: ['Nobody'] }, { domains: [] });
      await byMetadata(tenantId, { idpMetadataXml: '<junk/>' });
    }).toBe({});
  });

  test.each([
    '/done',
    'app.example',
    'javascript:alert(1)',
    'https://user:secret@app.example/',
    'https://a\\b',
  ])('refuse %j as the redirect URL', async (redirectUrl) => {
    const tenantId = await newTenant();
    expect(await configure(tenantId, {}, { redirectUrl })).toMatchObject(refusal('E011004', /redirectUrl/));
  });

  test('name roles by their current names, and leave out deleted ones', async () => {
    const tenantId = await newTenant();
    for (const name of ['Old', 'Gone']) {
      await latchkey.manage('POST', '/v1/mgmt/role/create', { name, tenantId });
    }
    const roleMappings = ['Old', 'Gone'].map((roleName) => ({ roleName, groups: [roleName] }));
    await configure(tenantId, { roleMappings, defaultSSORoles: ['Gone', 'Old'] });
    await latchkey.manage('POST', '/v1/mgmt/role/update', { name: 'Old', tenantId, newName: 'New' });
    await latchkey.manage('POST', '/v1/mgmt/role/delete', { name: 'Gone', tenantId });
    const { saml } = await load(tenantId);
    expect(saml.groupsMapping).toMatchObject([{ role: { name: 'New' }, groups: ['Old'] }]);
    expect(saml.defaultSSORoles).toEqual(['New']);
  });

  test('of another project are out of reach', async () => {
    const tenantId = await newTenant();
    await configure(tenantId, {}, { domains: [`${tenantId}.example`] });
    const other = await latchkey.addProject();
    const bearer = `${other.projectId}:${other.managementKey}`;
    const ask = (method: string, path: string, body?: unknown) =>
      latchkey.request(method, path, { bearer, body });
    expect(await ask('GET', `/v2/mgmt/sso/settings?tenantId=${tenantId}`)).toMatchObject(refusal('E111202'));
    expect(await ask('DELETE', `/v1/mgmt/sso/settings?tenantId=${tenantId}`)).toMatchObject(
      refusal('E111202'),
    );
    await ask('POST', '/v1/mgmt/tenant/create', { id: tenantId, name: tenantId });
    const body = { tenantId, settings: byHand, domains: [`${tenantId}.example`] };
    expect(await ask('POST', '/v1/mgmt/sso/saml', body)).toMatchObject({ status: 200 });
  });

  test('changes are audited without certificates', async () => {
    const tenantId = await newTenant();
    await configure(tenantId, { signRequests: true }, { domains: [`${tenantId}.example`] });
    await latchkey.manage('DELETE', `/v1/mgmt/sso/settings?tenantId=${tenantId}`);
    const events = await audited(tenantId);
    expect(events).toEqual([
      {
        method: 'saml',
        ssoId: 'default_ssoid',
        change: 'configured',
        idpEntityId: idp.entityId,
        changed: expect.arrayContaining(['idpEntityId', 'idpCertificates', 'signRequests']),
        changes: expect.objectContaining({
          idpCertificates: 'changed',
          idpEntityId: { from: '', to: idp.entityId },
          signRequests: { from: false, to: true },
        }),
        domains: [`${tenantId}.example`],
      },
      { method: '', ssoId: 'default_ssoid', change: 'deleted' },
    ]);
  });
});
