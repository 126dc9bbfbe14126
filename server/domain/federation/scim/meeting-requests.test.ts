import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { assertedIdentities } from '../../../../test/asserted-identities.ts';
import { patchOf, startDirectory, type TestDirectory } from '../../../../test/directories.ts';
import { onPostgres } from '../../../../test/engine.ts';
import { type Answer, type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import { meet } from '../../../../test/held-creation.ts';
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

const { samlRound, signedIn } = assertedIdentities(() => ({ latchkey, provider: undefined as never }));
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
    const [, met] = await Promise.all([
      repeated(() => directory.scim('POST', '/Users', sent)),
      samlRound(tenantId, idp, { nameId: address }),
    ]);
    // The directory says so if it has lost. The person does not notice.
    expect(errorOf(met), `round ${round}`).toBe('');
    const { body } = await latchkey.manage('POST', '/v1/mgmt/user/search', { emails: [address] });
    expect(body.users, address).toHaveLength(1);
    expect(errorOf(await samlRound(tenantId, idp, { nameId: address })), `round ${round}`).toBe('');
    const filter = encodeURIComponent(`userName eq "${address}" or emails eq "${address}"`);
    const found = await directory.scim('GET', `/Users?filter=${filter}`);
    expect(found.body.Resources.map(({ id }: { id: string }) => id)).toEqual([body.users[0].userId]);
  }
});

// The other request has looked for the user, and found nobody, before the user is there.
if (onPostgres)
  describe('a user who is created meanwhile', () => {
    let domain: string;
    let address: string;
    beforeEach(() => {
      domain = `meanwhile${count}.example`;
      address = `ada@${domain}`;
    });
    const connect = async (domains: string[]) => {
      const tenantId = `meanwhile-${count}`;
      await connectTenant(latchkey, tenantId, idp, {}, { domains });
      directory = await startDirectory(latchkey, { tenantId });
    };
    const signIn = () => samlRound(directory.tenantId, idp, { nameId: address });
    const userIdOf = async (answer: Answer) => (await signedIn(answer)).user.userId;

    test('is the one who signs in by SSO, if the connection has the domain', { tags: ['race'] }, async () => {
      await connect([domain]);
      let answer: Answer | undefined;
      const user = { loginId: address, email: address, verifiedEmail: true };
      const userId = await meet(latchkey, user, async () => {
        answer = await signIn();
      });
      expect(await userIdOf(answer!)).toBe(userId);
    });

    test('is the one who signs in by SSO, if the name is another', { tags: ['race'] }, async () => {
      await connect([domain]);
      let answer: Answer | undefined;
      const user = { loginId: `ada-${count}`, email: address, verifiedEmail: true };
      const userId = await meet(latchkey, user, async () => {
        answer = await signIn();
      });
      expect(await userIdOf(answer!)).toBe(userId);
    });

    test('is not the one who signs in by an SSO connection without the domain', {
      tags: ['race'],
    }, async () => {
      await connect([]);
      let answer: Answer | undefined;
      await meet(latchkey, { loginId: address, email: address, verifiedEmail: true }, async () => {
        answer = await signIn();
      });
      expect(errorOf(answer!)).toMatch(/already exists and was not created by this identity provider/);
      expect(errorOf(await signIn())).toBe(errorOf(answer!));
    });

    test('joins the directory that has the domain, as one who was there before', {
      tags: ['race'],
    }, async () => {
      await connect([domain]);
      let created: Answer | undefined;
      const userId = await meet(
        latchkey,
        { loginId: address, email: address, verifiedEmail: true },
        async () => {
          created = await directory.scim('POST', '/Users', { userName: address });
        },
      );
      expect(created).toMatchObject({ status: 201, body: { id: userId } });
    });

    test('does not join a directory without the domain', { tags: ['race'] }, async () => {
      await connect([]);
      let created: Answer | undefined;
      await meet(latchkey, { loginId: address, email: address, verifiedEmail: true }, async () => {
        created = await directory.scim('POST', '/Users', { userName: address });
      });
      expect(created).toMatchObject({ status: 409, body: { scimType: 'uniqueness' } });
    });
  });
