import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Answer, type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import { createNamedUser, demandOf, setPolicy } from '../../../../test/sign-in-policy.ts';
import { enrolTotp, refresh, signInByPassword, verifyTotp, withToken } from '../../../../test/signed-in.ts';

let latchkey: Latchkey;
beforeAll(async () => {
  latchkey = await startLatchkey();
  await latchkey.manage('POST', '/v1/mgmt/tenant/create', { id: 'corp', name: 'Corp' });
  for (const [id, parent] of [
    ['branch', 'corp'],
    ['deep', 'branch'],
  ])
    await latchkey.manage('POST', '/v1/mgmt/tenant/create', { id, name: id, parent });
  await latchkey.manage('POST', '/v1/mgmt/role/create', { name: 'Administrator' });
});
afterAll(() => latchkey.close());

const set = (body: object) => latchkey.manage('POST', '/v1/mgmt/project/sign-in-policy/set', body);
const remove = (subject: object) =>
  latchkey.manage('POST', '/v1/mgmt/project/sign-in-policy/delete', subject);
async function list(): Promise<Answer['body'][]> {
  return (await latchkey.manage('GET', '/v1/mgmt/project/sign-in-policy/list')).body.policies;
}

const always = { when: 'always', methods: ['totp', 'passkey'] };
const corp = { tenantId: 'corp' };
const administrator = { roleName: 'Administrator' };

beforeEach(async () => {
  for (const subject of [{}, corp, administrator]) await remove(subject);
});

test('a policy is listed as it was set, with its defaults', async () => {
  await setPolicy(
    latchkey,
    { when: 'everyDays', days: 30 },
    { firstFactors: ['password', 'password', 'sso'] },
  );
  await setPolicy(latchkey, always, { ...corp, sso: 'asserted' });
  const all = ['totp', 'passkey', 'sms', 'email', 'recoveryCode'];
  expect(await list()).toEqual([
    {
      ...{
        scope: 'project',
        tenantId: '',
        roleId: '',
        ssoAppId: '',
        firstFactors: ['password', 'sso'],
        sso: 'trusted',
      },
      secondFactor: { when: 'everyDays', days: 30, methods: all, graceDays: 0 },
    },
    {
      ...{ scope: 'tenant', tenantId: 'corp', roleId: '', ssoAppId: '', sso: 'asserted' },
      secondFactor: { ...always, graceDays: 0 },
    },
  ]);
});

describe('a policy applies', () => {
  const needsSecond = async (fields: object) => {
    const answer = await signInByPassword(latchkey, await createNamedUser(latchkey, { ...fields }));
    return answer.status === 403;
  };

  test('to the users who have its role in the project, and to no others', async () => {
    await setPolicy(latchkey, always, administrator);
    expect(await needsSecond({ roleNames: ['Administrator'] })).toBe(true);
    expect(await needsSecond({ userTenants: [corp] })).toBe(false);
    await setPolicy(latchkey, always, corp);
    expect(await needsSecond({})).toBe(false);
  });

  test('to the users who inherit a role in its tenant, at any depth, unless the tenant takes none', async () => {
    await setPolicy(latchkey, always, { tenantId: 'deep' });
    const heir = { userTenants: [{ ...corp, roleNames: ['Administrator'] }] };
    expect(await needsSecond(heir)).toBe(true);
    expect(await needsSecond({ userTenants: [corp] })).toBe(false);
    const enforce = (enforceSSO: boolean) =>
      latchkey.manage('POST', '/v1/mgmt/tenant/update', {
        ...{ id: 'branch', name: 'Branch', parent: 'corp', enforceSSO },
      });
    await enforce(true);
    expect(await needsSecond(heir)).toBe(false);
    await enforce(false);
    expect(await needsSecond(heir)).toBe(true);
    await remove({ tenantId: 'deep' });
  });

  test('to everyone until it is deleted', async () => {
    await setPolicy(latchkey, always);
    const user = await createNamedUser(latchkey);
    expect(await demandOf(latchkey, user)).toMatchObject({ enrol: true });
    expect((await remove({})).status).toBe(200);
    expect((await signInByPassword(latchkey, user)).status).toBe(200);
  });

  test('with the first factors that it names', async () => {
    await setPolicy(latchkey, { when: 'never' }, { firstFactors: ['passkey'] });
    const { status, body } = await signInByPassword(latchkey, await createNamedUser(latchkey));
    expect([status, body.errorCode]).toEqual([403, 'E064008']);
  });
});

describe('a running session whose user joins a tenant with a policy', () => {
  const join = async (loginId: string) => {
    latchkey.advance(1_000);
    const body = { loginId, ...corp, roleNames: ['Administrator'] };
    await latchkey.manage('POST', '/v1/mgmt/user/update/tenant/add', body);
    expect((await latchkey.manage('POST', '/v1/mgmt/user/update/role/add', body)).status).toBe(200);
  };
  const select = (token: string, tenant: string) =>
    withToken(latchkey, 'POST', '/v1/auth/tenant/select', token, { tenant });
  const tenantsOf = ({ body }: Answer) => Object.keys(body.claims.tenants ?? {}).sort();

  test('reaches it, and the sub-tenants that inherit, once it satisfies the policy', async () => {
    await setPolicy(latchkey, { ...always, methods: ['totp'] }, corp);
    const user = await createNamedUser(latchkey);
    const { body: begun } = await signInByPassword(latchkey, user);
    const code = await enrolTotp(latchkey, user, begun.refreshJwt);
    await join(user.loginId);
    const before = await refresh(latchkey, begun.refreshJwt);
    expect(tenantsOf(before)).toEqual([]);
    const refused = await select(before.body.refreshJwt, 'corp');
    expect([refused.status, refused.body.errorCode]).toEqual([403, 'E064007']);
    expect((await select(before.body.refreshJwt, 'branch')).status).toBe(403);
    const input = { loginId: user.loginId, code: code(), loginOptions: { mfa: true } };
    const proven = await verifyTotp(latchkey, input, before.body.refreshJwt);
    expect(tenantsOf(proven)).toEqual(['branch', 'corp', 'deep']);
    expect((await select(proven.body.refreshJwt, 'corp')).body.claims.dct).toBe('corp');
  });

  test('reaches it only with a factor with which the policy lets a sign-in begin', async () => {
    await setPolicy(latchkey, { when: 'never' }, { ...corp, firstFactors: ['passkey'] });
    const user = await createNamedUser(latchkey);
    const { body } = await signInByPassword(latchkey, user);
    await join(user.loginId);
    expect(tenantsOf(await refresh(latchkey, body.refreshJwt))).toEqual([]);
  });

  test('keeps the tenants that it had when their policy came, and those of users whom a server signs in', async () => {
    const user = await createNamedUser(latchkey, { userTenants: [corp] });
    const { body } = await signInByPassword(latchkey, user);
    const other = await createNamedUser(latchkey);
    const { loginId } = other;
    const { body: managed } = await latchkey.manage('POST', '/v1/mgmt/auth/signin', { loginId });
    await setPolicy(latchkey, always, corp);
    await join(loginId);
    expect(tenantsOf(await refresh(latchkey, body.refreshJwt))).toEqual(['corp']);
    expect(tenantsOf(await refresh(latchkey, managed.refreshJwt))).toContain('corp');
  });
});

test('a policy is deleted with its tenant or its role', async () => {
  await latchkey.manage('POST', '/v1/mgmt/tenant/create', { id: 'gone', name: 'Gone' });
  await latchkey.manage('POST', '/v1/mgmt/role/create', { name: 'Passing' });
  await setPolicy(latchkey, always, { tenantId: 'gone' });
  await setPolicy(latchkey, always, { roleName: 'Passing' });
  expect(await list()).toHaveLength(2);
  await latchkey.manage('POST', '/v1/mgmt/tenant/delete', { id: 'gone' });
  await latchkey.manage('POST', '/v1/mgmt/role/delete', { name: 'Passing' });
  expect(await list()).toEqual([]);
});

test('a change is in the audit log, with the policy before and after it', async () => {
  const from = latchkey.service.now();
  await setPolicy(latchkey, always, corp);
  await setPolicy(latchkey, { ...always, graceDays: 3 }, corp);
  await remove(corp);
  const { body } = await latchkey.manage('POST', '/v1/mgmt/audit/search', {
    ...{ from: from - 1, actions: ['SignInPolicyModified'], tenants: ['corp'] },
  });
  const first = { secondFactor: { ...always, graceDays: 0 }, sso: 'trusted' };
  const second = { secondFactor: { ...always, graceDays: 3 }, sso: 'trusted' };
  expect(body.audits.map(({ data }: Answer['body']) => data).reverse()).toEqual([
    { scope: 'tenant', before: null, after: first },
    { scope: 'tenant', before: first, after: second },
    { scope: 'tenant', before: second, after: null },
  ]);
});

describe('a policy is refused', () => {
  test.each<[string, object, RegExp]>([
    ['for an unknown tenant', { tenantId: 'nowhere', secondFactor: always }, /nowhere/],
    ['for an unknown role', { roleName: 'Nobody', secondFactor: always }, /Nobody/],
    ['for an unknown role ID', { roleId: 'R1', secondFactor: always }, /R1/],
    ['with an unknown method', { secondFactor: { when: 'always', methods: ['fax'] } }, /totp, passkey/],
    ['with an unknown occasion', { secondFactor: { when: 'sometimes' } }, /newDevice/],
    ['with an unknown first factor', { firstFactors: ['face'], secondFactor: always }, /password/],
    ['without a method', { secondFactor: { when: 'always', methods: [] } }, /methods is empty/],
    ['without a first factor', { firstFactors: [], secondFactor: always }, /firstFactors is empty/],
    ['without days', { secondFactor: { when: 'everyDays' } }, /days must be from 1 to 365/],
    ['with days that mean nothing', { secondFactor: { ...always, days: 3 } }, /Leave it out/],
  ])('%s', async (_, body, reason) => {
    const answer = await set(body);
    expect([answer.status, answer.body.errorCode]).toEqual([400, expect.stringMatching(/^E01100[34]$/)]);
    expect(answer.body.errorMessage).toMatch(reason);
    expect(await list()).toEqual([]);
  });

  test('if together with the project’s no factor is left', async () => {
    await setPolicy(latchkey, { when: 'always', methods: ['totp'] });
    const answer = await set({ ...corp, secondFactor: { when: 'newDevice', methods: ['sms'] } });
    expect(answer.body.errorMessage).toMatch(/no second factor in common/);
    await setPolicy(latchkey, { when: 'never' }, { firstFactors: ['passkey'] });
    const other = await set({ ...corp, firstFactors: ['password'], secondFactor: { when: 'never' } });
    expect(other.body.errorMessage).toMatch(/no first factor in common/);
    expect(await list()).toHaveLength(1);
  });
});
