import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createClient } from '../../../../client/client.ts';
import { type Answer, type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import {
  connectOidcTenant,
  type OpenIdProvider,
  startOpenIdProvider,
} from '../../../../test/openid-provider.ts';
import { idp } from '../../federation/sso/saml/idp-fixture.ts';
import { tenantsPart } from './part-tenants.ts';
import { maxFiles } from './snapshot.ts';

type Files = Record<string, Record<string, unknown>>;
type Manage = (method: string, path: string, body?: object) => Promise<Answer>;

let latchkey: Latchkey;
let provider: OpenIdProvider;
/** The files of the project that has everything. */
let files: Files;

beforeAll(async () => {
  latchkey = await startLatchkey();
  provider = await startOpenIdProvider(latchkey);
  await fill();
  files = await exportFrom(latchkey.manage as Manage);
});

afterAll(async () => {
  provider.close();
  await latchkey.close();
});

const secrets = ['s3cret-of-google', 's3cret-of-smtp', 's3cret-of-header', 's3cret-of-oidc'];

/** Creates a little of everything that a snapshot contains. */
async function fill() {
  const set = async (path: string, body: object) => {
    const answer = await latchkey.manage('POST', path, body);
    expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBe(200);
  };
  await set('/v1/mgmt/project/settings', {
    redirectUrls: ['https://app.example.com/*'],
    sessionLifetimeSeconds: 300,
    signingAlgorithm: 'ES256',
    rateLimits: { signUp: { requests: 7, seconds: 70 } },
    branding: { primaryColor: '#123456' },
  });
  await set('/v1/mgmt/password/settings', { minLength: 20 });
  await set('/v1/mgmt/user/customattribute/create', {
    attributes: [
      { name: 'plan', type: 4, options: ['free', 'paid'], displayName: 'Plan', defaultValue: 'free' },
      { name: 'age', type: 2 },
    ],
  });
  await set('/v1/mgmt/permission/create', { name: 'Pencils', description: 'May have pencils' });
  await set('/v1/mgmt/role/create', {
    name: 'Clerk',
    permissionNames: ['Pencils', 'Impersonate'],
    default: true,
  });
  await set('/v1/mgmt/role/create', { name: 'Auditor' });
  await set('/v1/mgmt/oauth/provider', {
    ...{
      provider: 'google',
      clientId: 'client',
      clientSecret: 's3cret-of-google',
      scopes: ['openid', 'email'],
    },
  });
  await set('/v1/mgmt/sso/idp/app/saml/create', {
    ...{ id: 'wiki', name: 'Wiki', entityId: 'urn:wiki', acsUrl: 'https://wiki.example.com/acs' },
    certificate: idp.certificate,
    attributeMapping: [{ name: 'mail', type: '', value: 'user.email' }],
    groupsMapping: [
      { name: 'g', type: 'static', filterType: 'roles', value: 'v', roles: [{ name: 'Clerk' }] },
    ],
  });
  await set('/v1/mgmt/sso/idp/app/oidc/create', {
    ...{ id: 'shop', name: 'Shop', approvedRedirectUrls: ['https://shop.example.com/cb'], forcePkce: true },
  });
  await set('/v1/mgmt/tenant/create', {
    id: 'z-parent',
    name: 'Parent',
    customAttributes: { size: [1, { a: 'b' }] },
  });
  await set('/v1/mgmt/tenant/create', {
    ...{ id: 'a-child', name: 'Child', parent: 'z-parent', selfProvisioningDomains: ['child.example'] },
    federatedAppIds: ['wiki'],
  });
  await set('/v1/mgmt/role/create', { name: 'Local', tenantId: 'a-child', permissionNames: ['Pencils'] });
  await set('/v1/mgmt/tenant/updateDefaultRoles', { id: 'a-child', defaultRoles: ['Clerk'] });
  await set('/v1/mgmt/tenant/settings', {
    ...{
      tenantId: 'a-child',
      enabled: true,
      sessionTokenExpiration: 4,
      sessionTokenExpirationUnit: 'minutes',
    },
  });
  await set('/v1/mgmt/password/settings', { tenantId: 'a-child', minLength: 25 });
  await set('/v1/mgmt/sso/saml', {
    tenantId: 'a-child',
    settings: {
      ...{
        idpUrl: idp.redirectUrl,
        entityId: idp.entityId,
        idpCert: idp.certificate,
        allowIdpInitiated: true,
      },
      roleMappings: [{ groups: ['staff'], roleName: 'Local' }],
      attributeMapping: { email: 'mail', customAttributes: { plan: 'plan' } },
      defaultSSORoles: ['Auditor'],
    },
    redirectUrl: 'https://app.example.com/sso',
    domains: ['corp.example'],
  });
  await set('/v1/mgmt/sso/settings/new', { tenantId: 'a-child', ssoId: 'second', displayName: 'Second' });
  await connectOidcTenant(latchkey, 'corp', provider, { clientSecret: 's3cret-of-oidc' });
  await set('/v1/mgmt/connector/email/smtp', {
    ...{ host: 'smtp.example.com', username: 'u', password: 's3cret-of-smtp', fromAddress: 'a@example.com' },
  });
  await set('/v1/mgmt/connector/sms/http', {
    ...{ url: 'https://sms.example.com/', body: '{"to":"{{to}}","text":"{{text}}"}' },
    headers: { 'x-key': 's3cret-of-header' },
  });
  await set('/v1/mgmt/message/template/set', {
    ...{ kind: 'otp', channel: 'email', locale: 'en', subject: 'Your code', text: 'It is {{code}}.' },
  });
  await set('/v1/mgmt/webhook/create', {
    name: 'Ledger',
    url: 'https://hooks.example.com/',
    events: ['user.created'],
  });
  await set('/v1/mgmt/user/create', {
    loginId: 'ann@example.com',
    email: 'ann@example.com',
    roleNames: ['Clerk'],
  });
}

async function exportFrom(manage: Manage): Promise<Files> {
  const { status, body } = await manage('POST', '/v1/mgmt/project/snapshot/export', {});
  expect(status, JSON.stringify(body)).toBe(200);
  return body.files;
}

let manage: Manage;
let other: { projectId: string; managementKey: string };

/** Creates another, empty project. */
beforeEach(async () => {
  other = await latchkey.addProject();
  const bearer = `${other.projectId}:${other.managementKey}`;
  manage = (method, path, body) => latchkey.request(method, path, { bearer, body });
});

const validate = async (input: object) =>
  (await manage('POST', '/v1/mgmt/project/snapshot/validate', input)).body;
const importInto = (input: object) => manage('POST', '/v1/mgmt/project/snapshot/import', input);

const inputSecrets = () => ({
  connectors: [
    { id: 'email', name: 'smtp', type: 'password', value: 's3cret-of-smtp' },
    { id: 'sms', name: 'http', type: 'x-key', value: 's3cret-of-header' },
  ],
  oauthProviders: [{ id: 'google', name: '', type: 'clientSecret', value: 's3cret-of-google' }],
  ssoConnections: [{ id: 'corp/default_ssoid', name: '', type: 'clientSecret', value: 's3cret-of-oidc' }],
});

async function countAudits(projectId: string): Promise<number> {
  const rows = latchkey.service.db.selectFrom('auditEvents').select('id').where('projectId', '=', projectId);
  return (await rows.execute()).length;
}

describe('an export', () => {
  test('has a readable file for each item', () => {
    expect(Object.keys(files).sort()).toEqual(
      [
        'customAttributes/ssoApplications.json',
        'customAttributes/users.json',
        'messages/connectors/email.json',
        'messages/connectors/sms.json',
        'messages/templates/otp.email.en.json',
        'oauthProviders/google.json',
        'passwordSettings.json',
        'permissions.json',
        'roles.json',
        'settings.json',
        'snapshot.json',
        'ssoApplications/descope-default-oidc.json',
        'ssoApplications/shop.json',
        'ssoApplications/wiki.json',
        'tenants/a-child.json',
        'tenants/corp.json',
        'tenants/z-parent.json',
        'webhooks.json',
      ].sort(),
    );
    expect(files['roles.json']).toEqual({
      roles: [
        { name: 'Auditor', description: '', permissionNames: [], default: false, private: false },
        {
          name: 'Clerk',
          description: '',
          permissionNames: ['Impersonate', 'Pencils'],
          default: true,
          private: false,
        },
      ],
    });
    expect(files['tenants/a-child.json']).toMatchObject({
      ...{ id: 'a-child', name: 'Child', parent: 'z-parent', defaultRoles: ['Clerk'] },
      passwordSettings: { minLength: 25 },
      roles: [{ name: 'Local' }],
      ssoConnections: [
        {
          ...{ id: 'default_ssoid', protocol: 'saml', domains: ['corp.example'], defaultRoles: ['Auditor'] },
          roleMappings: [{ roleName: 'Local', groups: ['staff'] }],
        },
        { id: 'second', name: 'Second', protocol: 'none' },
      ],
    });
  });

  test('has no secret, no user, no key and no ID of this project', async () => {
    const text = JSON.stringify(files);
    for (const secret of [...secrets, latchkey.projectId, latchkey.managementKey, 'PRIVATE KEY', 'whsec_']) {
      expect(text).not.toContain(secret);
    }
    expect(text).not.toContain('ann@example.com');
    const stored = await latchkey.service.db
      .selectFrom('ssoConnections')
      .selectAll()
      .where('projectId', '=', latchkey.projectId)
      .execute();
    for (const row of stored) expect(text).not.toContain(row.sealedSpKey);
  });

  test('is the same for the same configuration', async () => {
    expect(JSON.stringify(await exportFrom(latchkey.manage as Manage))).toBe(JSON.stringify(files));
  });

  test('leaves out what is excluded', async () => {
    const body = { excludes: ['tenants', 'settings', 'lists'] };
    const answer = await latchkey.manage('POST', '/v1/mgmt/project/snapshot/export', body);
    expect(Object.keys(answer.body.files).filter((path) => /tenants|settings/.test(path))).toEqual([]);
  });
});

describe('an import into another project', () => {
  test('makes it identical, once its secrets are sent', async () => {
    const verdict = await validate({ files });
    expect(verdict.ok).toBe(false);
    expect(verdict.missingSecrets).toEqual({
      connectors: [
        { id: 'email', name: 'smtp', type: 'password', value: '' },
        { id: 'sms', name: 'http', type: 'x-key', value: '' },
      ],
      oauthProviders: [{ id: 'google', name: 'google', type: 'clientSecret', value: '' }],
      ssoConnections: [{ id: 'corp/default_ssoid', name: 'Tenant corp', type: 'clientSecret', value: '' }],
      outboundApps: [],
    });
    expect(verdict.failures).toHaveLength(4);
    const refused = await importInto({ files });
    expect(refused).toMatchObject({ status: 400, body: { errorCode: 'E113007' } });
    expect(refused.body.errorMessage).toContain('email needs its password');

    expect(await validate({ files, inputSecrets: inputSecrets() })).toMatchObject({ ok: true, failures: [] });
    const before = await exportFrom(manage);
    expect(Object.keys(before)).not.toContain('tenants/corp.json');
    expect(await importInto({ files, inputSecrets: inputSecrets() })).toMatchObject({
      status: 200,
      body: {},
    });
    expect(await exportFrom(manage)).toEqual(files);
  });

  test('twice changes nothing, and needs the secrets only once', async () => {
    await importInto({ files, inputSecrets: inputSecrets() });
    const audits = await countAudits(other.projectId);
    const keys = (await manage('GET', '/v1/mgmt/project/signingkey/all')).body.keys;
    expect(await validate({ files })).toMatchObject({ ok: true });
    expect((await importInto({ files })).status).toBe(200);
    expect(await exportFrom(manage)).toEqual(files);
    expect(await countAudits(other.projectId)).toBe(audits);
    expect((await manage('GET', '/v1/mgmt/project/signingkey/all')).body.keys).toEqual(keys);
  });

  test('records its changes in the audit log under the caller’s name', async () => {
    await importInto({
      files: { 'roles.json': files['roles.json'], 'permissions.json': files['permissions.json'] },
    });
    const { body } = await manage('POST', '/v1/mgmt/audit/search', {
      actions: ['SnapshotImported', 'RoleCreated'],
    });
    expect(body.audits.map(({ action }: { action: string }) => action).sort()).toEqual([
      'RoleCreated',
      'RoleCreated',
      'SnapshotImported',
    ]);
    const done = body.audits.find(({ action }: { action: string }) => action === 'SnapshotImported');
    expect(done).toMatchObject({
      actorType: 'managementKey',
      data: { files: ['permissions.json', 'roles.json'] },
    });
  });

  test('works: the secrets arrive, the keys are its own, and a user signs in by its rules', async () => {
    await importInto({ files, inputSecrets: inputSecrets() });
    const connectors = (await manage('GET', '/v1/mgmt/connector/all')).body.connectors;
    expect(connectors).toMatchObject([{ secrets: ['password'] }, { secrets: ['x-key'] }]);
    const saml = (await manage('GET', '/v2/mgmt/sso/settings?tenantId=a-child')).body.saml;
    const theirs = (await latchkey.manage('GET', '/v2/mgmt/sso/settings?tenantId=a-child')).body.saml;
    expect(saml).toMatchObject({ idpEntityId: idp.entityId, groupsMapping: [{ role: { name: 'Local' } }] });
    expect(saml.spCertificate).toContain('CERTIFICATE');
    expect(saml.spCertificate).not.toBe(theirs.spCertificate);
    const start = await latchkey.request(
      'POST',
      '/v1/auth/saml/authorize?tenant=a-child&redirectUrl=https://app.example.com/x',
      {
        bearer: other.projectId,
        body: {},
      },
    );
    expect(start.status, JSON.stringify(start.body)).toBe(200);
    const created = await manage('POST', '/v1/mgmt/user/create', {
      ...{ loginId: 'bob', userTenants: [{ tenantId: 'a-child', roleNames: ['Local'] }] },
      customAttributes: { plan: 'paid' },
    });
    expect(created.body.user).toMatchObject({
      userTenants: [{ roleNames: expect.arrayContaining(['Local']) }],
    });
  });
});

describe('an import', () => {
  test('is all or nothing, and names every invalid file before anything is written', async () => {
    const before = await exportFrom(manage);
    const audits = await countAudits(other.projectId);
    const wrong = {
      ...files,
      'settings.json': { ...files['settings.json'], redirectUrls: ['nonsense'] },
      'roles.json': { roles: [{ name: 'New' }, { name: 'Broken', permissionNames: ['Nobody'] }] },
      'tenants/corp.json': { id: 'corp', name: 'Corp', parent: 'nowhere' },
    };
    const verdict = await validate({ files: wrong, inputSecrets: inputSecrets() });
    const paths = verdict.failures.map((failure: string) => failure.split(':')[0]);
    expect(paths).toEqual(expect.arrayContaining(['settings.json', 'roles.json', 'tenants/corp.json']));
    const refused = await importInto({ files: wrong, inputSecrets: inputSecrets() });
    expect(refused).toMatchObject({ status: 400, body: { errorCode: 'E113007' } });
    expect(await exportFrom(manage)).toEqual(before);
    expect(await countAudits(other.projectId)).toBe(audits);
  });

  test('accepts no unknown file, no unknown field, and no secret in a file', async () => {
    const failures = async (given: object) => (await validate({ files: given })).failures.join();
    expect(await failures({ 'flows/login.json': {} })).toContain(
      'flows/login.json: a snapshot has no such file',
    );
    expect(await failures({ '../roles.json': {} })).toContain('no such file');
    expect(await failures({ 'roles.json': { rolls: [] } })).toContain('rolls is not a field');
    expect(await failures({ 'roles.json': { roles: [{ name: 'A', permissons: [] }] } })).toContain(
      'roles.permissons',
    );
    expect(await failures({ 'roles.json': {} })).toContain('The roles field is required');
    for (const file of [[], 'text', 7, true])
      expect(await failures({ 'roles.json': file })).toContain('roles.json');
    expect(await failures({ 'snapshot.json': { version: 99 } })).toContain('version 99');
    const google = { ...files['oauthProviders/google.json'], clientSecret: 'x' };
    expect(await failures({ 'oauthProviders/google.json': google })).toContain('clientSecret is not a field');
    const email = files['messages/connectors/email.json'] as { settings: object };
    const open = { ...email, settings: { ...email.settings, password: 'x' } };
    expect(await failures({ 'messages/connectors/email.json': open })).toContain('settings.password');
    expect(await failures({ 'tenants/b.json': { id: 'a', name: 'A' } })).toContain(
      'belongs in tenants/a.json',
    );
    const inherited = { roles: [], constructor: 1 };
    expect(await failures({ 'roles.json': inherited })).toContain('constructor is not a field');
    expect(await failures({ constructor: {}, toString: {} })).toContain(
      'toString: a snapshot has no such file',
    );
  });

  test('deletes nothing, and changes nothing that the files do not contain', async () => {
    await manage('POST', '/v1/mgmt/role/create', { name: 'Mine' });
    await manage('POST', '/v1/mgmt/tenant/create', { id: 'mine', name: 'Mine' });
    await importInto({ files, inputSecrets: inputSecrets(), excludes: ['settings'] });
    const now = await exportFrom(manage);
    expect(now['tenants/mine.json']).toMatchObject({ name: 'Mine' });
    expect(JSON.stringify(now['roles.json'])).toContain('"Mine"');
    expect(now['settings.json']).toMatchObject({ sessionLifetimeSeconds: 600, redirectUrls: [] });
  });

  test('reverts later changes, and keeps members and secrets', async () => {
    await importInto({ files, inputSecrets: inputSecrets() });
    await manage('POST', '/v1/mgmt/user/create', { loginId: 'bob', userTenants: [{ tenantId: 'a-child' }] });
    await manage('POST', '/v1/mgmt/tenant/update', { id: 'a-child', name: 'Renamed', disabled: true });
    await manage('POST', '/v1/mgmt/role/update', { name: 'Clerk', newName: 'Clerk', permissionNames: [] });
    await manage('POST', '/v1/mgmt/project/settings', { sessionLifetimeSeconds: 900 });
    await manage('POST', '/v1/mgmt/oauth/provider', { provider: 'google', issuer: '', title: 'Changed' });
    await manage('POST', '/v1/mgmt/message/template/set', {
      ...{ kind: 'otp', channel: 'email', locale: 'en', subject: 'x', text: '{{code}}' },
    });
    expect(await exportFrom(manage)).not.toEqual(files);
    expect(await importInto({ files })).toMatchObject({ status: 200 });
    expect(await exportFrom(manage)).toEqual(files);
    const { body } = await manage('GET', '/v1/mgmt/user?loginId=bob');
    expect(body.user.userTenants).toMatchObject([{ tenantId: 'a-child', tenantName: 'Child' }]);
  });

  test('does not send a secret elsewhere: another server in the file needs it again', async () => {
    await importInto({ files, inputSecrets: inputSecrets() });
    const email = files['messages/connectors/email.json'] as { settings: object };
    const moved = { ...email, settings: { ...email.settings, host: 'evil.example' } };
    const google = { ...files['oauthProviders/google.json'], tokenUrl: 'https://evil.example/token' };
    const corp = structuredClone(files['tenants/corp.json']) as {
      ssoConnections: { oidc: { tokenUrl: string } }[];
    };
    corp.ssoConnections[0]!.oidc.tokenUrl = 'https://evil.example/token';
    const verdict = await validate({
      files: {
        'messages/connectors/email.json': moved,
        'oauthProviders/google.json': google,
        'tenants/corp.json': corp,
      },
    });
    expect(verdict.missingSecrets).toMatchObject({
      connectors: [{ id: 'email' }],
      oauthProviders: [{ id: 'google' }],
      ssoConnections: [{ id: 'corp/default_ssoid' }],
    });
  });

  test('two simultaneous ones end like one of them', async () => {
    const given = { files, inputSecrets: inputSecrets() };
    const answers = await Promise.all([importInto(given), importInto(given)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await exportFrom(manage)).toEqual(files);
  });

  test('refuses tenants in a circle', async () => {
    const circle = {
      'tenants/a.json': { id: 'a', name: 'A', parent: 'b' },
      'tenants/b.json': { id: 'b', name: 'B', parent: 'a' },
    };
    const { ok, failures } = await validate({ files: circle });
    expect({ ok, count: failures.length > 0 }).toEqual({ ok: false, count: true });
  });

  test('is refused if it would change too much at a time', async () => {
    const templates = Object.fromEntries(
      Array.from({ length: 1_001 }, (_, index) => {
        const key = { kind: 'otp', channel: 'sms', locale: 'en', templateId: `t${index}` };
        return [`messages/templates/otp.sms.en.t${index}.json`, { ...key, text: '{{code}}' }];
      }),
    );
    const refused = await importInto({ files: templates });
    expect(refused).toMatchObject({ status: 400, body: { errorCode: 'E113007' } });
    expect(refused.body.errorMessage).toContain('some of them at a time');
    expect(Object.keys(await exportFrom(manage)).filter((path) => path.includes('templates'))).toEqual([]);
  });

  test('deletes no SSO connection that is not set up in the files', async () => {
    await importInto({ files, inputSecrets: inputSecrets() });
    const corp = structuredClone(files['tenants/corp.json']) as { ssoConnections: object[] };
    corp.ssoConnections = [{ id: 'default_ssoid', protocol: 'none' }];
    expect(await importInto({ files: { 'tenants/corp.json': corp } })).toMatchObject({ status: 200 });
    const { body } = await manage('GET', '/v2/mgmt/sso/settings?tenantId=corp');
    expect(body).toMatchObject({ tenant: { authType: 'oidc' }, oidc: { issuer: provider.issuer } });
  });

  test('sorts tenants, however deeply they are nested', () => {
    const chain = Array.from({ length: maxFiles }, (_, index) => ({
      id: `t${index}`,
      name: 'T',
      parent: `t${index + 1}`,
    }));
    expect(tenantsPart.sort!(chain)).toEqual(chain.toReversed());
  });

  test('creates a parent first even if it comes later in the files', async () => {
    const chain = Object.fromEntries(
      ['a', 'b', 'c', 'd'].map((id, index, all) => [
        `tenants/${id}.json`,
        { id, name: id, ...(all[index + 1] && { parent: all[index + 1] }) },
      ]),
    );
    expect(await importInto({ files: chain })).toMatchObject({ status: 200 });
  });
});

test('the public SDK and our client export, validate and import', async () => {
  const sdk = latchkey.sdk().management.project;
  const exported = await sdk.exportSnapshot();
  expect(exported.data!.files).toEqual(files);
  const { project } = createClient({ ...other, baseUrl: latchkey.baseUrl }).management;
  const validated = await project.validateSnapshot(exported.data!.files);
  expect(validated).toMatchObject({ ok: true, data: { ok: false } });
  expect(await project.importSnapshot(exported.data!.files, inputSecrets())).toMatchObject({ ok: true });
  expect(await sdk.validateSnapshot({ files })).toMatchObject({ data: { ok: true, failures: [] } });
  expect((await sdk.importSnapshot({ files })).ok).toBe(true);
});

test('the old paths work the same way', async () => {
  const answer = await latchkey.manage('POST', '/v1/mgmt/project/export', {});
  expect(answer.body.files).toEqual(files);
  const roles = { 'roles.json': { roles: [{ name: 'Old' }] } };
  expect((await manage('POST', '/v1/mgmt/project/import', { files: roles })).status).toBe(200);
  expect(JSON.stringify(await exportFrom(manage))).toContain('"Old"');
});
