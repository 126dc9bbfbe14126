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

async function create(body: Record<string, unknown>): Promise<string> {
  const answer = await manage('tenant/create', body);
  expect(answer.body).toEqual({ id: expect.any(String) });
  return answer.body.id as string;
}

async function auditOf(tenantId: string): Promise<string[]> {
  const rows = await latchkey.service.db
    .selectFrom('auditEvents')
    .select('action')
    .where('projectId', '=', latchkey.projectId)
    .where('tenantId', '=', tenantId)
    .orderBy('action')
    .execute();
  return rows.map((row) => row.action);
}

describe('a tenant', () => {
  test('created by the public SDK is loaded with all its fields', async () => {
    const created = await tenants.create(
      'Acme',
      ['Acme.com', 'acme.com', 'münchen.de'],
      { tier: 'gold' },
      true,
      true,
    );
    expect(created.ok).toBe(true);
    const id = created.data?.id as string;
    expect(id).toMatch(/^T[0-9A-Za-z]{27}$/);
    const { data } = await tenants.load(id);
    expect(data).toEqual({
      id,
      name: 'Acme',
      selfProvisioningDomains: ['acme.com', 'xn--mnchen-3ya.de'],
      domains: [],
      customAttributes: { tier: 'gold' },
      authType: 'none',
      createdTime: expect.any(Number),
      enforceSSO: true,
      enforceSSOExclusions: [],
      disabled: true,
      defaultRoles: [],
      federatedAppIds: [],
      roleInheritance: '',
      parent: '',
      successors: [],
      additionalSSOConfigs: [],
    });
    expect(data?.createdTime).toBeLessThan(2 ** 31);
    expect(await auditOf(id)).toEqual(['TenantCreated']);
  });

  test('that is patched keeps what is not given', async () => {
    const patch = async (body: object) => {
      const { status } = await latchkey.manage('PATCH', '/v1/mgmt/tenant/patch', body);
      return { status, tenant: await load('patched') };
    };
    const fields = {
      selfProvisioningDomains: ['patched.example'],
      customAttributes: { tier: 'gold', seats: 5 },
      enforceSSO: true,
      enforceSSOExclusions: ['U1'],
      disabled: true,
      federatedAppIds: ['A1'],
      roleInheritance: 'none',
    };
    await create({ id: 'patched', name: 'Patched', ...fields });
    const nothing = { name: null, disabled: null, selfProvisioningDomains: null, customAttributes: null };
    for (const body of [{}, nothing, { authType: '' }, { customAttributes: {} }])
      expect(await patch({ id: 'patched', ...body })).toMatchObject({
        status: 200,
        tenant: { name: 'Patched', ...fields },
      });
    const some = {
      name: 'Renamed',
      disabled: false,
      selfProvisioningDomains: [],
      enforceSSOExclusions: [],
      customAttributes: { seats: 6, tier: null },
    };
    expect(await patch({ id: 'patched', ...some })).toEqual({
      status: 200,
      tenant: expect.objectContaining({ ...fields, ...some, customAttributes: { seats: 6 } }),
    });
    await create({ name: 'Taken' });
    for (const body of [{ name: 'taken' }, { name: '' }, { selfProvisioningDomains: ['a b'] }])
      expect((await patch({ id: 'patched', ...body })).status).toBe(400);
    expect((await latchkey.manage('PATCH', '/v1/mgmt/tenant/patch', { id: 'nobody' })).status).toBe(404);
  });

  test('keeps the ID that the caller chose, and lists its parent and sub-tenants', async () => {
    expect((await tenants.createWithId('parent.1', 'Parent')).ok).toBe(true);
    const child = await create({ name: 'Child', parent: 'parent.1' });
    const grandchild = await create({ name: 'Grandchild', parent: child });
    expect(await load('parent.1')).toMatchObject({ parent: '', successors: [child] });
    expect(await load(child)).toMatchObject({ parent: 'parent.1', successors: [grandchild] });
    const top = await manage('tenant/search', { topLevelOnly: true, tenantIds: ['parent.1', child] });
    expect(top.body.tenants.map((tenant: { id: string }) => tenant.id)).toEqual(['parent.1']);
    const children = await tenants.searchAll([], [], [], {}, 'parent.1');
    expect(children.data?.map((tenant) => tenant.id)).toEqual([child]);
    await tenants.delete('parent.1');
    expect(await load(child)).toMatchObject({ parent: '', successors: [grandchild] });
  });

  test.each([
    ['no name', { name: '' }, 'E011002', 'The name field is required'],
    ['a name of blanks', { name: '  ' }, 'E011002', 'The name field is required'],
    ['a name of 256 characters', { name: 'n'.repeat(256) }, 'E011003', /name/],
    ['an ID that is a path', { name: 'x', id: '../x' }, 'E011004', /letter or digit first/],
    ['an ID of 65 characters', { name: 'x', id: 'x'.repeat(65) }, 'E011004', /1 to 64/],
    [
      'what is not a domain',
      { name: 'x', selfProvisioningDomains: ['a b'] },
      'E011004',
      /"a b" is not a valid domain/,
    ],
    [
      'a URL for a domain',
      { name: 'x', selfProvisioningDomains: ['a.com/x'] },
      'E011004',
      /is not a valid domain/,
    ],
    [
      'a URL in other letters',
      { name: 'x', selfProvisioningDomains: ['ä.com/x'] },
      'E011004',
      /is not a valid domain/,
    ],
    [
      'an attribute of more than 4 KiB',
      { name: 'x', customAttributes: { a: 'ä'.repeat(2048) } },
      'E011004',
      /too long/,
    ],
    ['a parent that does not exist', { name: 'x', parent: 'nobody' }, 'E111202', /nobody/],
  ])('is refused with %s', async (_, body, errorCode, message) => {
    const answer = await manage('tenant/create', body);
    expect(answer.body).toMatchObject({ errorCode, errorMessage: expect.stringMatching(message) });
  });

  test('is refused with 51 custom attributes', async () => {
    const customAttributes = Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`a${i}`, i]));
    expect((await manage('tenant/create', { name: 'Many', customAttributes })).status).toBe(400);
  });

  test('has a name and an ID that are unique, whatever the case and Unicode composition', async () => {
    await create({ name: 'Café Noir', id: 'noir' });
    for (const body of [{ name: '  CAFE\u0301 NOIR' }, { name: 'Another', id: 'noir' }]) {
      expect((await manage('tenant/create', body)).body.errorCode).toBe('E111201');
    }
    const other = await create({ name: 'Blanc' });
    const renamed = await manage('tenant/update', { id: other, name: 'café noir' });
    expect(renamed.body.errorCode).toBe('E111201');
    expect((await load(other)).name).toBe('Blanc');
    expect((await manage('tenant/update', { id: other, name: 'BLANC' })).body).toEqual({});
  });

  test('requested twenty times concurrently with one name is created once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => manage('tenant/create', { name: 'Race' })),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(answers.filter((answer) => answer.body.errorCode === 'E111201')).toHaveLength(19);
  });

  test('is unknown to another project', async () => {
    const id = await create({ name: 'Ours' });
    const other = await latchkey.addProject();
    const bearer = `${other.projectId}:${other.managementKey}`;
    const loaded = await latchkey.request('GET', `/v1/mgmt/tenant?id=${id}`, { bearer });
    expect(loaded).toMatchObject({ status: 404, body: { errorCode: 'E111202' } });
    const body = { id, name: 'Theirs' };
    const updated = await latchkey.request('POST', '/v1/mgmt/tenant/update', { bearer, body });
    expect(updated.status).toBe(404);
    const deleted = await latchkey.request('POST', '/v1/mgmt/tenant/delete', { bearer, body: { id } });
    expect(deleted.status).toBe(404);
    expect((await load(id)).name).toBe('Ours');
  });
});

describe('an update', () => {
  test('overwrites name, domains, enforceSSO and disabled, and keeps all other absent fields', async () => {
    const id = await create({
      name: 'Before',
      selfProvisioningDomains: ['before.com'],
      enforceSSO: true,
      disabled: true,
      enforceSSOExclusions: ['U1'],
      federatedAppIds: ['app'],
      roleInheritance: 'userOnly',
      customAttributes: { tier: 'gold' },
    });
    expect((await tenants.update(id, 'After')).ok).toBe(true);
    expect(await load(id)).toMatchObject({
      name: 'After',
      selfProvisioningDomains: [],
      enforceSSO: false,
      disabled: false,
      enforceSSOExclusions: ['U1'],
      federatedAppIds: ['app'],
      roleInheritance: 'userOnly',
      customAttributes: { tier: 'gold' },
    });
    await tenants.update(id, 'After', ['after.com'], { tier: 'tin' }, true, false, 'none');
    expect(await load(id)).toMatchObject({
      selfProvisioningDomains: ['after.com'],
      customAttributes: { tier: 'tin' },
      enforceSSO: true,
      roleInheritance: 'none',
    });
    expect(await auditOf(id)).toEqual(['TenantCreated', 'TenantModified', 'TenantModified']);
  });

  test('of an unknown tenant is 404, and one without an ID is refused', async () => {
    expect(await manage('tenant/update', { id: 'nobody', name: 'x' })).toMatchObject({ status: 404 });
    const unnamed = await manage('tenant/update', { id: '', name: '' });
    expect(unnamed.body).toMatchObject({ errorCode: 'E011002', errorMessage: 'The id field is required' });
  });
});

describe('a search', () => {
  test('combines its filters, and an empty one returns all tenants', async () => {
    const customAttributes = { plan: { seats: [1, 2] }, region: 'eu' };
    const one = await create({
      name: 'Search One',
      selfProvisioningDomains: ['one.example'],
      customAttributes,
    });
    const two = await create({ name: 'Search Two', authType: 'saml', customAttributes: { region: 'eu' } });
    const search = async (body: unknown) =>
      (await manage('tenant/search', body)).body.tenants.map(
        (tenant: { id: string }) => tenant.id,
      ) as string[];
    expect(await search({ tenantNames: ['search one', 'Search Two'] })).toEqual([one, two]);
    expect(await search({ tenantIds: [one, two], tenantNames: ['Search Two'] })).toEqual([two]);
    expect(await search({ tenantSelfProvisioningDomains: ['ONE.example', 'other.example'] })).toEqual([one]);
    expect(await search({ customAttributes: { region: 'eu' } })).toEqual([one, two]);
    expect(await search({ customAttributes: { region: 'eu', plan: { seats: [1, 2] } } })).toEqual([one]);
    expect(await search({ customAttributes: { region: 'e' } })).toEqual([]);
    expect(await search({ authType: 'saml', tenantIds: [one, two] })).toEqual([two]);
    expect(await search({ tenantNames: ["' or 1=1 --"] })).toEqual([]);
    expect(await search({ text: ' ARCH t' })).toEqual([two]);
    expect(await search({ text: one.toUpperCase() })).toEqual([one]);
    expect(await search({ text: 'search', limit: 1 })).toEqual([one]);
    expect(await search({ text: 'search', customAttributes: { region: 'eu' }, limit: 1 })).toEqual([one]);
    expect(await search({ text: '%' })).toEqual([]);
    const all = await search({ tenantIds: [], tenantNames: null, authType: '' });
    expect(all).toEqual((await tenants.loadAll()).data?.map((tenant) => tenant.id));
    expect(all).toEqual(expect.arrayContaining([one, two]));
  });
});
