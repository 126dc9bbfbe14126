import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import { sp, stranger } from '../../../protocols/saml/fixture.ts';

let latchkey: Latchkey;
let apps: ReturnType<Latchkey['sdk']>['management']['ssoApplication'];
let roleId: string;

beforeAll(async () => {
  latchkey = await startLatchkey();
  const { management } = latchkey.sdk();
  apps = management.ssoApplication;
  await management.role.create('Editor');
  roleId = (await latchkey.manage('GET', '/v1/mgmt/role/all')).body.roles.find(
    (role: { name: string }) => role.name === 'Editor',
  ).id;
});
afterAll(() => latchkey.close());

const base = '/v1/mgmt/sso/idp/app';
const manage = (path: string, body: unknown) => latchkey.manage('POST', `${base}/${path}`, body);
const load = async (id: string) => (await latchkey.manage('GET', `${base}/load?id=${id}`)).body;

const loginPageUrl = 'https://login.example.com/';

const samlApp = (name: string) => ({
  name,
  loginPageUrl,
  description: 'described',
  logo: 'https://example.com/logo.png',
  useMetadataInfo: false,
  entityId: 'urn:example:sp',
  acsUrl: 'https://sp.example.com/acs',
  certificate: sp.certificate,
  attributeMapping: [{ name: 'mail', type: '', value: 'email' }],
  groupsMapping: [
    { name: 'groups', type: '', filterType: 'roles', value: '', roles: [{ id: roleId, name: 'Editor' }] },
  ],
  acsAllowedCallbacks: ['https://*.example.com/acs', 'https://sp.example.com/callbacks/*'],
  subjectNameIdType: 'email',
  subjectNameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
  defaultRelayState: 'state',
  forceAuthentication: true,
  logoutRedirectUrl: 'https://sp.example.com/bye',
  defaultSignatureAlgorithm: 'sha256',
});

const wsfedApp = (name: string) => ({
  name,
  loginPageUrl,
  realm: 'urn:example:realm',
  replyUrl: 'https://rp.example.com/reply',
  attributeMapping: [{ name: 'upn', type: '', value: 'email' }],
  groupsMapping: [],
  forceAuthentication: true,
  logoutRedirectUrl: 'https://rp.example.com/bye',
  errorRedirectUrl: 'https://rp.example.com/error',
});

async function createOidc(name: string, more: Record<string, unknown> = {}): Promise<string> {
  const { status, body } = await manage('oidc/create', { name, loginPageUrl, ...more });
  expect([status, body.errorMessage]).toEqual([200, undefined]);
  return body.id;
}

test('every project has the default application, which cannot be deleted', async () => {
  const found = (await apps.loadAll()).data ?? [];
  expect(found.map(({ id, name, enabled, appType }) => ({ id, name, enabled, appType }))).toEqual([
    { id: 'descope-default-oidc', name: 'OIDC default application', enabled: true, appType: 'oidc' },
  ]);
  expect(await load('descope-default-oidc')).toEqual(found[0]);
  const refused = await manage('delete', { id: 'descope-default-oidc' });
  expect([refused.status, refused.body.errorCode]).toEqual([400, 'E011004']);
  expect((await apps.getApplicationSecret('descope-default-oidc')).code).toBe(404);
  expect((await apps.rotateApplicationSecret('descope-default-oidc')).data?.cleartext).toHaveLength(43);
});

describe('an OIDC application', () => {
  test('is created, loaded, changed and deleted by the public SDK', async () => {
    const made = await apps.createOidcApplication({
      name: 'Wiki',
      loginPageUrl,
      description: 'The wiki',
      logo: 'https://example.com/wiki.png',
      forceAuthentication: true,
    });
    const id = made.data?.id as string;
    expect(id).toMatch(/^C\w{27}$/);
    expect((await apps.load(id)).data).toEqual({
      id,
      name: 'Wiki',
      description: 'The wiki',
      enabled: true,
      logo: 'https://example.com/wiki.png',
      appType: 'oidc',
      templateId: '',
      oidcSettings: {
        loginPageUrl,
        customIdpInitiatedLoginPageUrl: '',
        issuer: '',
        discoveryUrl: '',
        forceAuthentication: true,
        clientId: `${latchkey.projectId}.${id}`,
        clientType: '',
        approvedRedirectUrls: [],
        authorizationCodeDisabled: false,
        clientCredentialsDisabled: false,
        refreshTokenDisabled: false,
        jwtBearerDisabled: false,
        deviceCodeDisabled: false,
        forcePkce: false,
        defaultAudience: '',
        backChannelLogoutUrl: '',
        jwtBearerSettings: { issuers: {} },
        claims: [],
      },
      samlSettings: expect.objectContaining({ entityId: '', idpCert: '', groupsMapping: [] }),
      wsfedSettings: expect.objectContaining({ realm: '', replyAllowedCallbacks: [] }),
      customSettings: { loginPageUrl: '' },
      customAttributes: {},
    });
    const update = { id, name: 'Wiki 2', loginPageUrl: 'https://other.example.com/', enabled: false };
    expect((await apps.updateOidcApplication(update)).data).toEqual({});
    expect(await load(id)).toMatchObject({
      name: 'Wiki 2',
      description: '',
      logo: '',
      enabled: false,
      oidcSettings: { loginPageUrl: 'https://other.example.com/', forceAuthentication: false },
    });
    expect((await apps.delete(id)).ok).toBe(true);
    const gone = await apps.load(id);
    expect([gone.code, gone.error?.errorCode]).toEqual([404, 'E111802']);
    expect((await apps.delete(id)).code).toBe(404);
  });

  test('keeps settings at an update that not every SDK can send', async () => {
    await latchkey.manage('POST', `${base}/customattribute/create`, {
      attributes: [{ name: 'kept', type: 1 }],
    });
    const settings = {
      clientType: 'confidential',
      approvedRedirectUrls: ['https://app.example.com/callback'],
      forcePkce: true,
      defaultAudience: 'clientId',
      backChannelLogoutUrl: 'https://app.example.com/logout',
      jwtBearerSettings: {
        issuers: {
          'https://issuer.example.com': {
            jwksUri: 'https://issuer.example.com/keys',
            signAlgorithm: 'RS256',
            userInfoUri: '',
            externalIdFieldName: 'sub',
          },
        },
      },
      claims: ['email'],
    };
    const id = await createOidc('Full', { ...settings, customAttributes: { kept: 'x' } });
    expect((await load(id)).oidcSettings).toMatchObject(settings);
    await apps.updateOidcApplication({ id, name: 'Full', loginPageUrl });
    const after = await load(id);
    expect(after).toMatchObject({ enabled: true, customAttributes: { kept: 'x' }, oidcSettings: settings });
    const cleared = { id, name: 'Full', approvedRedirectUrls: [], clientType: '', customAttributes: {} };
    expect((await manage('oidc/update', { ...cleared, clientId: 'stolen', clientSecret: 'x' })).status).toBe(
      200,
    );
    expect(await load(id)).toMatchObject({
      customAttributes: {},
      oidcSettings: {
        approvedRedirectUrls: [],
        clientType: '',
        forcePkce: true,
        clientId: after.oidcSettings.clientId,
      },
    });
  });

  test.each([
    [{ name: '' }, 'name field is required'],
    [{ name: '  ' }, 'name field is required'],
    [{ id: '../x' }, 'ID of an SSO application'],
    [{ id: 'x'.repeat(65) }, 'ID of an SSO application'],
    [{ loginPageUrl: 'javascript:alert(1)' }, 'loginPageUrl'],
    [{ loginPageUrl: 'https://user:secret@example.com' }, 'loginPageUrl'],
    [{ logo: 'javascript:alert(1)' }, 'logo'],
    [{ logo: 'data:text/html;base64,PGI+' }, 'logo'],
    [{ backChannelLogoutUrl: '/logout' }, 'backChannelLogoutUrl'],
    [{ approvedRedirectUrls: ['https://*.example.com'] }, 'approvedRedirectUrls'],
    [{ approvedRedirectUrls: ['https://example.com/#here'] }, 'approvedRedirectUrls'],
    [{ approvedRedirectUrls: ['nonsense'] }, 'approvedRedirectUrls'],
    [{ clientType: 'secret' }, 'clientType'],
    [{ defaultAudience: 'me' }, 'defaultAudience'],
    [{ clientId: 'a:b' }, 'clientId'],
    [{ clientSecret: 'short' }, 'clientSecret'],
    [{ enabled: 'yes' }, 'enabled'],
    [{ jwtBearerSettings: { issuers: { x: { jwksUri: 'x' } } } }, 'jwksUri'],
    [{ customAttributes: { nobody: 1 } }, 'nobody'],
  ])('with %j is refused', async (fields, message) => {
    const { status, body } = await manage('oidc/create', { name: 'Refused', loginPageUrl, ...fields });
    expect(status).toBe(400);
    expect(body.errorMessage).toContain(message);
    const { data } = await apps.loadAll();
    expect(data?.map((app) => app.name)).not.toContain('Refused');
  });

  test('can have a picture as its logo', async () => {
    const logo = 'data:image/png;base64,iVBORw0KGgo=';
    expect(await load(await createOidc('Pictured', { logo }))).toMatchObject({ logo });
  });
});

describe('a SAML application', () => {
  test('is created, loaded and changed by the public SDK', async () => {
    const made = await apps.createSamlApplication({ id: 'hr-portal', ...samlApp('HR') });
    expect(made.data).toEqual({ id: 'hr-portal' });
    const { data } = await apps.load('hr-portal');
    const { name, description, logo, ...settings } = samlApp('HR');
    expect(data).toMatchObject({ id: 'hr-portal', name, description, logo, enabled: true, appType: 'saml' });
    expect(data?.samlSettings).toEqual({
      ...settings,
      metadataUrl: '',
      logoutRedirectURL: settings.logoutRedirectUrl,
      errorRedirectURL: '',
      idpCert: '',
      idpMetadataUrl: '',
      idpEntityId: '',
      idpSsoUrl: '',
      idpInitiatedUrl: '',
      idpLogoutUrl: '',
    });
    const update = {
      ...{ id: 'hr-portal', name: 'HR 2', loginPageUrl: '' },
      ...{ useMetadataInfo: true, metadataUrl: 'https://sp.example.com/metadata' },
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
    [{ errorRedirectURL: 'x' }, 'errorRedirectUrl'],
    [{ groupsMapping: [{ roles: [{ id: 1 }] }] }, 'groupsMapping'],
  ])('with %j is refused', async (fields, message) => {
    const { status, body } = await manage('saml/create', { ...samlApp('Refused'), ...fields });
    expect(status).toBe(400);
    expect(body.errorMessage).toContain(message);
  });
});

describe('a WS-Federation application', () => {
  test('is created, loaded and changed by the public SDK', async () => {
    const made = await apps.createWsFedApplication(wsfedApp('Portal'));
    const id = made.data?.id as string;
    const { data } = await apps.load(id);
    const { name, ...settings } = wsfedApp('Portal');
    expect(data).toMatchObject({ id, name, enabled: true, appType: 'wsfed' });
    expect(data?.wsfedSettings).toEqual({
      ...settings,
      replyAllowedCallbacks: [],
      idpInitiatedUrl: '',
      idpMetadataUrl: '',
      idpEntityId: '',
      idpSsoUrl: '',
      idpCert: '',
    });
    const replyAllowedCallbacks = ['https://*.example.com/reply'];
    expect((await manage('wsfed/update', { ...wsfedApp('Portal'), id, replyAllowedCallbacks })).status).toBe(
      200,
    );
    const { realm, replyUrl } = settings;
    expect(
      (await apps.updateWsFedApplication({ id, name: 'Portal 2', loginPageUrl, realm, replyUrl })).ok,
    ).toBe(true);
    expect((await load(id)).wsfedSettings).toMatchObject({
      replyAllowedCallbacks,
      attributeMapping: [],
      forceAuthentication: false,
      errorRedirectUrl: '',
    });
  });

  test.each([
    [{ realm: '' }, 'realm field is required'],
    [{ realm: 'a b' }, 'realm'],
    [{ replyUrl: '' }, 'replyUrl field is required'],
    [{ replyUrl: 'x' }, 'replyUrl'],
    [{ replyAllowedCallbacks: ['*'] }, 'replyAllowedCallbacks'],
  ])('with %j is refused', async (fields, message) => {
    const { status, body } = await manage('wsfed/create', { ...wsfedApp('Refused'), ...fields });
    expect(status).toBe(400);
    expect(body.errorMessage).toContain(message);
  });
});

describe('an ID, a name and a client ID', () => {
  test('belong to one application of the project, whatever its type', async () => {
    await createOidc('Unique', { id: 'unique', clientId: 'client-1' });
    const attempts = [
      manage('oidc/create', { name: 'Other', id: 'unique' }),
      manage('saml/create', { ...samlApp('Other'), id: 'unique' }),
      manage('oidc/create', { name: ' UNIQUE ' }),
      manage('wsfed/create', wsfedApp('unique')),
      manage('oidc/create', { name: 'Other', clientId: 'client-1' }),
    ];
    for (const { status, body } of await Promise.all(attempts)) {
      expect([status, body.errorCode]).toEqual([400, 'E111801']);
    }
    const id = await createOidc('Other');
    const renamed = await manage('oidc/update', { id, name: 'unique' });
    expect([renamed.status, renamed.body.errorCode]).toEqual([400, 'E111801']);
    expect((await load(id)).name).toBe('Other');
    const recased = await manage('oidc/update', { id: 'unique', name: 'UNIQUE' });
    expect(recased.status).toBe(200);
  });

  test('are assigned once when several requests want them, on two instances', async () => {
    const other = await latchkey.startAnother();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        (index % 2 ? other : latchkey).manage('POST', `${base}/oidc/create`, { name: 'Raced' }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.errorCode === 'E111801')).toHaveLength(9);
    await other.close();
  });
});

test('an application can be changed only as its own type and in its own project', async () => {
  const id = await createOidc('Typed');
  const asSaml = await manage('saml/update', { ...samlApp('Typed'), id });
  expect([asSaml.status, asSaml.body.errorCode]).toEqual([404, 'E111802']);
  const other = await latchkey.addProject();
  const bearer = `${other.projectId}:${other.managementKey}`;
  const attempts = [
    latchkey.request('GET', `${base}/load?id=${id}`, { bearer }),
    latchkey.request('GET', `${base}/secret?id=${id}`, { bearer }),
    latchkey.request('POST', `${base}/oidc/update`, { bearer, body: { id, name: 'Taken' } }),
    latchkey.request('POST', `${base}/delete`, { bearer, body: { id } }),
    latchkey.request('POST', `${base}/rotate`, { bearer, body: { id } }),
    latchkey.request('POST', `${base}/secret/add`, { bearer, body: { appId: id, name: 'x' } }),
    latchkey.request('POST', `${base}/secret/revoke`, { bearer, body: { appId: id, name: 'default' } }),
  ];
  for (const { status, body } of await Promise.all(attempts)) {
    expect([status, body.errorCode]).toEqual([404, 'E111802']);
  }
  const made = await latchkey.request('POST', `${base}/oidc/create`, { bearer, body: { id, name: 'Typed' } });
  expect(made.status).toBe(200);
  const listed = await latchkey.request('GET', '/v1/mgmt/sso/idp/apps/load', { bearer });
  expect(listed.body.apps.map((app: { id: string }) => app.id)).toEqual(['descope-default-oidc', id]);
  expect((await load(id)).name).toBe('Typed');
  expect((await latchkey.request('GET', '/v1/mgmt/sso/idp/apps/load')).status).toBe(401);
});

test('custom attributes of applications are validated, and separate from those of users', async () => {
  const path = `${base}/customattribute`;
  const attributes = [
    { name: 'level', type: 2 },
    { name: 'gone', type: 1 },
  ];
  const made = await latchkey.manage('POST', `${path}/create`, { attributes });
  expect(made.body.data.map((one: { name: string }) => one.name)).toEqual(
    expect.arrayContaining(['gone', 'level']),
  );
  const id = await createOidc('Attributed', { customAttributes: { level: 3, gone: 'x' } });
  expect((await load(id)).customAttributes).toEqual({ level: 3, gone: 'x' });
  const wrong = await manage('oidc/update', { id, name: 'Attributed', customAttributes: { level: 'high' } });
  expect(wrong.body.errorMessage).toContain('level must be a number');
  const left = await latchkey.manage('POST', `${path}/delete`, { names: ['gone'] });
  expect(left.body.data.map((one: { name: string }) => one.name)).not.toContain('gone');
  expect((await load(id)).customAttributes).toEqual({ level: 3 });
  const listed = await latchkey.manage('GET', `${base}/customattributes`);
  expect(listed.body).toEqual(left.body);
  expect((await latchkey.manage('GET', '/v1/mgmt/user/customattributes')).body.total).toBe(0);
});
