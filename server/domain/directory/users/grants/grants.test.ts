import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Latchkey, startLatchkey } from '../../../../../test/harness.ts';
import {
  codeOf,
  connectTenant,
  createIdentityProvider,
  type IdentityProvider,
  SsoBrowser,
} from '../../../../../test/identity-provider.ts';

let latchkey: Latchkey;
let idp: IdentityProvider;
let count = 0;

beforeAll(async () => {
  latchkey = await startLatchkey();
  idp = await createIdentityProvider(latchkey, 'https://idp.grants.example');
  await connectTenant(latchkey, 'acme', idp);
  await post('tenant/create', { id: 'globex', name: 'Globex' });
  for (const name of ['Reader', 'Editor', 'Admin']) await post('role/create', { name });
  await post('role/create', { name: 'Reader', tenantId: 'acme' });
  await post('role/create', { name: 'Local', tenantId: 'acme' });
  await post('sso/idp/app/oidc/create', { id: 'app2', name: 'Second', loginPageUrl: 'https://app.example/' });
});
afterAll(() => latchkey.close());

const post = (path: string, body: unknown) => latchkey.manage('POST', `/v1/mgmt/${path}`, body);
const load = async (loginId: string) => {
  const { body } = await latchkey.manage('GET', `/v1/mgmt/user?loginId=${encodeURIComponent(loginId)}`);
  return body.user;
};

async function make(more: object = {}): Promise<string> {
  const loginId = `user${++count}`;
  expect((await post('user/create', { loginId, ...more })).status).toBe(200);
  return loginId;
}

describe('project roles', () => {
  test('are added once, on either path, after the existing ones', async () => {
    const loginId = await make({ roleNames: ['Reader'] });
    const add = (version: string, roleNames: string[]) =>
      latchkey.manage('POST', `/${version}/mgmt/user/update/role/add`, { loginId, roleNames });
    expect((await add('v2', ['Editor'])).body.user.roleNames).toEqual(['Reader', 'Editor']);
    expect((await add('v1', ['Editor', 'Reader', 'Admin', 'Admin'])).body.user.roleNames).toEqual([
      'Reader',
      'Editor',
      'Admin',
    ]);
  });

  test('are replaced, removed and cleared', async () => {
    const loginId = await make({ roleNames: ['Reader'] });
    const set = (roleNames: string[]) => post('user/update/role/set', { loginId, roleNames, tenantId: '' });
    expect((await set(['Editor', 'Admin'])).body.user.roleNames).toEqual(['Editor', 'Admin']);
    const removed = await post('user/update/role/remove', { loginId, roleNames: ['Admin', 'Reader'] });
    expect(removed.body.user.roleNames).toEqual(['Editor']);
    expect((await set([])).body.user.roleNames).toEqual([]);
  });

  test.each(['add', 'set', 'remove'])('%s: one unknown name among several changes nothing', async (verb) => {
    const loginId = await make({ roleNames: ['Reader', 'Admin'] });
    const answer = await post(`user/update/role/${verb}`, {
      loginId,
      roleNames: ['Admin', 'Nobody', 'Editor'],
    });
    expect(answer).toMatchObject({ status: 400, body: { errorCode: 'E011004' } });
    expect(answer.body.errorMessage).toContain('Nobody');
    expect((await load(loginId)).roleNames).toEqual(['Reader', 'Admin']);
    for (const bad of [{}, { roleNames: null }, { roleNames: 'Admin' }, { roleNames: [1] }]) {
      expect((await post(`user/update/role/${verb}`, { loginId, ...bad })).status).toBe(400);
    }
  });
});

describe('tenant roles', () => {
  test('are added, set and removed in that tenant only', async () => {
    const loginId = await make({ roleNames: ['Admin'] });
    await post('user/update/tenant/add', { loginId, tenantId: 'acme' });
    const change = (verb: string, roleNames: string[]) =>
      post(`user/update/role/${verb}`, { loginId, tenantId: 'acme', roleNames });
    const rolesIn = (answer: { body: { user: { userTenants: { roleNames: string[] }[] } } }) =>
      answer.body.user.userTenants[0]?.roleNames;
    expect(rolesIn(await change('add', ['Local', 'Editor']))).toEqual(['Local', 'Editor']);
    expect(rolesIn(await change('set', ['Reader']))).toEqual(['Reader']);
    expect(rolesIn(await change('remove', ['Reader', 'Local']))).toEqual([]);
    expect((await load(loginId)).roleNames).toEqual(['Admin']);
  });

  test.each(['add', 'set', 'remove'])(
    '%s: requires an existing tenant with the user as a member',
    async (verb) => {
      const loginId = await make();
      for (const tenantId of ['acme', 'nowhere']) {
        const answer = await post(`user/update/role/${verb}`, { loginId, tenantId, roleNames: ['Reader'] });
        expect(answer).toMatchObject({ status: 400, body: { errorCode: 'E011004' } });
        expect(answer.body.errorMessage).toContain(tenantId);
      }
      expect((await load(loginId)).userTenants).toEqual([]);
    },
  );

  test('of another tenant are refused as unknown', async () => {
    const loginId = await make({ userTenants: [{ tenantId: 'globex' }] });
    const answer = await post('user/update/role/add', { loginId, tenantId: 'globex', roleNames: ['Local'] });
    expect(answer.body.errorCode).toBe('E011004');
  });
});

describe('tenants', () => {
  test('are added and removed together with the roles in them', async () => {
    const loginId = await make();
    const change = (verb: string, tenantId: string) =>
      post(`user/update/tenant/${verb}`, { loginId, tenantId });
    await change('add', 'globex');
    await post('user/update/role/add', { loginId, tenantId: 'globex', roleNames: ['Reader'] });
    expect((await change('add', 'acme')).body.user.userTenants).toMatchObject([
      { tenantId: 'globex', roleNames: ['Reader'] },
      { tenantId: 'acme', roleNames: [] },
    ]);
    expect((await change('add', 'globex')).body.user.userTenants).toHaveLength(2);
    expect((await change('remove', 'globex')).body.user.userTenants).toMatchObject([{ tenantId: 'acme' }]);
    expect((await change('remove', 'globex')).status).toBe(200);
    expect((await change('add', 'globex')).body.user.userTenants).toMatchObject([
      { tenantId: 'acme' },
      { tenantId: 'globex', roleNames: [] },
    ]);
    for (const verb of ['add', 'remove']) {
      expect(await change(verb, 'nowhere')).toMatchObject({ status: 400, body: { errorCode: 'E011004' } });
      expect((await post(`user/update/tenant/${verb}`, { loginId })).body.errorCode).toBe('E011002');
    }
  });

  test('assign their default roles to new members', async () => {
    await post('tenant/create', { id: 'initech', name: 'Initech' });
    await post('tenant/updateDefaultRoles', { id: 'initech', defaultRoles: ['Editor'] });
    const loginId = await make();
    const { body } = await post('user/update/tenant/add', { loginId, tenantId: 'initech' });
    expect(body.user.userTenants).toMatchObject([{ tenantId: 'initech', roleNames: ['Editor'] }]);
  });

  test('cannot sign in a former member, not even with a pending code', async () => {
    const signIn = async () => {
      const browser = new SsoBrowser(latchkey);
      const started = await latchkey.request(
        'POST',
        '/v1/auth/sso/authorize?tenant=acme&redirectUrl=http%3A%2F%2Flocalhost%3A3000%2Fcallback',
        { body: {} },
      );
      const request = await browser.open(started.body.url);
      return browser.post(request.acsUrl, await idp.respond(request, { nameId: 'leaver@grants.example' }));
    };
    const exchange = (code: string | undefined) =>
      latchkey.request('POST', '/v1/auth/sso/exchange', { body: { code } });
    expect((await exchange(codeOf(await signIn()))).status).toBe(200);
    const underWay = codeOf(await signIn());
    expect((await load('leaver@grants.example')).SAML).toBe(true);
    const { body } = await post('user/update/tenant/remove', {
      loginId: 'leaver@grants.example',
      tenantId: 'acme',
    });
    expect(body.user).toMatchObject({ userTenants: [], SAML: false });
    expect((await exchange(underWay)).status).toBe(401);
    expect(codeOf(await signIn())).toBeFalsy();
  });

  test('remove their roles from users when they are deleted', async () => {
    await post('tenant/create', { id: 'shortlived', name: 'Short-lived' });
    const userTenants = [{ tenantId: 'shortlived', roleNames: ['Reader'] }];
    const loginId = await make({ userTenants });
    await post('tenant/delete', { id: 'shortlived' });
    await post('tenant/create', { id: 'shortlived', name: 'Again' });
    await post('user/update/tenant/add', { loginId, tenantId: 'shortlived' });
    expect((await load(loginId)).userTenants).toMatchObject([{ tenantId: 'shortlived', roleNames: [] }]);
  });
});

describe('SSO applications', () => {
  const change = (verb: string, loginId: string, ssoAppIds: unknown) =>
    post(`user/update/ssoapp/${verb}`, { loginId, ssoAppIds });

  test('are added once, replaced, removed and cleared', async () => {
    const loginId = await make();
    const both = ['app2', 'descope-default-oidc'];
    expect((await change('add', loginId, ['app2', 'app2'])).body.user.ssoAppIds).toEqual(['app2']);
    expect((await change('add', loginId, both)).body.user.ssoAppIds).toEqual(both);
    expect((await change('add', loginId, [])).body.user.ssoAppIds).toEqual(both);
    expect((await change('remove', loginId, [])).body.user.ssoAppIds).toEqual(both);
    expect((await change('remove', loginId, ['app2'])).body.user.ssoAppIds).toEqual(['descope-default-oidc']);
    expect((await change('remove', loginId, ['app2'])).status).toBe(200);
    expect((await change('set', loginId, ['app2'])).body.user.ssoAppIds).toEqual(['app2']);
    expect((await change('set', loginId, [])).body.user.ssoAppIds).toEqual([]);
  });

  test.each(['add', 'set', 'remove'])('%s: an unknown application changes nothing', async (verb) => {
    const loginId = await make({ ssoAppIds: ['app2'] });
    expect(await change(verb, loginId, ['app2', 'nothing'])).toMatchObject({
      status: 400,
      body: { errorCode: 'E011004', errorMessage: expect.stringContaining('nothing') },
    });
    expect((await load(loginId)).ssoAppIds).toEqual(['app2']);
    expect((await change(verb, loginId, undefined)).body.errorCode).toBe('E011002');
  });
});
