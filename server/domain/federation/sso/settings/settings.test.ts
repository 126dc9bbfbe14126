import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Latchkey, startLatchkey } from '../../../../../test/harness.ts';
import { idp, idpMetadata } from '../saml/idp-fixture.ts';

let latchkey: Latchkey;
let count = 0;

beforeAll(async () => {
  latchkey = await startLatchkey();
  for (const name of ['Admin', 'Reader']) await latchkey.manage('POST', '/v1/mgmt/role/create', { name });
});
afterAll(() => latchkey.close());

async function newTenant(): Promise<string> {
  const id = `tenant-${++count}`;
  await latchkey.manage('POST', '/v1/mgmt/tenant/create', { id, name: id });
  return id;
}

const byHand = { idpUrl: idp.redirectUrl, entityId: idp.entityId, idpCert: idp.certificate };

const configure = (tenantId: string, settings: object = {}, envelope: object = {}) =>
  latchkey.manage('POST', '/v1/mgmt/sso/saml', {
    tenantId,
    settings: { ...byHand, ...settings },
    ...envelope,
  });

const byMetadata = (tenantId: string, settings: object, envelope: object = {}) =>
  latchkey.manage('POST', '/v1/mgmt/sso/saml/metadata', { tenantId, settings, ...envelope });

async function load(tenantId: string, ssoId = '') {
  const answer = await latchkey.manage('GET', `/v2/mgmt/sso/settings?tenantId=${tenantId}&ssoId=${ssoId}`);
  return answer.body;
}

const refusal = (errorCode: string, message: RegExp | string = /./) => ({
  body: { errorCode, errorMessage: typeof message === 'string' ? message : expect.stringMatching(message) },
});

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
    const { body, status } = await latchkey.manage('GET', `/v2/mgmt/sso/settings?tenantId=${tenantId}`);
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
    expect(await audited(tenantId)).toEqual([]);
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
    const answer = await configure(tenantId, { [field]: value }, { domains: [`${tenantId}.example`] });
    expect(answer).toMatchObject(refusal(code, message));
    expect(await load(tenantId)).toMatchObject({
      tenant: { authType: 'none', domains: [] },
      saml: { idpEntityId: '', idpCertificate: '', spCertificate: '' },
    });
    expect(await audited(tenantId)).toEqual([]);
  });

  test('stay unchanged when a change is refused', async () => {
    const tenantId = await newTenant();
    await configure(tenantId, {}, { domains: [`${tenantId}.example`] });
    const before = await load(tenantId);
    await configure(tenantId, { idpCert: ' ' }, { domains: [] });
    await configure(tenantId, { defaultSSORoles: ['Nobody'] }, { domains: [] });
    await byMetadata(tenantId, { idpMetadataXml: '<junk/>' });
    expect(await load(tenantId)).toEqual(before);
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
        domains: [`${tenantId}.example`],
      },
      { method: '', ssoId: 'default_ssoid', change: 'deleted' },
    ]);
  });
});

describe('SSO settings from a metadata document', () => {
  test('contain everything that the document says', async () => {
    const tenantId = await newTenant();
    const idpMetadataXml = idpMetadata({
      certificates: [idp.certificate, idp.nextCertificate],
      wantSigned: true,
    });
    expect(await byMetadata(tenantId, { idpMetadataXml })).toMatchObject({ status: 200, body: {} });
    expect(await load(tenantId)).toMatchObject({
      tenant: { authType: 'saml' },
      saml: {
        idpEntityId: idp.entityId,
        idpSSOUrl: idp.redirectUrl,
        idpCertificate: idp.certificate,
        idpAdditionalCertificates: [idp.nextCertificate],
        signRequests: true,
        requestBinding: 'redirect',
      },
    });
  });

  test('use POST if the identity provider accepts nothing else, and the requested binding if it accepts both', async () => {
    const tenantId = await newTenant();
    await byMetadata(tenantId, { idpMetadataXml: idpMetadata({ bindings: ['post'] }) });
    expect((await load(tenantId)).saml).toMatchObject({ requestBinding: 'post', idpSSOUrl: idp.postUrl });
    await byMetadata(tenantId, { idpMetadataXml: idpMetadata({ wantSigned: true }), requestBinding: 'post' });
    expect((await load(tenantId)).saml).toMatchObject({ requestBinding: 'post', idpSSOUrl: idp.postUrl });
    const unsigned = { idpMetadataXml: idpMetadata({ wantSigned: true }), signRequests: false };
    await byMetadata(tenantId, unsigned);
    expect((await load(tenantId)).saml).toMatchObject({ requestBinding: 'redirect', signRequests: false });
    const impossible = { idpMetadataXml: idpMetadata({ bindings: ['post'] }), requestBinding: 'redirect' };
    expect(await byMetadata(tenantId, impossible)).toMatchObject(refusal('E111301', /redirect/));
  });

  test('are those of the identity provider that entityId names', async () => {
    const tenantId = await newTenant();
    const both = [idpMetadata(), idpMetadata({ entityId: 'urn:second' })].join('');
    const idpMetadataXml = `<EntitiesDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata">${both}</EntitiesDescriptor>`;
    expect(await byMetadata(tenantId, { idpMetadataXml })).toMatchObject(refusal('E111301', /several/));
    expect(await byMetadata(tenantId, { idpMetadataXml, entityId: 'urn:third' })).toMatchObject(
      refusal('E111301'),
    );
    await byMetadata(tenantId, { idpMetadataXml, entityId: 'urn:second' });
    expect((await load(tenantId)).saml.idpEntityId).toBe('urn:second');
  });

  test.each([
    ['plain text only', 'hello', /./],
    ['a web page', '<!doctype html><html><body>Sign in</body></html>', /./],
    ['an entity', '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>', /./],
    ['no certificate', idpMetadata({ certificates: [] }), /no signing certificate/],
    ['an empty certificate', idpMetadata({ certificates: [''] }), /certificate/],
    ['no address', idpMetadata({ bindings: [] }), /address/],
    ['a validUntil in the past', idpMetadata({ validUntil: '2020-01-01T00:00:00Z' }), /expired/],
  ])('are refused if the document has %s', async (_what, idpMetadataXml, message) => {
    const tenantId = await newTenant();
    expect(await byMetadata(tenantId, { idpMetadataXml })).toMatchObject(refusal('E111301', message));
    expect(await load(tenantId)).toMatchObject({ tenant: { authType: 'none' }, saml: { idpEntityId: '' } });
  });

  test('need either the document or its URL', async () => {
    const tenantId = await newTenant();
    expect(await byMetadata(tenantId, {})).toMatchObject(refusal('E011002', /idpMetadataUrl/));
    const both = { idpMetadataUrl: 'https://idp.example/', idpMetadataXml: idpMetadata() };
    expect(await byMetadata(tenantId, both)).toMatchObject(refusal('E011002', /either/));
  });
});

describe('domains of an SSO connection', () => {
  test('belong to one connection of the project only', async () => {
    const [first, second] = [await newTenant(), await newTenant()];
    const domain = `${first}.example`;
    await configure(first, {}, { domains: [domain] });
    const answer = await configure(second, {}, { domains: [domain.toUpperCase(), 'free.example'] });
    expect(answer).toMatchObject({ status: 400, ...refusal('E111203', new RegExp(domain)) });
    expect(await load(second)).toMatchObject({ tenant: { authType: 'none', domains: [] } });
    await latchkey.manage('POST', '/v1/mgmt/sso/settings/new', {
      tenantId: first,
      ssoId: 'more',
      displayName: 'More',
    });
    const ofSameTenant = await configure(first, {}, { ssoId: 'more', domains: [domain] });
    expect(ofSameTenant).toMatchObject(refusal('E111203', new RegExp(domain)));
    await configure(first, {}, { domains: [] });
    expect(await configure(second, {}, { domains: [domain] })).toMatchObject({ status: 200 });
  });

  test('that two tenants claim at once go to one of them', async () => {
    const [first, second] = [await newTenant(), await newTenant()];
    const domains = [`${first}.example`, `a.${first}.example`];
    const answers = await Promise.all([
      configure(first, {}, { domains }),
      configure(second, {}, { domains: domains.toReversed() }),
    ]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400]);
    const taken = [...(await load(first)).tenant.domains, ...(await load(second)).tenant.domains];
    expect(taken.sort()).toEqual(domains.sort());
  });

  test('are host names of organizations', async () => {
    const tenantId = await newTenant();
    const refused = [
      'gmail.com',
      'Outlook.com',
      'localhost',
      '10.0.0.1',
      '-a.example',
      'a_b.example',
      'a@b.example',
      '',
    ];
    for (const domain of refused) {
      expect(await configure(tenantId, {}, { domains: [domain] }), domain).toMatchObject(refusal('E011004'));
    }
    await configure(tenantId, {}, { domains: ['Bücher.example', ' x.example '] });
    expect((await load(tenantId)).tenant.domains).toEqual(['x.example', 'xn--bcher-kva.example']);
  });

  test('are limited to a hundred', async () => {
    const tenantId = await newTenant();
    const domains = Array.from({ length: 101 }, (_, i) => `d${i}.${tenantId}.example`);
    expect(await configure(tenantId, {}, { domains })).toMatchObject(refusal('E011003', /domains/));
    expect(await configure(tenantId, {}, { domains: domains.slice(1) })).toMatchObject({ status: 200 });
  });
});

describe('SSO connections beside the default one', () => {
  const add = (tenantId: string, ssoId: string | undefined, displayName = 'Second') =>
    latchkey.manage('POST', '/v1/mgmt/sso/settings/new', { tenantId, ssoId, displayName });

  test('have a given or generated ID, and settings of their own', async () => {
    const tenantId = await newTenant();
    expect((await add(tenantId, 'okta')).body).toMatchObject({
      ssoId: 'okta',
      displayName: 'Second',
      saml: {},
    });
    const { ssoId } = (await add(tenantId, '')).body;
    expect(ssoId).toMatch(/^[0-9A-Za-z]{28}$/);
    await configure(tenantId, { entityId: 'urn:okta' }, { ssoId: 'okta', domains: [`${tenantId}.example`] });
    const all = await latchkey.manage('GET', `/v2/mgmt/sso/settings/all?tenantId=${tenantId}`);
    expect(all.body.SSOSettings).toMatchObject([
      { ssoId: 'default_ssoid', saml: { idpEntityId: '' }, tenant: { domains: [], authType: 'none' } },
      { ssoId: 'okta', saml: { idpEntityId: 'urn:okta' }, tenant: { domains: [`${tenantId}.example`] } },
      { ssoId, saml: { idpEntityId: '' }, tenant: { domains: [] } },
    ]);
    expect((await load(tenantId, 'okta')).saml.spACSUrl).toMatch(/&ssoId=okta$/);
  });

  test('cannot have a duplicate ID, the ID of the default one, or an empty name', async () => {
    const tenantId = await newTenant();
    await add(tenantId, 'okta');
    expect(await add(tenantId, 'okta')).toMatchObject(refusal('E011004', /okta/));
    expect(await add(tenantId, 'default_ssoid')).toMatchObject(refusal('E011004'));
    expect(await add(tenantId, '../x')).toMatchObject(refusal('E011004', /letters/));
    expect(await add(tenantId, 'other', '')).toMatchObject(refusal('E011002', /displayName/));
    expect(await add('none', 'okta')).toMatchObject(refusal('E111202'));
  });

  test('are deleted with their domains', async () => {
    const tenantId = await newTenant();
    await add(tenantId, 'okta');
    await configure(tenantId, {}, { ssoId: 'okta', domains: [`${tenantId}.example`] });
    const path = `/v1/mgmt/sso/settings?tenantId=${tenantId}&ssoId=okta`;
    expect(await latchkey.manage('DELETE', path)).toMatchObject({ status: 200, body: {} });
    expect(await latchkey.manage('DELETE', path)).toMatchObject(refusal('E111302'));
    expect(await configure(tenantId, {}, { domains: [`${tenantId}.example`] })).toMatchObject({
      status: 200,
    });
  });

  test('do not include the default one, which is blank after deletion, and gets another key the next time', async () => {
    const tenantId = await newTenant();
    await add(tenantId, 'okta');
    await latchkey.manage('POST', '/v1/mgmt/tenant/update', {
      id: tenantId,
      name: tenantId,
      authType: 'saml',
    });
    await configure(tenantId);
    const { saml } = await load(tenantId);
    const path = `/v1/mgmt/sso/settings?tenantId=${tenantId}`;
    expect(await latchkey.manage('DELETE', path)).toMatchObject({ status: 200, body: {} });
    expect(await latchkey.manage('DELETE', path)).toMatchObject({ status: 200, body: {} });
    expect(await load(tenantId)).toMatchObject({ tenant: { authType: 'none' }, saml: { idpEntityId: '' } });
    expect((await load(tenantId, 'okta')).ssoId).toBe('okta');
    await configure(tenantId);
    expect((await load(tenantId)).saml.spCertificate).not.toBe(saml.spCertificate);
  });
});

describe('the redirect URL of SSO sign-ins', () => {
  test('is set alone: absent fields stay, an empty text clears', async () => {
    const tenantId = await newTenant();
    await configure(tenantId, { defaultSSORoles: ['Admin'] }, { domains: [`${tenantId}.example`] });
    const redirect = (body: object) =>
      latchkey.manage('POST', '/v1/mgmt/sso/redirect', { tenantId, ...body });
    const before = await load(tenantId);
    await redirect({ samlRedirectUrl: 'https://app.example/s', oauthRedirectUrl: 'https://app.example/o' });
    const set = await load(tenantId);
    expect(set).toMatchObject({
      saml: { redirectUrl: 'https://app.example/s', defaultSSORoles: ['Admin'] },
      oidc: { redirectUrl: 'https://app.example/o' },
      tenant: { domains: [`${tenantId}.example`] },
    });
    await redirect({ samlRedirectUrl: null });
    expect(await load(tenantId)).toEqual(set);
    await redirect({ samlRedirectUrl: '', oauthRedirectUrl: '' });
    expect(await load(tenantId)).toEqual(before);
    expect(await redirect({ samlRedirectUrl: 'nowhere' })).toMatchObject(refusal('E011004'));
  });

  test('can be set before the identity provider, without setting up SAML', async () => {
    const tenantId = await newTenant();
    await latchkey.manage('POST', '/v1/mgmt/sso/redirect', {
      tenantId,
      samlRedirectUrl: 'https://app.example/',
    });
    expect(await load(tenantId)).toMatchObject({
      saml: { redirectUrl: 'https://app.example/' },
      tenant: { authType: 'none' },
    });
  });
});

describe('the older calls', () => {
  test('set up, map and load, and each keeps the fields that it does not name', async () => {
    const tenantId = await newTenant();
    const post = (path: string, body: object) => latchkey.manage('POST', path, { tenantId, ...body });
    await post('/v1/mgmt/sso/mapping', {
      roleMappings: [{ groups: ['admins'], roleName: 'Admin' }],
      attributeMapping: { email: 'mail', group: 'groups' },
    });
    await post('/v1/mgmt/sso/settings', {
      idpURL: idp.redirectUrl,
      entityId: idp.entityId,
      idpCert: idp.certificate + idp.nextCertificate,
      redirectURL: 'https://app.example/',
      domain: `${tenantId}.example`,
    });
    await post('/v1/mgmt/sso/mapping', { defaultSSORoles: ['Reader'] });
    const { body } = await latchkey.manage('GET', `/v1/mgmt/sso/settings?tenantId=${tenantId}`);
    const { saml } = await load(tenantId);
    expect(body).toEqual({
      tenantId,
      tenantID: tenantId,
      idpEntityId: idp.entityId,
      idpEntityID: idp.entityId,
      idpSSOUrl: idp.redirectUrl,
      idpSSOURL: idp.redirectUrl,
      idpCertificate: idp.certificate + idp.nextCertificate,
      idpMetadataUrl: '',
      idpMetadataURL: '',
      spEntityId: saml.spEntityId,
      spEntityID: saml.spEntityId,
      spACSUrl: saml.spACSUrl,
      spCertificate: saml.spCertificate,
      userMapping: { name: '', email: 'mail', username: '', phoneNumber: '', group: 'groups' },
      groupsMapping: [{ role: { id: expect.any(String), name: 'Admin' }, groups: ['admins'] }],
      redirectUrl: 'https://app.example/',
      redirectURL: 'https://app.example/',
      domains: [`${tenantId}.example`],
      domain: `${tenantId}.example`,
    });
    expect(saml.defaultSSORoles).toEqual(['Reader']);
    expect(
      await post('/v1/mgmt/sso/settings', { idpURL: idp.redirectUrl, entityId: 'x', idpCert: '' }),
    ).toMatchObject(refusal('E011002', /idpCert/));
    expect(await post('/v1/mgmt/sso/mapping', { defaultSSORoles: ['Nobody'] })).toMatchObject(
      refusal('E011004'),
    );
  });
});
