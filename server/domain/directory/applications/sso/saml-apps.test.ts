import { X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { base, loginPageUrl, type SsoApps, startWithRole, wsfedApp } from '../../../../../test/sso-apps.ts';
import { sp, stranger } from '../../../../protocols/saml/fixture.ts';

let latchkey: SsoApps['latchkey'];
let apps: SsoApps['apps'];
let roleId: SsoApps['roleId'];
let manage: SsoApps['manage'];
let samlApp: SsoApps['samlApp'];
let load: SsoApps['load'];
beforeAll(async () => {
  ({ latchkey, apps, roleId, manage, samlApp, load } = await startWithRole());
});
afterAll(() => latchkey.close());

describe('a SAML application', () => {
  test('is created, loaded and changed by the public SDK', async () => {
    const made = await apps.createSamlApplication({ id: 'hr-portal', ...samlApp('HR') });
    expect(made.data).toEqual({ id: 'hr-portal' });
    const { data } = await apps.load('hr-portal');
    const { name, description, logo, ...settings } = samlApp('HR');
    const idp = (path: string) => `${latchkey.baseUrl}/v1/auth/${path}?app=${latchkey.projectId}-hr-portal`;
    expect(data).toMatchObject({ id: 'hr-portal', name, description, logo, enabled: true, appType: 'saml' });
    expect(data?.samlSettings).toEqual({
      ...settings,
      metadataUrl: '',
      logoutRedirectURL: settings.logoutRedirectUrl,
      errorRedirectURL: '',
      persistentNameId: 'pairwise',
      unverifiedAddresses: 'omit',
      signedRequestsRequired: false,
      assertionEncrypted: false,
      hasNoCertificate: false,
      idpCert: expect.stringContaining('BEGIN CERTIFICATE'),
      idpMetadataUrl: idp('saml/idp/metadata'),
      idpEntityId: idp('saml/idp/metadata'),
      idpSsoUrl: idp('saml/idp/sso'),
      idpInitiatedUrl: idp('saml/idp/initiate'),
      idpLogoutUrl: idp('idp/sso/logout'),
    });
    const update = {
      id: 'hr-portal',
      name: 'HR 2',
      loginPageUrl: '',
      useMetadataInfo: true,
      metadataUrl: 'https://sp.example.com/metadata',
    };
    expect((await apps.updateSamlApplication(update)).data).toEqual({});
    const after = await load('hr-portal');
    expect(after).toMatchObject({ name: 'HR 2', description: '', enabled: true });
    expect(after.samlSettings).toMatchObject({
      useMetadataInfo: true,
      metadataUrl: 'https://sp.example.com/metadata',
      acsUrl: '',
      certificate: '',
      groupsMapping: [],
      forceAuthentication: false,
      defaultSignatureAlgorithm: 'sha256',
      persistentNameId: 'pairwise',
      unverifiedAddresses: 'omit',
    });
  });

  test('refers to existing roles, follows their names and drops deleted ones', async () => {
    const { management } = latchkey.sdk();
    await management.role.create('Fleeting');
    const groups = [{ name: 'g', roles: [{ name: 'Fleeting' }, { id: roleId }] }];
    const { body } = await manage('saml/create', { ...samlApp('Roles'), groupsMapping: groups });
    const rolesOf = async () =>
      (await load(body.id)).samlSettings.groupsMapping[0].roles.map((role: { name: string }) => role.name);
    expect(await rolesOf()).toEqual(['Fleeting', 'Editor']);
    await management.role.update('Fleeting', 'Renamed');
    expect(await rolesOf()).toEqual(['Renamed', 'Editor']);
    await management.role.delete('Renamed');
    expect(await rolesOf()).toEqual(['Editor']);
    for (const role of [{ id: 'R0' }, { name: 'Nobody' }]) {
      const groupsMapping = [{ name: 'g', roles: [role] }];
      const refused = await manage('saml/create', { ...samlApp('No roles'), groupsMapping });
      expect([refused.status, refused.body.errorCode]).toEqual([400, 'E011004']);
      expect(refused.body.errorMessage).toContain(Object.values(role)[0]);
    }
  });

  test('accepts several certificates, and the spelling of the Java SDK', async () => {
    const { logoutRedirectUrl, ...rest } = samlApp('Java');
    const certificate = sp.certificate + stranger.certificate;
    const { body } = await manage('saml/create', {
      ...rest,
      certificate,
      logoutRedirectURL: logoutRedirectUrl,
    });
    expect((await load(body.id)).samlSettings).toMatchObject({
      certificate,
      logoutRedirectUrl,
      logoutRedirectURL: logoutRedirectUrl,
    });
  });

  test('needs no certificate if it says that it has none', async () => {
    const { certificate: _, ...rest } = samlApp('No certificate');
    const { body } = await manage('saml/create', { ...rest, hasNoCertificate: true });
    expect((await load(body.id)).samlSettings).toMatchObject({ certificate: '', hasNoCertificate: true });
    for (const needs of ['signedRequestsRequired', 'assertionEncrypted']) {
      const more = { ...rest, hasNoCertificate: true, [needs]: true };
      const refused = await manage('saml/update', { id: body.id, ...more });
      expect([refused.status, refused.body.errorMessage]).toEqual([400, 'The certificate field is required']);
    }
  });

  test('has certificates with their fingerprint and expiry, which are replaced in two steps', async () => {
    const { body } = await manage('saml/create', samlApp('Certificates'));
    const listed = await latchkey.manage('GET', `${base}/saml/certificates?id=${body.id}`);
    const [first] = listed.body.certificates;
    const { fingerprint256, validTo } = new X509Certificate(first.certificate);
    expect(first).toMatchObject({ status: 'active', fingerprint: fingerprint256 });
    expect(first.expireTime).toBe(Date.parse(validTo) / 1000);
    const added = (await manage('saml/certificate/create', { id: body.id })).body.certificates;
    expect(added.map(({ status }: { status: string }) => status)).toEqual(['active', 'next']);
    const left = (await manage('saml/certificate/activate', { id: body.id })).body.certificates;
    expect(left).toEqual([{ ...added[1], status: 'active' }]);
  });

  test.each([
    [{ useMetadataInfo: true }, 'metadataUrl field is required'],
    [{ useMetadataInfo: true, metadataUrl: 'ftp://x' }, 'metadataUrl'],
    [{ entityId: '' }, 'entityId field is required'],
    [{ entityId: 'a b' }, 'entityId'],
    [{ acsUrl: null }, 'acsUrl field is required'],
    [{ acsUrl: 'javascript:alert(1)' }, 'acsUrl'],
    [{ certificate: '' }, 'certificate field is required'],
    [{ certificate: 'cert' }, 'certificate'],
    [{ acsAllowedCallbacks: ['https://*'] }, 'acsAllowedCallbacks'],
    [{ acsAllowedCallbacks: ['https://a*.example.com/'] }, 'acsAllowedCallbacks'],
    [{ subjectNameIdType: 'name' }, 'subjectNameIdType'],
    [{ subjectNameIdFormat: 'urn:x' }, 'subjectNameIdFormat'],
    [{ defaultSignatureAlgorithm: 'md5' }, 'defaultSignatureAlgorithm'],
    [{ logoutRedirectUrl: 'x' }, 'logoutRedirectUrl'],
    [{ errorRedirectURL: 'x' }, 'errorRedirectURL'],
    [{ groupsMapping: [{ roles: [{ id: 1 }] }] }, 'groupsMapping'],
  ])('with %j is refused', async (fields, message) => {
    const { status, body } = await manage('saml/create', { ...samlApp('Refused'), ...fields });
    expect(status).toBe(400);
    expect(body.errorMessage).toContain(message);
  });
});

describe('what nothing would read', () => {
  test.each<[string, string, object]>([
    ['saml', 'groupsMapping: type', { groupsMapping: [{ name: 'g', type: 'custom', value: 'v' }] }],
    [
      'saml',
      'groupsMapping: filterType',
      { groupsMapping: [{ name: 'g', filterType: 'tenants', value: 'v' }] },
    ],
    ['saml', 'attributeMapping: type', { attributeMapping: [{ name: 'a', type: 'custom', value: 'email' }] }],
    ['wsfed', 'groupsMapping: type', { groupsMapping: [{ name: 'g', type: 'custom', value: 'v' }] }],
    ['oidc', 'jwtBearerSettings.issuers', { jwtBearerSettings: { issuers: { 'https://a.example': {} } } }],
  ])('in an application of type %s is refused: %s', async (type, message, fields) => {
    const required = { saml: samlApp('x'), wsfed: wsfedApp('x'), oidc: { loginPageUrl } }[type];
    const input = { ...required, ...fields, name: `${type} ${message}` };
    const refused = await manage(`${type}/create`, input);
    expect([refused.status, refused.body.errorCode]).toEqual([501, 'E501001']);
    expect(refused.body.errorMessage).toContain(message);
    const empty = Object.fromEntries(
      Object.keys(fields).map((name) => [name, name.endsWith('Mapping') ? [] : {}]),
    );
    const { body } = await manage(`${type}/create`, { ...input, ...empty });
    expect((await manage(`${type}/update`, { ...input, id: body.id })).status).toBe(501);
  });

  test('of an earlier release is left out, so that the settings can be written back', async () => {
    const { body } = await manage('saml/create', samlApp('From before'));
    const row = latchkey.service.db
      .selectFrom('ssoApps')
      .select('settings')
      .where('projectId', '=', latchkey.projectId)
      .where('id', '=', body.id);
    const stored = JSON.parse((await row.executeTakeFirstOrThrow()).settings);
    stored.groupsMapping[0].type = 'static';
    stored.groupsMapping[0].filterType = 'other';
    await latchkey.service.db
      .updateTable('ssoApps')
      .set({ settings: JSON.stringify(stored) })
      .where('projectId', '=', latchkey.projectId)
      .where('id', '=', body.id)
      .execute();
    const { samlSettings } = await load(body.id);
    expect(samlSettings.groupsMapping[0]).toMatchObject({ name: 'groups', type: '', filterType: 'roles' });
    const { attributeMapping, groupsMapping } = samlSettings;
    const again = { ...samlApp('From before'), id: body.id, attributeMapping, groupsMapping };
    expect((await manage('saml/update', again)).status).toBe(200);
  });
});
