import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { assertedIdentities } from '../../../../test/asserted-identities.ts';
import { patchOf, startDirectory, type TestDirectory } from '../../../../test/directories.ts';
import { type Answer, type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import {
  connectTenant,
  createIdentityProvider,
  errorOf,
  type IdentityProvider,
} from '../../../../test/identity-provider.ts';

// Directories send several requests at once, and several directories send the same.

let latchkey: Latchkey;
let idp: IdentityProvider;
let directory: TestDirectory;
let count = 0;
beforeAll(async () => {
  latchkey = await startLatchkey();
  idp = await createIdentityProvider(latchkey, 'https://idp.meeting.example');
});
afterAll(() => latchkey.close());
beforeEach(async () => {
  count += 1;
  directory = await startDirectory(latchkey);
});

const { samlRound } = assertedIdentities(() => ({ latchkey, provider: undefined as never }));
const retries = 20;

/** Repeats a request that met another one, as directories do. */
async function repeated(send: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await send();
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(500);
    const isConflict = answer.status === 409 && answer.body.scimType === undefined;
    if (!isConflict || attempt === retries) return answer;
  }
}

/** Brings a user into the directory as Okta does: looks, then creates or replaces. */
async function provision(fields: { userName: string } & Record<string, unknown>): Promise<string> {
  const find = () =>
    directory.scim('GET', `/Users?filter=${encodeURIComponent(`userName eq "${fields.userName}"`)}`);
  const [found] = (await find()).body.Resources;
  if (!found) {
    const created = await repeated(() => directory.scim('POST', '/Users', fields));
    if (created.status === 201) return created.body.id;
    expect(created.body.scimType).toBe('uniqueness');
  }
  const { id } = found ?? (await find()).body.Resources[0];
  expect((await repeated(() => directory.scim('PUT', `/Users/${id}`, fields))).status).toBe(200);
  return id;
}

test('two clients can provision the same users and groups at once', { tags: ['race'] }, async () => {
  const names = Array.from({ length: 12 }, (_, index) => `user-${index}@meeting${count}.example`);
  const groupIds = new Map<string, string>();
  for (const displayName of ['Engineers', 'Sales'])
    groupIds.set(displayName, (await directory.scim('POST', '/Groups', { displayName })).body.id);
  const client = async (title: string, order: string[]) => {
    for (const userName of order) {
      const id = await provision({ userName, title, active: true });
      for (const groupId of groupIds.values()) {
        const add = patchOf({ op: 'add', path: 'members', value: [{ value: id }] });
        const added = await repeated(() => directory.scim('PATCH', `/Groups/${groupId}`, add));
        expect(added.status, JSON.stringify(added.body)).toBe(200);
      }
    }
  };
  await Promise.all([client('one', names), client('two', [...names]), client('three', names.toReversed())]);
  const { totalResults, Resources } = (await directory.scim('GET', '/Users?sortBy=userName')).body;
  expect(totalResults).toBe(names.length);
  const users = Resources as { id: string; userName: string; title: string }[];
  expect(users.map(({ userName }) => userName)).toEqual(names.toSorted());
  for (const { title } of users) expect(['one', 'two', 'three']).toContain(title);
  for (const groupId of groupIds.values()) {
    const { members } = (await directory.scim('GET', `/Groups/${groupId}`)).body;
    expect(members.map(({ value }: { value: string }) => value).sort()).toEqual(
      users.map(({ id }) => id).sort(),
    );
  }
});

test('a person who signs in while the directory creates them is one user', { tags: ['race'] }, async () => {
  const domain = `meeting${count}.example`;
  const tenantId = `meeting-${count}`;
  await connectTenant(latchkey, tenantId, idp, {}, { domains: [domain] });
  directory = await startDirectory(latchkey, { tenantId });
  for (let round = 0; round < 8; round += 1) {
    const address = `person-${round}@${domain}`;
    // The directory has the address as the name, or beside another name.
    const sent =
      round % 2
        ? { userName: `person-${round}-${count}`, emails: [{ value: address, type: 'work' }] }
        : { userName: address };
    await Promise.all([
      repeated(() => directory.scim('POST', '/Users', sent)),
      samlRound(tenantId, idp, { nameId: address }),
    ]);
    // Each may have lost against the other one, and says so: both come to the same user at the next attempt.
    const { body } = await latchkey.manage('POST', '/v1/mgmt/user/search', { emails: [address] });
    expect(body.users, address).toHaveLength(1);
    expect(errorOf(await samlRound(tenantId, idp, { nameId: address })), `round ${round}`).toBe('');
    const filter = encodeURIComponent(`userName eq "${address}" or emails eq "${address}"`);
    const found = await directory.scim('GET', `/Users?filter=${filter}`);
    expect(found.body.Resources.map(({ id }: { id: string }) => id)).toEqual([body.users[0].userId]);
  }
});
