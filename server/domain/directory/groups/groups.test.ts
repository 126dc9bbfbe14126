import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import { connectTenant, createIdentityProvider, SsoBrowser } from '../../../../test/identity-provider.ts';

let latchkey: Latchkey;
const ids: Record<string, string> = {};

/** Puts Ada in both groups, Bob in one, Eve in another tenant's group of the same name, and Dan in none. */
beforeAll(async () => {
  latchkey = await startLatchkey();
  for (const tenantId of ['acme', 'globex']) {
    const idp = await createIdentityProvider(latchkey, `https://idp.${tenantId}.example`);
    await connectTenant(latchkey, tenantId, idp, { attributeMapping: { name: 'name', group: 'groups' } });
    const people: Record<string, string[]> =
      tenantId === 'acme' ? { ada: ['staff', '/Sales "EU"'], bob: ['staff'], dan: [] } : { eve: ['staff'] };
    for (const [person, groups] of Object.entries(people)) {
      const browser = new SsoBrowser(latchkey);
      const request = await browser.start(tenantId);
      const nameId = `${person}@${tenantId}.example`;
      const attributes = { name: [person], ...(groups.length > 0 && { groups }) };
      await browser.post(request.acsUrl, await idp.respond(request, { nameId, attributes }));
      const user = await latchkey.manage('GET', `/v1/mgmt/user?loginId=${nameId}`);
      ids[person] = user.body.user.userId;
    }
  }
});
afterAll(() => latchkey.close());

const member = (person: string, tenantId = 'acme') => ({
  loginId: `${person}@${tenantId}.example`,
  userId: ids[person],
  display: person,
});
const group = (name: string, ...people: string[]) => ({
  id: name,
  display: name,
  members: expect.toSatisfy(
    (members: unknown[]) =>
      members.length === people.length &&
      people.every((person) => members.some((one) => JSON.stringify(one) === JSON.stringify(member(person)))),
  ),
  source: 'jit',
  ssoId: 'default_ssoid',
});
const ask = (operation: string, body: object) =>
  latchkey.manage('POST', `/v1/mgmt/group/${operation}`, { tenantId: 'acme', ...body });

test('groups of a tenant are those that its identity provider reported, with their members', async () => {
  const { body } = await ask('all', {});
  expect(body).toEqual([group('/Sales "EU"', 'ada'), group('staff', 'ada', 'bob')]);
  expect((await ask('all', { ssoId: 'default_ssoid' })).body).toEqual(body);
  expect((await ask('all', { ssoId: 'other' })).body).toEqual([]);
  expect((await ask('all', { ssoId: '' })).body).toEqual(body);
});

test('a group is found by its name in its own tenant only', async () => {
  expect((await ask('members', { groupId: 'staff' })).body).toEqual([group('staff', 'ada', 'bob')]);
  expect((await ask('members', { groupId: '/Sales "EU"' })).body).toEqual([group('/Sales "EU"', 'ada')]);
  for (const groupId of ['Staff', 'sta', 'staff%', 'nobody']) {
    expect((await ask('members', { groupId })).body, groupId).toEqual([]);
  }
});

test('groups of users are those of at least one of them, by user IDs and login IDs', async () => {
  const all = [group('/Sales "EU"', 'ada'), group('staff', 'ada', 'bob')];
  expect((await ask('member/all', { userIds: [ids['ada']] })).body).toEqual(all);
  expect((await ask('member/all', { loginIds: ['BOB@acme.example'] })).body).toEqual([all[1]]);
  expect((await ask('member/all', { userIds: [ids['bob']], loginIds: ['ada@acme.example'] })).body).toEqual(
    all,
  );
  for (const none of [{ userIds: [ids['eve']] }, { userIds: [ids['dan']] }, { loginIds: ['nobody'] }]) {
    expect((await ask('member/all', none)).body).toEqual([]);
  }
});

describe('a request', () => {
  test('for an unknown tenant, or one of another project, is refused', async () => {
    const other = await latchkey.addProject();
    const bearer = `${other.projectId}:${other.managementKey}`;
    for (const operation of ['all', 'member/all', 'members']) {
      const body = { tenantId: 'nowhere', groupId: 'staff', userIds: [ids['ada']] };
      const path = `/v1/mgmt/group/${operation}`;
      const refused = { status: 400, body: { errorCode: 'E011004' } };
      expect(await latchkey.manage('POST', path, body), path).toMatchObject(refused);
      const asOther = { bearer, body: { ...body, tenantId: 'acme' } };
      expect(await latchkey.request('POST', path, asOther), path).toMatchObject(refused);
    }
  });

  test('without a tenant, a group or users is refused', async () => {
    expect((await ask('all', { tenantId: '' })).body.errorCode).toBe('E011002');
    expect((await ask('members', { groupId: '' })).body.errorCode).toBe('E011002');
    expect((await ask('member/all', { userIds: [], loginIds: null })).body.errorCode).toBe('E011002');
  });
});

test('@descope/node-sdk reads groups', async () => {
  const { group: groups } = latchkey.sdk().management;
  expect((await groups.loadAllGroups('acme')).data).toHaveLength(2);
  expect((await groups.loadAllGroupsForMember('acme', [ids['bob'] as string], [])).data).toEqual([
    group('staff', 'ada', 'bob'),
  ]);
  expect((await groups.loadAllGroupMembers('acme', 'staff')).data).toEqual([group('staff', 'ada', 'bob')]);
});

test('a user who leaves the tenant leaves its groups', async () => {
  await latchkey.service.db
    .deleteFrom('tenantMembers')
    .where('projectId', '=', latchkey.projectId)
    .where('userId', '=', ids['bob'] as string)
    .execute();
  expect((await ask('members', { groupId: 'staff' })).body).toEqual([group('staff', 'ada')]);
  expect((await ask('member/all', { userIds: [ids['bob']] })).body).toEqual([]);
});
