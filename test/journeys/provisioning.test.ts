import { afterAll, beforeAll, expect, test } from 'vitest';
import { enterpriseSchema, patchOf, startDirectory, type TestDirectory, userSchema } from '../directories.ts';
import { type Latchkey, startLatchkey } from '../harness.ts';

// The requests that Okta and Entra ID document, in their order.

let latchkey: Latchkey;
beforeAll(async () => {
  latchkey = await startLatchkey();
});
afterAll(() => latchkey.close());

async function countEvents(tenantId: string): Promise<number> {
  const { body } = await latchkey.manage('POST', '/v1/mgmt/audit/search', { tenants: [tenantId], limit: 1 });
  return body.total;
}

test('Okta creates, updates, deactivates and groups a user', async () => {
  const { scim } = await startDirectory(latchkey);
  const absent = await scim(
    'GET',
    '/Users?filter=userName%20eq%20%22test.user@okta.local%22&startIndex=1&count=100',
  );
  expect(absent.body).toMatchObject({ totalResults: 0, startIndex: 1, Resources: [] });
  const user = {
    schemas: [userSchema],
    userName: 'test.user@okta.local',
    name: { givenName: 'Test', familyName: 'User' },
    emails: [{ primary: true, value: 'test.user@okta.local', type: 'work' }],
    displayName: 'Test User',
    locale: 'en-US',
    externalId: '00ujl29u0le5T6Aj10h7',
    groups: [],
    password: '1mz050nq-Okta-random',
    active: true,
  };
  const created = await scim('POST', '/Users', user);
  expect([created.status, created.body.groups]).toEqual([201, undefined]);
  const { id } = created.body;
  expect((await scim('POST', '/Users', user)).status).toBe(409);
  const { password: _, ...profile } = user;
  const put = await scim('PUT', `/Users/${id}`, {
    ...profile,
    id,
    name: { givenName: 'Another', familyName: 'User' },
  });
  expect(put.body.name).toEqual({ givenName: 'Another', familyName: 'User' });
  const off = await scim('PATCH', `/Users/${id}`, patchOf({ op: 'replace', value: { active: false } }));
  expect(off.body.active).toBe(false);
  await scim('PATCH', `/Users/${id}`, patchOf({ op: 'replace', value: { active: true } }));
  const group = await scim('POST', '/Groups', {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
    displayName: 'Test SCIMv2',
    members: [],
  });
  expect(group.status).toBe(201);
  const member = { value: id, display: 'test.user@okta.local' };
  const changes = [
    { op: 'remove', path: 'members[value eq "U000000000000000000000000000"]' },
    { op: 'add', path: 'members', value: [member] },
  ];
  const joined = await scim('PATCH', `/Groups/${group.body.id}`, patchOf(...changes));
  expect(joined.body.members).toMatchObject([{ value: id }]);
  const renamed = { op: 'replace', value: { id: group.body.id, displayName: 'Renamed' } };
  expect((await scim('PATCH', `/Groups/${group.body.id}`, patchOf(renamed))).body.displayName).toBe(
    'Renamed',
  );
  expect((await scim('DELETE', `/Groups/${group.body.id}`)).status).toBe(204);
});

test('Entra ID creates, updates, disables and groups a user', async () => {
  const { scim } = await startDirectory(latchkey);
  const absent = await scim('GET', '/Users?filter=externalId eq "0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef"');
  expect([absent.status, absent.body.totalResults]).toEqual([200, 0]);
  const { body: user } = await scim('POST', '/Users', {
    schemas: [userSchema, enterpriseSchema],
    externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
    userName: 'Test_User_ab6490ee@testuser.com',
    active: true,
    emails: [{ primary: true, type: 'work', value: 'Test_User_fd0ea19b@testuser.com' }],
    meta: { resourceType: 'User' },
    name: { formatted: 'givenName familyName', familyName: 'familyName', givenName: 'givenName' },
    roles: [],
  });
  const found = await scim('GET', '/Users?filter=userName eq "test_user_AB6490ee@testuser.com"');
  expect(found.body.Resources[0].id).toBe(user.id);
  const changed = await scim(
    'PATCH',
    `/Users/${user.id}`,
    patchOf(
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'updatedEmail@microsoft.com' },
      { op: 'Replace', path: 'name.familyName', value: 'updatedFamilyName' },
      { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '+12025550123' },
      { op: 'Add', value: { [`${enterpriseSchema}:department`]: 'Sales', 'name.honorificPrefix': 'Dr.' } },
      { op: 'Add', path: `${enterpriseSchema}:manager`, value: user.id },
      { op: 'Replace', path: 'active', value: 'False' },
    ),
  );
  expect(changed.body).toMatchObject({
    active: false,
    emails: [{ primary: true, type: 'work', value: 'updatedEmail@microsoft.com' }],
    name: { familyName: 'updatedFamilyName', givenName: 'givenName', honorificPrefix: 'Dr.' },
    phoneNumbers: [{ type: 'mobile', value: '+12025550123' }],
    [enterpriseSchema]: { department: 'Sales', manager: { value: user.id } },
  });
  const { body: group } = await scim('POST', '/Groups', {
    schemas: [
      'urn:ietf:params:scim:schemas:core:2.0:Group',
      'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group',
    ],
    externalId: '8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159',
    displayName: 'displayName',
    meta: { resourceType: 'Group' },
  });
  const shown = await scim('GET', `/Groups?excludedAttributes=members&filter=displayName eq "displayName"`);
  expect(shown.body).toMatchObject({
    totalResults: 1,
    Resources: [{ id: group.id, externalId: group.externalId }],
  });
  const members = (op: string) =>
    scim(
      'PATCH',
      `/Groups/${group.id}`,
      patchOf({ op, path: 'members', value: [{ $ref: null, value: user.id }] }),
    );
  expect((await members('Add')).body.members).toHaveLength(1);
  const asked = await scim(
    'GET',
    `/Groups?filter=id eq "${group.id}" and members eq "${user.id}"&attributes=id`,
  );
  expect(asked.body.totalResults).toBe(1);
  expect((await members('Remove')).body.members).toBeUndefined();
  expect((await scim('DELETE', `/Users/${user.id}`)).status).toBe(204);
});

async function provision({ scim }: TestDirectory, count: number): Promise<void> {
  const ids: string[] = [];
  for (let at = 0; at < count; at += 25) {
    await Promise.all(
      Array.from({ length: Math.min(25, count - at) }, async (_, index) => {
        const number = at + index;
        const userName = `many${number}@provisioned.example`;
        const user = {
          userName,
          externalId: `E${number}`,
          displayName: `User ${number}`,
          emails: [{ value: userName, type: 'work', primary: true }],
          title: 'Member',
        };
        const found = (await scim('GET', `/Users?filter=userName eq "${userName}"`)).body.Resources[0];
        const { body, status } = found
          ? await scim('PUT', `/Users/${found.id}`, user)
          : await scim('POST', '/Users', user);
        expect(status).toBeLessThan(300);
        ids.push(body.id);
      }),
    );
  }
  const { body } = await scim('GET', '/Groups?filter=displayName eq "All"&excludedAttributes=members');
  const id = body.Resources[0]?.id ?? (await scim('POST', '/Groups', { displayName: 'All' })).body.id;
  for (let at = 0; at < ids.length; at += 100) {
    const value = ids.slice(at, at + 100).map((value) => ({ value }));
    const { status } = await scim(
      'PATCH',
      `/Groups/${id}?excludedAttributes=members`,
      patchOf({ op: 'Add', path: 'members', value }),
    );
    expect(status).toBe(200);
  }
}

test('many users are provisioned twice, and the second time writes nothing', async () => {
  const directory = await startDirectory(latchkey);
  const count = Number(process.env['PROVISIONED_USERS'] ?? 300);
  await provision(directory, count);
  const { body } = await directory.scim('GET', '/Groups');
  expect(body.Resources[0].members).toHaveLength(count);
  const events = await countEvents(directory.tenantId);
  const versions = async () =>
    (await directory.scim('GET', '/Users?count=1000&attributes=meta')).body.Resources;
  const before = await versions();
  await provision(directory, count);
  expect(await countEvents(directory.tenantId)).toBe(events);
  expect(await versions()).toEqual(before);
  expect((await directory.scim('GET', '/Groups')).body).toEqual(body);
});

test('two clients at a time create one user, and lose no member of a group', async () => {
  const { scim, create } = await startDirectory(latchkey);
  const both = await Promise.all(
    Array.from({ length: 4 }, () => scim('POST', '/Users', { userName: 'twin@provisioned.example' })),
  );
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
  const { body: group } = await scim('POST', '/Groups', { displayName: 'Twins' });
  const users = await Promise.all(
    Array.from({ length: 8 }, (_, index) => create({ userName: `parallel${index}` })),
  );
  await Promise.all(
    users.map(({ id }) =>
      scim('PATCH', `/Groups/${group.id}`, patchOf({ op: 'add', path: 'members', value: [{ value: id }] })),
    ),
  );
  expect((await scim('GET', `/Groups/${group.id}`)).body.members).toHaveLength(8);
  const { id } = users[0];
  const titles = ['a', 'b', 'c', 'd'].map((value) =>
    scim(
      'PATCH',
      `/Users/${id}`,
      patchOf({ op: 'add', path: 'emails', value: [{ value: `${value}@x.example` }] }),
    ),
  );
  await Promise.all(titles);
  expect((await scim('GET', `/Users/${id}`)).body.emails).toHaveLength(4);
});
