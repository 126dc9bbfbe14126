import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { assertedIdentities } from '../../../../test/asserted-identities.ts';
import { patchOf, startDirectory, type TestDirectory } from '../../../../test/directories.ts';
import { type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import {
  connectTenant,
  createIdentityProvider,
  errorOf,
  type IdentityProvider,
} from '../../../../test/identity-provider.ts';
import { codeSentTo } from '../../../../test/messages.ts';
import { signInByPassword } from '../../../../test/signed-in.ts';

let latchkey: Latchkey;
let idp: IdentityProvider;
let directory: TestDirectory;
let other: TestDirectory;
let domain: string;
let count = 0;
beforeAll(async () => {
  latchkey = await startLatchkey();
  idp = await createIdentityProvider(latchkey, 'https://idp.departures.example');
});
afterAll(() => latchkey.close());
beforeEach(async () => {
  count += 1;
  domain = `departures${count}.example`;
  const id = `departures-${count}`;
  await latchkey.manage('POST', '/v1/mgmt/tenant/create', {
    id,
    name: id,
    selfProvisioningDomains: [domain],
  });
  directory = await startDirectory(latchkey, { tenantId: id });
  other = await startDirectory(latchkey);
});

const { samlRound, signedIn } = assertedIdentities(() => ({ latchkey, provider: undefined as never }));
const password = 'seven green bicycles uphill';
const auth = (path: string, body: object, token = '') =>
  latchkey.request('POST', `/v1/auth/${path}`, {
    body,
    ...(token && { bearer: `${latchkey.projectId}:${token}` }),
  });
const tenantsOf = async (userId: string) => {
  const { body } = await latchkey.manage('GET', `/v1/mgmt/user?userId=${userId}`);
  return body.user.userTenants.map(({ tenantId }: { tenantId: string }) => tenantId);
};

/** Proves an address: signs in to the account that has it, or signs up. */
async function register(email: string): Promise<string> {
  const sent = await auth('otp/signup-in/email', { loginId: email });
  expect(sent.status, JSON.stringify(sent.body)).toBe(200);
  const { status, body } = await auth('otp/verify/email', {
    loginId: email,
    code: await codeSentTo(latchkey, email),
  });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.user.userId;
}

const create = (userName: string, email: string) =>
  directory.create({ userName, password, emails: [{ value: email, type: 'work' }] });
const share = (loginId: string) =>
  latchkey.manage('POST', '/v1/mgmt/user/update/tenant/add', { loginId, tenantId: other.tenantId });
const deactivate = (id: string) =>
  directory.scim('PATCH', `/Users/${id}`, patchOf({ op: 'replace', path: 'active', value: false }));
const remove = (id: string) => directory.scim('DELETE', `/Users/${id}`);
const deleteUser = (userId: string) => latchkey.manage('POST', '/v1/mgmt/user/delete', { userId });

/** The ways in which a directory ends a membership. */
const departures: Record<string, (user: { id: string; userName: string }) => Promise<unknown>> = {
  'was deactivated': ({ id }) => deactivate(id),
  'was deactivated, and belongs to another tenant': async ({ id, userName }) => {
    await share(userName);
    await deactivate(id);
  },
  'was deleted': ({ id }) => remove(id),
  'was deleted, and belongs to another tenant': async ({ id, userName }) => {
    await share(userName);
    await remove(id);
  },
  'was deactivated, and whose account was deleted since': async ({ id }) => {
    await deactivate(id);
    await deleteUser(id);
  },
  'was deleted, and whose account in another tenant was deleted since': async ({ id, userName }) => {
    await share(userName);
    await remove(id);
    await deleteUser(id);
  },
};

describe.each(Object.entries(departures))('a user who %s', (_, depart) => {
  test('does not come back by self-registration', async () => {
    const email = `ada@${domain}`;
    await depart(await create(`ada${count}`, email));
    const again = await register(email.toUpperCase());
    expect(await tenantsOf(again)).toEqual([]);
    const colleague = await register(`colleague@${domain}`);
    expect(await tenantsOf(colleague)).toEqual([directory.tenantId]);
  });
});

describe('a user of several tenants whom the directory deactivated', () => {
  test('does not come back by proving another address', async () => {
    const user = await create(`bob${count}`, `bob@${domain}`);
    await share(user.userName);
    await deactivate(user.id);
    const { body } = await signInByPassword(latchkey, { loginId: user.userName, password });
    const email = `bob.second@${domain}`;
    const sent = await auth('otp/update/email', { loginId: user.userName, email }, body.refreshJwt);
    expect(sent.status, JSON.stringify(sent.body)).toBe(200);
    const code = await codeSentTo(latchkey, email);
    const proven = await auth('otp/verify/email', { loginId: user.userName, code }, body.refreshJwt);
    expect(proven.status).toBe(200);
    expect(await tenantsOf(user.id)).toEqual([other.tenantId]);
  });

  test('does not come back by taking over the account', async () => {
    const email = `carl@${domain}`;
    const user = await create(email, email);
    await share(email);
    await deactivate(user.id);
    expect(await tenantsOf(await register(email))).not.toContain(directory.tenantId);
  });
});

test('a user whom the directory deleted comes back when it creates them again', async () => {
  const email = `dora@${domain}`;
  const first = await create(`dora${count}`, email);
  await remove(first.id);
  const second = await create(`dora${count}`, email);
  await deleteUser(second.id);
  expect(await tenantsOf(await register(email))).toEqual([directory.tenantId]);
});

test('a user whose account an administrator deletes can come back', async () => {
  const email = `emil@${domain}`;
  await deleteUser((await create(`emil${count}`, email)).id);
  expect(await tenantsOf(await register(email))).toEqual([directory.tenantId]);
});

test('a deactivated user does not come back by SSO, by whichever name the identity provider has', async () => {
  const tenantId = `departures-sso-${count}`;
  await connectTenant(latchkey, tenantId, idp, {});
  directory = await startDirectory(latchkey, { tenantId });
  const email = `fred@${domain}`;
  const user = await directory.create({
    userName: `fred${count}`,
    externalId: `X-${count}`,
    emails: [{ value: email }],
  });
  const set = (active: boolean) =>
    directory.scim('PATCH', `/Users/${user.id}`, patchOf({ op: 'replace', path: 'active', value: active }));
  const said = [
    { nameId: `unknown-${count}`, attributes: { email: [email] } },
    { nameId: user.userName, attributes: {} },
    { nameId: user.externalId, attributes: {} },
  ];
  await set(false);
  for (const one of said) {
    expect(errorOf(await samlRound(tenantId, idp, one as never)), one.nameId).toContain('deactivated');
  }
  const { body } = await directory.scim('GET', '/Users');
  expect(body.totalResults).toBe(1);
  const stranger = { nameId: `gina-${count}`, attributes: { email: [`gina@${domain}`] } };
  await signedIn(await samlRound(tenantId, idp, stranger as never));
});
