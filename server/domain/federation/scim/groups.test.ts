import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { assertedIdentities } from '../../../../test/asserted-identities.ts';
import { groupSchema, patchOf, startDirectory, type TestDirectory } from '../../../../test/directories.ts';
import { type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import {
  connectTenant,
  createIdentityProvider,
  errorOf,
  type IdentityProvider,
} from '../../../../test/identity-provider.ts';

let latchkey: Latchkey;
let idp: IdentityProvider;
let directory: TestDirectory;
let count = 0;
let domain: string;
beforeAll(async () => {
  latchkey = await startLatchkey();
  idp = await createIdentityProvider(latchkey, 'https://idp.scim.example');
});
afterAll(() => latchkey.close());
beforeEach(async () => {
  count += 1;
  domain = `groups${count}.example`;
  directory = await startDirectory(latchkey);
});

const { samlRound, signedIn } = assertedIdentities(() => ({ latchkey, provider: undefined as never }));

/** Connects the tenant of the directory with the identity provider. */
async function connect(settings: Record<string, unknown>): Promise<void> {
  const tenantId = `connected-${count}`;
  await connectTenant(latchkey, tenantId, idp, settings, { domains: [domain] });
  directory = await startDirectory(latchkey, { tenantId });
}

const createGroup = (displayName: string, ...ids: string[]) =>
  directory.scim('POST', '/Groups', {
    schemas: [groupSchema],
    displayName,
    members: ids.map((value) => ({ value })),
  });
const patch = (id: string, ...operations: object[]) =>
  directory.scim('PATCH', `/Groups/${id}`, patchOf(...operations));
const rolesOf = async (userId: string) => {
  const { body } = await latchkey.manage('GET', `/v1/mgmt/user?userId=${userId}`);
  return body.user.userTenants[0]?.roleNames as string[];
};

describe('a group', () => {
  test('contains users of the tenant only, and shows them without a name', async () => {
    const ada = await directory.create({ userName: `ada${count}` });
    const { status, body } = await createGroup('Engineers', ada.id);
    expect(status).toBe(201);
    expect(body.members).toEqual([{ value: ada.id, $ref: ada.meta.location, type: 'User' }]);
    const shown = (await directory.scim('GET', `/Users/${ada.id}`)).body;
    expect(shown.groups).toEqual([
      { value: body.id, $ref: body.meta.location, display: 'Engineers', type: 'direct' },
    ]);
    const other = await startDirectory(latchkey);
    const stranger = await other.create({ userName: `stranger${count}` });
    for (const id of [stranger.id, body.id, 'U000000000000000000000000000', 'x']) {
      expect((await createGroup('Others', id)).status).toBe(400);
      const added = await patch(
        body.id,
        { op: 'add', path: 'members', value: [{ value: id }] },
        { op: 'replace', path: 'displayName', value: 'x' },
      );
      expect(added.status).toBe(400);
    }
    expect((await directory.scim('GET', `/Groups/${body.id}`)).body).toEqual(body);
    expect((await other.scim('GET', `/Groups/${body.id}`)).status).toBe(404);
    const hidden = (await directory.scim('GET', `/Groups/${body.id}?excludedAttributes=members`)).body;
    expect([hidden.members, hidden.meta]).toEqual([undefined, body.meta]);
  });

  test('has a name that is unique in any case', async () => {
    const { body } = await createGroup('Sales');
    const again = await createGroup('SALES');
    expect([again.status, again.body.scimType]).toEqual([409, 'uniqueness']);
    const other = (await createGroup('Support')).body;
    expect((await patch(other.id, { op: 'replace', value: { displayName: 'sales' } })).status).toBe(409);
    expect(
      (await patch(body.id, { op: 'replace', value: { id: body.id, displayName: 'sales' } })).body
        .displayName,
    ).toBe('sales');
    expect((await directory.scim('POST', '/Groups', {})).status).toBe(400);
  });

  test('is changed as Okta and Entra ID do, and not by what is there already', async () => {
    const ids: string[] = [];
    for (const part of ['a', 'b', 'c'])
      ids.push((await directory.create({ userName: `${part}${count}` })).id);
    const [a, b, c] = ids as [string, string, string];
    const { id, meta } = (await createGroup('Team', a)).body;
    const members = async (...operations: object[]) => {
      const { body } = await patch(id, ...operations);
      return (body.members ?? []).map(({ value }: { value: string }) => value);
    };
    expect((await patch(id, { op: 'Add', path: 'members', value: [{ value: a }] })).body.meta).toEqual(meta);
    expect(
      await members(
        { op: 'Add', path: 'members', value: [{ value: b }] },
        { op: 'Add', path: 'members', value: [{ value: c }] },
      ),
    ).toEqual([a, b, c]);
    expect(await members({ op: 'remove', path: `members[value eq "${b}"]` })).toEqual([a, c]);
    expect(await members({ op: 'Remove', path: 'members', value: [{ value: a }] })).toEqual([c]);
    expect(await members({ op: 'remove', path: `members[value eq "${a}"]` })).toEqual([c]);
    expect(await members({ op: 'replace', path: 'members', value: [{ value: a }, { value: b }] })).toEqual([
      a,
      b,
    ]);
    const find = async (filter: string) =>
      (await directory.scim('GET', `/Groups?filter=${filter}`)).body.totalResults;
    expect(await find('displayName eq "TEAM"')).toBe(1);
    expect(await find(`members.value eq "${a}"`)).toBe(1);
    expect(await find(`members[value eq "${c}"]`)).toBe(0);
    const put = await directory.scim('PUT', `/Groups/${id}`, {
      displayName: 'Team',
      externalId: 'X',
      members: [{ value: c }],
    });
    expect(put.body).toMatchObject({ externalId: 'X', members: [{ value: c }] });
    await directory.scim('DELETE', `/Users/${c}`);
    expect((await directory.scim('GET', `/Groups/${id}`)).body.members).toBeUndefined();
    const { body } = await latchkey.manage('POST', '/v1/mgmt/audit/search', {
      tenants: [directory.tenantId],
    });
    const actions = body.audits.map(({ action }: { action: string }) => action);
    expect(actions.filter((action: string) => action.startsWith('Group'))).toEqual([
      ...Array(5).fill('GroupModified'),
      'GroupCreated',
    ]);
    expect((await directory.scim('DELETE', `/Groups/${id}`)).status).toBe(204);
    expect((await directory.scim('GET', `/Groups/${id}`)).status).toBe(404);
  });

  test('is listed by the management API', async () => {
    const ada = await directory.create({ userName: `ada${count}`, displayName: 'Ada' });
    const { id } = (await createGroup('Engineers', ada.id)).body;
    const group = {
      id,
      display: 'Engineers',
      source: 'scim',
      members: [{ userId: ada.id, loginId: `ada${count}`, display: 'Ada' }],
    };
    const list = async (path: string, more: object = {}) =>
      (await latchkey.manage('POST', `/v1/mgmt/group/${path}`, { tenantId: directory.tenantId, ...more }))
        .body;
    expect(await list('all')).toMatchObject([group]);
    expect(await list('member/all', { userIds: [ada.id] })).toMatchObject([group]);
    expect(await list('members', { groupId: id })).toMatchObject([group]);
    expect(await list('members', { groupId: 'Engineers' })).toMatchObject([group]);
    expect(await list('members', { groupId: 'Nobody' })).toEqual([]);
  });
});

describe('the roles of groups', () => {
  beforeEach(async () => {
    for (const role of ['Engineer', 'Seller', 'ByHand']) {
      await latchkey.manage('POST', '/v1/mgmt/role/create', { name: role });
    }
    const roleMappings = [
      { groups: ['Engineers'], roleName: 'Engineer' },
      { groups: ['Sales'], roleName: 'Seller' },
    ];
    await connect({ roleMappings });
  });

  test('come and go with the membership at once; those given by hand stay', async () => {
    const ada = await directory.create({ userName: `ada@${domain}`, roles: [{ value: 'Seller' }] });
    expect(await rolesOf(ada.id)).toEqual([]);
    const place = { loginId: ada.userName, tenantId: directory.tenantId, roleNames: ['ByHand'] };
    await latchkey.manage('POST', '/v1/mgmt/user/update/role/add', place);
    const group = (await createGroup('Engineers', ada.id)).body;
    expect((await rolesOf(ada.id)).sort()).toEqual(['ByHand', 'Engineer']);
    await patch(group.id, { op: 'replace', path: 'displayName', value: 'Sales' });
    expect((await rolesOf(ada.id)).sort()).toEqual(['ByHand', 'Seller']);
    await patch(group.id, { op: 'remove', path: 'members' });
    expect(await rolesOf(ada.id)).toEqual(['ByHand']);
    await patch(group.id, { op: 'add', path: 'members', value: [{ value: ada.id }] });
    await directory.scim('DELETE', `/Groups/${group.id}`);
    expect(await rolesOf(ada.id)).toEqual(['ByHand']);
  });

  test('end with the membership and with the tenant, and do not come back with another one', async () => {
    const ada = await directory.create({ userName: `ada@${domain}` });
    const group = (await createGroup('Engineers', ada.id)).body;
    const place = { loginId: ada.userName, tenantId: directory.tenantId };
    await latchkey.manage('POST', '/v1/mgmt/user/update/tenant/remove', place);
    expect((await directory.scim('GET', `/Groups/${group.id}`)).body.members).toBeUndefined();
    await latchkey.manage('POST', '/v1/mgmt/user/update/tenant/add', place);
    expect(await rolesOf(ada.id)).toEqual([]);
    await patch(group.id, { op: 'add', path: 'members', value: [{ value: ada.id }] });
    await latchkey.manage('POST', '/v1/mgmt/tenant/delete', { id: directory.tenantId });
    const again = { id: directory.tenantId, name: directory.tenantId };
    await latchkey.manage('POST', '/v1/mgmt/tenant/create', again);
    directory = await startDirectory(latchkey, { tenantId: directory.tenantId });
    expect((await directory.scim('GET', '/Groups')).body.totalResults).toBe(0);
    expect((await directory.scim('GET', '/Users')).body.totalResults).toBe(0);
  });

  test('stay with a user who signs in by SSO, who is the same user, without or with groups', async () => {
    const ada = await directory.create({ userName: `ada@${domain}` });
    await createGroup('Engineers', ada.id);
    const signIn = async (attributes: Record<string, string[]> = {}) => {
      const said = { nameId: `ada@${domain}`, attributes };
      return (await signedIn(await samlRound(directory.tenantId, idp, said as never))).user.userId;
    };
    expect(await signIn()).toBe(ada.id);
    expect(await rolesOf(ada.id)).toEqual(['Engineer']);
    expect(await signIn({ groups: ['Sales'] })).toBe(ada.id);
    expect((await rolesOf(ada.id)).sort()).toEqual(['Engineer', 'Seller']);
    const jit = await samlRound(directory.tenantId, idp, { nameId: `jit@${domain}` });
    const jitId = (await signedIn(jit)).user.userId;
    const found = await directory.scim('GET', `/Users?filter=userName eq "jit@${domain}"`);
    expect(found.body.Resources[0].id).toBe(jitId);
  });

  test('are those of one user when the directory and a sign-in by SSO bring the user at once', async () => {
    await createGroup('Engineers');
    for (let round = 0; round < 5; round += 1) {
      const userName = `both${round}@${domain}`;
      const [sso, created] = await Promise.all([
        samlRound(directory.tenantId, idp, { nameId: userName, attributes: { groups: ['Sales'] } } as never),
        directory.scim('POST', '/Users', { userName, emails: [{ value: userName, primary: true }] }),
      ]);
      expect([201, 409]).toContain(created.status);
      expect([sso.status, errorOf(sso)]).toEqual([expect.any(Number), '']);
      const found = await directory.scim('GET', `/Users?filter=userName eq "${userName}"`);
      expect(found.body.totalResults).toBe(1);
      const [{ id }] = found.body.Resources;
      expect((await signedIn(sso)).user.userId).toBe(id);
      if (created.status === 201) expect(created.body.id).toBe(id);
      const { body } = await latchkey.manage('POST', '/v1/mgmt/user/search', { emails: [userName] });
      expect(body.total).toBe(1);
      expect(await rolesOf(id)).toEqual(['Seller']);
    }
  });

  test('do not come back with a user whom the directory has deactivated', async () => {
    const other = await startDirectory(latchkey);
    for (const isShared of [false, true]) {
      const userName = `bob${isShared}@${domain}`;
      const { id } = await directory.create({ userName });
      if (isShared)
        await latchkey.manage('POST', '/v1/mgmt/user/update/tenant/add', {
          loginId: userName,
          tenantId: other.tenantId,
        });
      const { id: groupId } = (await createGroup(`Engineers${isShared}`, id)).body;
      const set = (active: boolean) =>
        directory.scim('PATCH', `/Users/${id}`, patchOf({ op: 'replace', path: 'active', value: active }));
      await set(false);
      expect(errorOf(await samlRound(directory.tenantId, idp, { nameId: userName }))).not.toBe('');
      await set(true);
      expect((await directory.scim('GET', `/Groups/${groupId}`)).body.members).toMatchObject([{ value: id }]);
      expect(
        (await signedIn(await samlRound(directory.tenantId, idp, { nameId: userName }))).user.userId,
      ).toBe(id);
    }
  });
});

test('a connection maps attributes of the directory to custom attributes', async () => {
  await latchkey.manage('POST', '/v1/mgmt/user/customattribute/create', {
    attributes: [{ name: 'team', type: 1, displayName: 'Team' }],
  });
  const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
  const attributeMapping = { customAttributes: { team: `${enterprise}:department` } };
  await connect({ attributeMapping });
  const { id } = await directory.create({
    userName: `ada@${domain}`,
    [enterprise]: { department: 'Engines' },
  });
  const team = async () =>
    (await latchkey.manage('GET', `/v1/mgmt/user?userId=${id}`)).body.user.customAttributes.team;
  expect(await team()).toBe('Engines');
  await directory.scim(
    'PATCH',
    `/Users/${id}`,
    patchOf({ op: 'replace', path: `${enterprise}:department`, value: 'Poems' }),
  );
  expect(await team()).toBe('Poems');
  await directory.scim('PUT', `/Users/${id}`, {
    userName: `ada@${domain}`,
    [enterprise]: { department: 'Poems' },
  });
  expect(await team()).toBe('Poems');
  await directory.scim('PATCH', `/Users/${id}`, patchOf({ op: 'remove', path: `${enterprise}:department` }));
  expect(await team()).toBeUndefined();
});
