import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { base, loginPageUrl, type SsoApps, startWithRole, wsfedApp } from '../../../../../test/sso-apps.ts';

let latchkey: SsoApps['latchkey'];
let apps: SsoApps['apps'];
let manage: SsoApps['manage'];
let samlApp: SsoApps['samlApp'];
let createOidc: SsoApps['createOidc'];
let load: SsoApps['load'];
beforeAll(async () => {
  ({ latchkey, apps, manage, samlApp, createOidc, load } = await startWithRole());
});
afterAll(() => latchkey.close());

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

  test('are assigned once when several requests want them, on two instances', { tags: 'race' }, async () => {
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
