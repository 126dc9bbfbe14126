import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Latchkey, startLatchkey } from '../../../../test/harness.ts';

let latchkey: Latchkey;
beforeAll(async () => {
  latchkey = await startLatchkey();
});
afterAll(() => latchkey.close());

async function manage(path: string, body: object, method = 'POST') {
  const answer = await latchkey.manage(method, `/v1/mgmt/${path}`, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

/** Returns what the newest event of this kind says about the change. */
async function changesIn(action: string): Promise<Record<string, unknown>> {
  const { audits } = await manage('audit/search', { actions: [action] });
  return audits[0].data.changes;
}

test('the change of a role shows its old and new values', async () => {
  await manage('permission/create', { name: 'Read' });
  await manage('role/create', { name: 'Clerk', description: 'first' });
  await manage('role/update', {
    name: 'Clerk',
    newName: 'Clerk',
    description: 'second',
    permissionNames: ['Read'],
  });
  expect(await changesIn('RoleModified')).toEqual({
    description: { from: 'first', to: 'second' },
    permissionNames: { from: [], to: ['Read'] },
  });
});

test('the change of an SSO application shows its old and new values', async () => {
  const app = { name: 'Wiki', loginPageUrl: 'https://wiki.example.com/' };
  const { id } = await manage('sso/idp/app/oidc/create', app);
  await manage('sso/idp/app/oidc/update', { ...app, id, forcePkce: true, enabled: false });
  expect(await changesIn('SsoAppModified')).toEqual({
    enabled: { from: true, to: false },
    forcePkce: { from: null, to: true },
  });
});

test('the change of a third-party application shows its old and new values', async () => {
  const { id } = await manage('thirdparty/app/create', { name: 'Notes' });
  await manage('thirdparty/app/patch', { id, name: 'Notes 2', description: 'new' });
  expect(await changesIn('InboundAppModified')).toEqual({
    description: { from: null, to: 'new' },
    name: { from: 'Notes', to: 'Notes 2' },
  });
});

test('the change of an SSO connection shows its old and new values, and no secret', async () => {
  await manage('tenant/create', { id: 'acme', name: 'Acme' });
  const settings = {
    name: 'Entra',
    clientId: 'one',
    clientSecret: 'very-secret-1',
    redirectUrl: '',
    authUrl: 'https://idp.example.com/a',
    tokenUrl: 'https://idp.example.com/t',
    userDataUrl: 'https://idp.example.com/u',
    scope: ['openid'],
    issuer: 'https://idp.example.com',
    JWKsUrl: 'https://idp.example.com/k',
  };
  await manage('sso/oidc', { tenantId: 'acme', settings });
  await manage('sso/oidc', {
    tenantId: 'acme',
    settings: { ...settings, clientId: 'two', clientSecret: 'very-secret-2' },
  });
  const changes = await changesIn('SsoModified');
  expect(changes).toMatchObject({ 'oidc.clientId': { from: 'one', to: 'two' } });
  expect(JSON.stringify(await manage('audit/search', {}))).not.toContain('very-secret');
});

test('the change of an OAuth provider shows its values, and that the secret was replaced', async () => {
  const configure = (more: object) =>
    manage('oauth/provider', { provider: 'google', clientId: 'one', ...more });
  await configure({ clientSecret: 'very-secret-3' });
  await configure({ clientId: 'two', clientSecret: 'very-secret-4' });
  expect(await changesIn('OAuthProviderModified')).toEqual({ clientId: { from: 'one', to: 'two' } });
  const { audits } = await manage('audit/search', { actions: ['OAuthProviderModified'] });
  expect(audits[0].data).toMatchObject({ clientSecret: 'replaced' });
  expect(JSON.stringify(audits)).not.toContain('very-secret');
});

test('the change of password settings, access keys and custom attributes shows old and new values', async () => {
  await manage('password/settings', { minLength: 20 });
  await manage('password/settings', { minLength: 21 });
  expect(await changesIn('PasswordSettingsModified')).toEqual({ minLength: { from: 20, to: 21 } });
  const { key } = await manage('accesskey/create', { name: 'CI', description: 'one' });
  await manage('accesskey/update', { id: key.id, name: 'CI', description: 'two' });
  expect(await changesIn('AccessKeyModified')).toEqual({ description: { from: 'one', to: 'two' } });
  const attribute = { name: 'level', type: 1, displayName: 'Level' };
  await manage('user/customattribute/create', { attributes: [attribute] });
  await manage('user/customattribute/create', { attributes: [{ ...attribute, displayName: 'Rank' }] });
  expect(await changesIn('CustomAttributeModified')).toEqual({ displayName: { from: 'Level', to: 'Rank' } });
});
