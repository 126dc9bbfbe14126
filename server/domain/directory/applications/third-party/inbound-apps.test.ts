import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Latchkey, startLatchkey } from '../../../../../test/harness.ts';

let latchkey: Latchkey;
let sdk: ReturnType<Latchkey['sdk']>['management']['inboundApplication'];
beforeAll(async () => {
  latchkey = await startLatchkey();
  sdk = latchkey.sdk().management.inboundApplication;
});
afterAll(() => latchkey.close());

const permissionsScopes = [
  { name: 'notes:read', description: 'Read notes', values: ['Reader'], optional: true },
];

const post = (path: string, body: object) => latchkey.manage('POST', `/v1/mgmt/thirdparty/${path}`, body);
const postV2 = (path: string, body: object) => latchkey.manage('POST', `/v2/mgmt/thirdparty/${path}`, body);
const load = async (id: string) =>
  (await latchkey.manage('GET', `/v2/mgmt/thirdparty/app/load?id=${id}`)).body;

test('the public SDK creates, loads, updates, patches and deletes applications', async () => {
  const fields = {
    name: 'Notes',
    description: 'Notes for everyone',
    loginPageUrl: 'https://app.example.com/login',
    approvedCallbackUrls: ['https://notes.example.com/cb'],
    permissionsScopes,
    attributesScopes: [{ name: 'contact', description: 'Your address', values: ['email'] }],
  };
  const created = (await sdk.createApplication(fields)).data;
  const id = created?.id ?? '';
  expect(created?.clientId).toBe(`${latchkey.projectId}.~${id}`);
  const [contact] = fields.attributesScopes;
  const attributesScopes = [{ ...contact, optional: false }];
  const loaded = { ...fields, attributesScopes, id, clientId: created?.clientId, logo: '' };
  expect((await sdk.loadApplication(id)).data).toMatchObject(loaded);
  expect((await sdk.loadAllApplications()).data).toEqual([expect.objectContaining(loaded)]);

  expect((await sdk.patchApplication({ id, description: 'New' })).ok).toBe(true);
  expect(await load(id)).toMatchObject({ ...loaded, description: 'New' });
  expect((await sdk.updateApplication({ id, name: 'Notes 2', permissionsScopes: [] })).ok).toBe(true);
  expect(await load(id)).toMatchObject({
    name: 'Notes 2',
    description: '',
    approvedCallbackUrls: [],
    permissionsScopes: [],
    attributesScopes: [],
    clientId: created?.clientId,
  });

  expect((await sdk.deleteApplication(id)).ok).toBe(true);
  expect((await sdk.loadApplication(id)).error).toMatchObject({ errorCode: 'E111802' });
  expect((await sdk.deleteApplication(id)).error).toMatchObject({ errorCode: 'E111802' });
});

test('the Go SDK patches without clearing what it sends empty', async () => {
  const { body } = await postV2('app/create', {
    id: 'go-app',
    name: 'Go',
    description: 'Kept',
    forcePkce: true,
    permissionsScopes,
    scopeClaimMapping: [{ scope: 'plan', claims: { mail: '{{user.email}}' }, mandatory: true }],
    customAttributes: null,
  });
  expect(body).toMatchObject({ id: 'go-app', clientId: `${latchkey.projectId}.~go-app` });
  const zero = { name: '', description: '', logo: '', approvedCallbackUrls: null, forcePkce: false };
  const nulls = { permissionsScopes: null, scopeClaimMapping: null, jwtBearerSettings: null };
  const patched = await postV2('app/patch', {
    id: 'go-app',
    ...zero,
    ...nulls,
    loginPageUrl: 'https://app.example.com/',
  });
  expect(patched).toMatchObject({ status: 200, body: {} });
  expect(await load('go-app')).toMatchObject({
    name: 'Go',
    description: 'Kept',
    forcePkce: true,
    permissionsScopes,
    loginPageUrl: 'https://app.example.com/',
    scopeClaimMapping: [{ scope: 'plan', claims: { mail: '{{user.email}}' }, mandatory: true }],
  });
  const byClient = await latchkey.manage(
    'GET',
    `/v1/mgmt/thirdparty/app/load?clientId=${encodeURIComponent(body.clientId)}`,
  );
  expect(byClient.body.id).toBe('go-app');
});

test('pages list every application once, with the number of all', async () => {
  for (const name of ['One', 'Two', 'Three']) await post('app/create', { name });
  const { total } = (await postV2('apps/load', { page: 0, limit: 0 })).body;
  const pages = await Promise.all(
    Array.from({ length: total }, (_, page) => postV2('apps/load', { page, limit: 1 })),
  );
  expect(pages.map(({ body }) => body.total)).toEqual(pages.map(() => total));
  expect(new Set(pages.flatMap(({ body }) => body.apps.map(({ id }: { id: string }) => id))).size).toBe(
    total,
  );
});

test('a name is unique in the project, whatever its case', async () => {
  expect((await post('app/create', { name: 'Unique' })).status).toBe(200);
  const { id } = (await post('app/create', { name: 'Other' })).body;
  const refused = { status: 400, body: { errorCode: 'E111801' } };
  expect(await post('app/create', { name: 'UNIQUE' })).toMatchObject(refused);
  expect(await post('app/patch', { id, name: 'unique' })).toMatchObject(refused);
  expect(await post('app/update', { id, name: 'unique' })).toMatchObject(refused);
  expect(await post('app/create', { id, name: 'Third' })).toMatchObject(refused);
  expect((await load(id)).name).toBe('Other');
  const twice = await Promise.all([1, 2, 3].map(() => post('app/create', { name: 'Race' })));
  expect(twice.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
});

describe('an application with', () => {
  const scope = (name: string) => [{ name, description: '', values: [] }];
  test.each<[string, object, string, string]>([
    ['no name', { name: '' }, 'E011002', 'name'],
    ['a relative login page', { loginPageUrl: '/login' }, 'E011004', 'loginPageUrl'],
    [
      'a callback with a wildcard',
      { approvedCallbackUrls: ['https://*.example.com/'] },
      'E011004',
      'Callback',
    ],
    ['a script as callback', { approvedCallbackUrls: ['javascript:alert(1)'] }, 'E011004', 'Callback'],
    ['a space in a scope', { permissionsScopes: scope('a b') }, 'E011004', 'permissionsScopes'],
    ['a scope of OpenID Connect', { attributesScopes: scope('email') }, 'E011004', 'attributesScopes'],
    ['a scope twice', { permissionsScopes: [...scope('a'), ...scope('a')] }, 'E011004', 'once'],
    [
      'an unknown template',
      { scopeClaimMapping: [{ scope: 'a', claims: { a: '{{user.password}}' } }] },
      'E011004',
      'user.password',
    ],
    [
      'a claim of the token itself',
      { scopeClaimMapping: [{ scope: 'a', claims: { sub: '{{user.email}}' } }] },
      'E011004',
      'sub',
    ],
    ['a consent flow', { consentFlowId: 'consent' }, 'E501001', 'consentFlowId'],
    ['scopes of connections', { connectionsScopes: scope('a') }, 'E501001', 'connectionsScopes'],
    ['session settings', { sessionSettings: { enabled: true } }, 'E501001', 'sessionSettings'],
    ['issuers of tokens', { jwtBearerSettings: { issuers: { a: {} } } }, 'E501001', 'jwtBearerSettings'],
    ['an unknown attribute', { customAttributes: { unknown: 1 } }, 'E011004', 'unknown'],
  ])('%s is refused, and nothing is stored', async (_, fields, errorCode, message) => {
    const before = (await postV2('apps/load', {})).body.total;
    const { status, body } = await post('app/create', { name: `Refused ${errorCode} ${message}`, ...fields });
    expect([status, body.errorCode]).toEqual([errorCode === 'E501001' ? 501 : 400, errorCode]);
    expect(body.errorMessage).toContain(message);
    expect((await postV2('apps/load', {})).body.total).toBe(before);
  });
});

test('several applications are deleted together or not at all', async () => {
  const ids = [];
  for (const name of ['Batch 1', 'Batch 2']) ids.push((await post('app/create', { name })).body.id);
  const refused = await post('app/delete/batch', { ids: [...ids, 'unknown'] });
  expect(refused).toMatchObject({ status: 404, body: { errorCode: 'E111802' } });
  expect((await load(ids[0])).name).toBe('Batch 1');
  expect((await post('app/delete/batch', { ids })).status).toBe(200);
  expect((await load(ids[0])).errorCode).toBe('E111802');
  expect((await post('app/delete/batch', { ids: [] })).status).toBe(400);
});

test('secrets are shown, rotated, added and revoked, and the audit log names each', async () => {
  const { id, cleartext } = (await sdk.createApplication({ name: 'Secrets', permissionsScopes: [] })).data!;
  expect((await sdk.getApplicationSecret(id)).data?.cleartext).toBe(cleartext);
  await sdk.rotateApplicationSecret(id);
  const rotated = (await sdk.getApplicationSecret(id)).data?.cleartext;
  expect(rotated).toHaveLength(43);
  expect(rotated).not.toBe(cleartext);
  const added = await post('app/secret/add', { id, name: 'second', expireTime: 0 });
  expect(added.body).toMatchObject({ meta: { name: 'second' }, cleartext: expect.any(String) });
  const named = `/v1/mgmt/thirdparty/app/secret?id=${id}&secretName=second`;
  expect((await latchkey.manage('GET', named)).body.cleartext).toBe(added.body.cleartext);
  const listed = await latchkey.manage('GET', `/v1/mgmt/thirdparty/app/secret/all?id=${id}`);
  expect(listed.body.secrets).toHaveLength(2);
  expect(JSON.stringify(listed.body)).not.toContain(added.body.cleartext);
  const left = await post('app/secret/revoke', { id, name: 'second' });
  expect(left.body.secrets).toHaveLength(1);
  expect((await latchkey.manage('GET', named)).body.errorCode).toBe('E111802');

  const found = await latchkey.manage('POST', '/v1/mgmt/audit/search', {
    actions: ['InboundAppSecretCreated', 'InboundAppSecretShown', 'InboundAppSecretRevoked'],
  });
  const text = JSON.stringify(found.body);
  expect(found.body.audits.length).toBeGreaterThanOrEqual(5);
  for (const secret of [cleartext, rotated, added.body.cleartext]) expect(text).not.toContain(secret);
});

test('a public client has no secret', async () => {
  const { id, cleartext } = (await post('app/create', { name: 'Public', nonConfidentialClient: true })).body;
  expect(cleartext).toBe('');
  expect((await post('app/rotate', { id })).body.errorCode).toBe('E011004');
  expect((await sdk.getApplicationSecret(id)).ok).toBe(false);
});

test('the public SDK sets, loads and deletes the claims of the project’s scopes', async () => {
  const { scopeClaimMapping } = latchkey.sdk().management;
  const mappings = [{ scope: 'plan', description: 'Your plan', claims: { plan: 'gold' } }];
  expect((await scopeClaimMapping.get()).data).toEqual([]);
  expect((await scopeClaimMapping.set(mappings)).ok).toBe(true);
  const wrong = await scopeClaimMapping.set([{ scope: 'plan', claims: { aud: 'x' } }]);
  expect(wrong.error).toMatchObject({ errorCode: 'E011004' });
  expect((await scopeClaimMapping.get()).data).toEqual(mappings);
  expect((await scopeClaimMapping.delete()).ok).toBe(true);
  expect((await scopeClaimMapping.get()).data).toEqual([]);
});
