import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { patchOf, setDomains, startDirectory, type TestDirectory } from '../../../../test/directories.ts';
import { type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import { createPasswordUser, signInByPassword } from '../../../../test/signed-in.ts';
import { maxKept } from './request-log.ts';

let latchkey: Latchkey;
let directory: TestDirectory;
let count = 0;
beforeAll(async () => {
  latchkey = await startLatchkey();
});
afterAll(() => latchkey.close());
beforeEach(async () => {
  count += 1;
  directory = await startDirectory(latchkey);
});

const address = () => `/v1/mgmt/tenant/directory?tenantId=${directory.tenantId}`;
const load = async (from = latchkey) => (await from.manage('GET', address())).body.directory;
const requests = async () =>
  (await load()).requests.map(
    ({ method, path, status, detail }: Record<string, unknown>) => `${method} ${path} ${status} ${detail}`,
  );

describe('the directory of a tenant', () => {
  test('shows its address, its tokens, its mappings and how much is in it', async () => {
    const { tenantId, keyId } = directory;
    expect(await load()).toMatchObject({
      baseUrl: `${latchkey.baseUrl}/scim/v2`,
      tokens: [{ id: keyId, name: 'SCIM', status: 'active', lastUsedTime: 0 }],
      userCount: 0,
      groupCount: 0,
      ssoConfigured: false,
      roleMappings: [],
      attributeMapping: {},
      requests: [],
    });
    await latchkey.manage('POST', '/v1/mgmt/role/create', { name: 'Engineer' });
    await latchkey.manage('POST', '/v1/mgmt/user/customattribute/create', {
      attributes: [{ name: 'team', type: 1, displayName: 'Team' }],
    });
    const department = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department';
    await setDomains(latchkey, tenantId, [`requests${count}.example`], {
      roleMappings: [{ groups: ['Engineers'], roleName: 'Engineer' }],
      attributeMapping: { customAttributes: { team: department } },
    });
    // Neither is a token: one has no role here, the other one is in another tenant, too.
    const other = await startDirectory(latchkey);
    const keyTenants = [{ tenantId }, { tenantId: other.tenantId }].map((one) => ({
      ...one,
      roleNames: ['Tenant Admin'],
    }));
    await latchkey.manage('POST', '/v1/mgmt/accesskey/create', { name: 'two', keyTenants });
    await latchkey.manage('POST', '/v1/mgmt/accesskey/create', { name: 'none', keyTenants: [{ tenantId }] });
    await directory.create({ userName: `ada${count}` });
    await directory.scim('POST', '/Groups', { displayName: 'Engineers' });
    await latchkey.manage('POST', '/v1/mgmt/accesskey/deactivate', { id: keyId });
    expect(await load()).toMatchObject({
      tokens: [{ id: keyId, status: 'inactive', lastUsedTime: expect.any(Number) }],
      userCount: 1,
      groupCount: 1,
      ssoConfigured: true,
      roleMappings: [{ groups: ['Engineers'], roleName: 'Engineer' }],
      attributeMapping: { team: department },
    });
    expect((await load()).tokens).toHaveLength(1);
    const unknown = await latchkey.manage('GET', '/v1/mgmt/tenant/directory?tenantId=nobody');
    expect(unknown.body.errorCode).toBe('E111202');
  });

  test('shows a tenant’s administrator only what else they may see', async () => {
    const { tenantId } = directory;
    await latchkey.manage('POST', '/v1/mgmt/role/create', { name: `Secret ${count}`, private: true });
    await setDomains(latchkey, tenantId, [`requests${count}.example`], {
      roleMappings: [{ groups: ['Spies'], roleName: `Secret ${count}` }],
    });
    const signIn = async (roleNames: string[]) => {
      const user = await createPasswordUser(latchkey, { userTenants: [{ tenantId, roleNames }] });
      return (await signInByPassword(latchkey, user)).body.refreshJwt;
    };
    const ask = (token: string, of = tenantId) =>
      latchkey.request('GET', `/v1/mgmt/tenant/directory?tenantId=${of}&tenant=${of}`, {
        bearer: `${latchkey.projectId}:${token}`,
      });
    const administrator = await signIn(['Tenant Admin']);
    const { status, body } = await ask(administrator);
    expect(status).toBe(200);
    expect(body.directory).toMatchObject({ tokens: [{ id: directory.keyId }], roleMappings: [] });
    const other = await startDirectory(latchkey);
    expect((await ask(administrator, other.tenantId)).status).toBe(403);
    expect((await ask(await signIn([]))).status).toBe(403);
  });
});

describe('the last requests', () => {
  test('have method, path, status and reason, newest first', async () => {
    const { id } = await directory.create({ userName: `ada${count}` });
    await directory.scim('GET', `/Users?filter=userName eq "ada${count}" and active eq true&count=10`);
    await directory.scim('PATCH', `/Users/${id}`, patchOf({ op: 'replace', path: 'active', value: 'x' }));
    await directory.scim('POST', '/Users', { userName: `ada${count}` });
    await directory.scim('POST', '/Groups/.search', { filter: 'displayName sw "x"' });
    await directory.scim('POST', '/Bulk', {
      Operations: [
        { method: 'DELETE', path: `/Users/${id}` },
        { method: 'DELETE', path: `/Users/${id}` },
      ],
    });
    const found = 'No user of the tenant has this ID';
    expect(await requests()).toEqual([
      'POST /Bulk 200 ',
      `BULK DELETE /Users/${id} 404 ${found}`,
      'POST /Groups/.search?filter=displayName sw … 200 ',
      'POST /Users 409 A user with this userName or address already exists',
      `PATCH /Users/${id} 400 active must be true or false`,
      'GET /Users?filter=userName eq … and active eq true&count=10 200 ',
      'POST /Users 201 ',
    ]);
    const [, failed] = (await load()).requests;
    expect(failed).toMatchObject({ keyId: directory.keyId, time: expect.any(Number), scimType: '' });
  });

  test('contain no value that the directory sent, wherever it puts it', async () => {
    const value = 'zebra@stripes.example';
    const quoted = `"${value}"`;
    const users = [
      ...[`userName eq ${quoted}`, `userName eq ${value}`, `${value} eq "x"`, `userName ${value} "x"`],
      ...[`emails[value eq ${quoted}]`, `userName eq ${quoted} ${value}`, `active gt ${quoted}`, value],
      ...[`userName eq "${value}\\q"`, `not (userName eq ${quoted})`, `urn:${value}:x pr`, `(${value}`],
    ];
    for (const filter of users) {
      await directory.scim('GET', `/Users?filter=${encodeURIComponent(filter)}`);
      await directory.scim('POST', '/Users/.search', { filter, sortBy: value, attributes: [value] });
    }
    const { id } = await directory.create({
      userName: value,
      displayName: value,
      password: `${value} 7 uphill`,
    });
    const paths = [
      value,
      `emails[${value}`,
      `${value}[x eq "y"]`,
      `emails[type eq "x"].${value}`,
      `userName.${value}`,
    ];
    for (const path of paths)
      await directory.scim('PATCH', `/Users/${id}`, patchOf({ op: 'replace', path, value }));
    await directory.scim('PATCH', `/Users/${id}`, patchOf({ op: value, path: 'title', value }));
    await directory.scim('POST', '/Groups', { displayName: value });
    await directory.scim('POST', '/Groups', { displayName: value.toUpperCase() });
    await directory.scim('POST', '/Groups', { displayName: 'x', members: [{ value }] });
    for (const body of [
      { userName: value },
      { userName: value, emails: value },
      { userName: [value] },
      { [value]: 1 },
    ])
      await directory.scim('POST', '/Users', body);
    for (const path of [
      `/${value}`,
      `/Users/${value}`,
      `/Users/${id}/${value}`,
      `/Schemas/${value}`,
      `/Users?${value}=1&cursor=${value}`,
    ])
      await directory.scim('GET', path);
    await directory.scim('POST', '/Bulk', {
      Operations: [
        { method: value, path: `/Users/${value}`, bulkId: value },
        { method: 'POST', path: `/${value}`, bulkId: value, data: { userName: value } },
        { method: 'PATCH', path: `/Users/bulkId:${value}`, data: {} },
      ],
    });
    await directory.scim(
      'PUT',
      `/Users/${id}`,
      { userName: value },
      { headers: { 'if-match': `"${value}"` } },
    );
    const state = await load();
    expect(state.requests.filter(({ status }: { status: number }) => status >= 400).length).toBeGreaterThan(
      30,
    );
    const kept = JSON.stringify(state.requests).toLowerCase();
    expect(kept).not.toContain('zebra');
    expect(kept).not.toContain('stripes');
  });

  test('show that a token is refused, to the tenant that it belonged to', async () => {
    await latchkey.manage('POST', '/v1/mgmt/accesskey/deactivate', { id: directory.keyId });
    expect((await directory.scim('GET', '/Users')).status).toBe(401);
    await latchkey.request('GET', '/scim/v2/Users', { bearer: `${latchkey.projectId}:unknown` });
    expect(await requests()).toEqual(['GET /Users 401 The access key is not valid']);
  });

  test('are the newest that succeeded and the newest that failed', async () => {
    await directory.scim('GET', '/nowhere');
    for (let index = 0; index < maxKept + 5; index += 1) await directory.scim('GET', `/Users?count=${index}`);
    await load();
    await directory.scim('GET', '/Users?count=100');
    const paths = (await load()).requests.map(({ path }: { path: string }) => path);
    expect(paths).toHaveLength(maxKept + 1);
    expect([paths[0], paths.at(-2), paths.at(-1)]).toEqual(['/Users?count=100', '/Users?count=6', '/…']);
  });

  test('of another instance appear, and end with the tenant', async () => {
    const another = await latchkey.startAnother();
    try {
      await another.request('GET', '/scim/v2/Users', { bearer: directory.token });
      await expect.poll(requests, { timeout: 120_000 }).toEqual(['GET /Users 200 ']);
    } finally {
      await another.close();
    }
    await directory.scim('GET', '/Groups');
    await latchkey.manage('POST', '/v1/mgmt/tenant/delete', { id: directory.tenantId });
    await latchkey.manage('POST', '/v1/mgmt/tenant/create', {
      id: directory.tenantId,
      name: directory.tenantId,
    });
    expect(await requests()).toEqual([]);
  });
});
