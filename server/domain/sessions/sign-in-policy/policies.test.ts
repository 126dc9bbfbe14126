import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Answer, type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import { createNamedUser, demandIn, demandOf, setPolicy } from '../../../../test/sign-in-policy.ts';
import {
  claimsOf,
  enrolTotp,
  refresh,
  signInByPassword,
  verifyTotp,
  withToken,
} from '../../../../test/signed-in.ts';
import { checkSignInPolicies } from '../../../commands/database/doctor-database.ts';

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

describe('a policy for users with a second factor', () => {
  const enrolled = { when: 'enrolled' };
  const verified = (user: { loginId: string }) =>
    latchkey.manage('POST', '/v1/mgmt/user/update/email', {
      loginId: user.loginId,
      email: `${user.loginId}@enrolled.example`,
      verified: true,
    });

  test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ['the project', {}, {}],
    ['a tenant', corp, { userTenants: [corp] }],
    ['a sub-tenant', { tenantId: 'deep' }, { userTenants: [{ tenantId: 'deep' }] }],
    ['a role', administrator, { roleNames: ['Administrator'] }],
  ])('of %s asks only those who have set one up', async (_, subject, fields) => {
    const [without, having] = [
      await createNamedUser(latchkey, fields),
      await createNamedUser(latchkey, fields),
    ];
    await verified(without);
    const code = await enrolTotp(
      latchkey,
      having,
      (await signInByPassword(latchkey, having)).body.refreshJwt,
    );
    await verified(having);
    await setPolicy(latchkey, enrolled, subject);
    expect((await signInByPassword(latchkey, without)).status).toBe(200);
    const demand = await demandOf(latchkey, having);
    expect(demand).toMatchObject({ methods: ['totp'], enrol: false });
    const input = { loginId: having.loginId, code: code(), loginOptions: { mfa: true } };
    expect((await verifyTotp(latchkey, input, demand.refreshJwt)).status).toBe(200);
    await remove(subject);
  });

  test('combines with another one to the stricter, and locks nobody out', async () => {
    const user = await createNamedUser(latchkey, { roleNames: ['Administrator'] });
    await enrolTotp(latchkey, user, (await signInByPassword(latchkey, user)).body.refreshJwt);
    await verified(user);
    await setPolicy(latchkey, enrolled);
    await setPolicy(latchkey, { when: 'always', methods: ['email', 'sms'] }, administrator);
    expect((await demandOf(latchkey, user)).methods).toEqual(['email']);
    expect((await set({ secondFactor: { when: 'enrolled', days: 3 } })).body.errorCode).toBe('E011004');
    const none = { secondFactor: { when: 'enrolled', methods: ['passkey'] } };
    expect((await set(none)).body.errorMessage).toContain('no second factor in common');
  });
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
      scope: 'project',
      tenantId: '',
      roleId: '',
      ssoAppId: '',
      firstFactors: ['password', 'sso'],
      sso: 'trusted',
      secondFactor: { when: 'everyDays', days: 30, methods: all, graceDays: 0 },
    },
    {
      scope: 'tenant',
      tenantId: 'corp',
      roleId: '',
      ssoAppId: '',
      sso: 'asserted',
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
        id: 'branch',
        name: 'Branch',
        parent: 'corp',
        enforceSSO,
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
    await setPolicy(latchkey, { when: 'never' }, { ...corp, firstFactors: ['passkey', 'oauth'] });
    const user = await createNamedUser(latchkey);
    const { body } = await signInByPassword(latchkey, user);
    await join(user.loginId);
    const after = await refresh(latchkey, body.refreshJwt);
    expect(tenantsOf(after)).toEqual([]);
    expect(demandIn(await select(after.body.refreshJwt, 'corp')).methods).toEqual(['oauth']);
  });

  test('reaches it in the grace period that the policy gives the user, until the user has a second factor', async () => {
    const day = 86_400_000;
    await setPolicy(latchkey, { ...always, graceDays: 3 }, corp);
    const user = await createNamedUser(latchkey);
    const { body } = await signInByPassword(latchkey, user);
    await join(user.loginId);
    const first = (await select(body.refreshJwt, 'corp')).body;
    expect(first.claims.dct).toBe('corp');
    latchkey.advance(2 * day);
    const second = await refresh(latchkey, first.refreshJwt);
    expect(tenantsOf(second)).toContain('corp');
    latchkey.advance(2 * day);
    const third = await refresh(latchkey, second.body.refreshJwt);
    expect(tenantsOf(third)).toEqual([]);
    const demand = demandIn(await select(third.body.refreshJwt, 'corp'));
    expect(demand).toMatchObject({ methods: ['totp', 'passkey'], enrol: true });
  });

  test('begins the grace period when the user was first asked, and ends it with the second factor', async () => {
    await setPolicy(latchkey, { ...always, graceDays: 3 }, corp);
    const [asked, enrolled] = [await createNamedUser(latchkey), await createNamedUser(latchkey)];
    const sessions = [];
    for (const user of [asked, enrolled]) {
      sessions.push((await signInByPassword(latchkey, user)).body.refreshJwt);
      await join(user.loginId);
    }
    await enrolTotp(latchkey, enrolled, sessions[1]);
    expect(tenantsOf(await refresh(latchkey, sessions[0]))).toContain('corp');
    expect(tenantsOf(await refresh(latchkey, sessions[1]))).toEqual([]);
  });

  test('is told by every refusal which factors are missing, and with which token to prove them', async () => {
    await setPolicy(latchkey, always, corp);
    const user = await createNamedUser(latchkey);
    const { loginId } = user;
    const { refreshJwt } = (await signInByPassword(latchkey, user)).body;
    const code = await enrolTotp(latchkey, user, refreshJwt);
    await join(loginId);
    const post = (path: string, body: object) =>
      withToken(latchkey, 'POST', `/v1/auth/${path}`, refreshJwt, body);
    const expected = { refreshJwt, methods: ['totp'], enrol: false, expiresAt: claimsOf(refreshJwt).exp };
    const refused = [
      await post('tenant/select', { tenant: 'corp' }),
      await post('me/consent/impersonation', { tenantId: 'corp', expiresInSeconds: 60 }),
      await post('password/update', { loginId, newPassword: 'another quiet long password' }),
      await post('totp/update', { loginId }),
      await post('recovery-codes', { loginId }),
    ];
    for (const answer of refused)
      expect(demandIn(answer)).toMatchObject({ ...expected, expiresAt: expect.any(Number) });
    const input = { loginId, code: code(), loginOptions: { mfa: true } };
    expect((await verifyTotp(latchkey, input, demandIn(refused[0] as Answer).refreshJwt)).status).toBe(200);
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
    from: from - 1,
    actions: ['SignInPolicyModified'],
    tenants: ['corp'],
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

describe('policies that exclude each other', () => {
  const methods = (...names: string[]) => ({ when: 'always', methods: names });
  const change = (id: string, changes: object) =>
    latchkey.manage('POST', '/v1/mgmt/tenant/update', { id, name: `The ${id}`, ...changes });
  const create = (id: string, fields: object = {}) =>
    latchkey.manage('POST', '/v1/mgmt/tenant/create', { id, name: `The ${id}`, ...fields });
  const closed = { roleInheritance: 'none' };
  const names = (...ids: string[]) => ids.map((id) => expect.stringContaining(`The ${id} (${id})`));

  beforeAll(async () => {
    await create('over');
    for (const id of ['left', 'right']) await create(id, { parent: 'over' });
    await create('far', { parent: 'left' });
  });
  beforeEach(async () => {
    for (const tenantId of ['over', 'left', 'right', 'far']) {
      await remove({ tenantId });
      expect((await change(tenantId, { roleInheritance: '', disabled: false })).status).toBe(200);
    }
  });

  /** Expects a refusal that names these tenants. */
  async function expectRefused(answer: Answer, ...ids: string[]): Promise<void> {
    expect([answer.status, answer.body.errorCode]).toEqual([400, 'E011004']);
    for (const name of names(...ids)) expect(answer.body.errorMessage).toEqual(name);
    expect(answer.body.errorMessage).toMatch(/no (first|second) factor in common.*roleInheritance/);
  }

  test.each<[string, string, string]>([
    ['of a sub-tenant', 'over', 'left'],
    ['of the tenant above', 'left', 'over'],
    ['of a tenant two levels below', 'over', 'far'],
    ['of two tenants in which the same members have roles', 'left', 'right'],
  ])('are refused: %s', async (_, first, second) => {
    await setPolicy(latchkey, methods('totp'), { tenantId: first });
    await expectRefused(await set({ tenantId: second, secondFactor: methods('passkey') }), first, second);
    await setPolicy(latchkey, { when: 'never' }, { tenantId: second });
    const never = { when: 'never' };
    await setPolicy(latchkey, never, { tenantId: first, firstFactors: ['password'] });
    await expectRefused(
      await set({ tenantId: second, secondFactor: never, firstFactors: ['sso'] }),
      first,
      second,
    );
    await setPolicy(latchkey, methods('passkey', 'totp'), { tenantId: second });
  });

  test('are refused if each two have a factor in common, and all of them none', async () => {
    await setPolicy(latchkey, methods('totp', 'passkey'), { tenantId: 'over' });
    await setPolicy(latchkey, methods('passkey', 'sms'), { tenantId: 'left' });
    const answer = await set({ tenantId: 'right', secondFactor: methods('totp', 'sms') });
    await expectRefused(answer, 'over', 'left', 'right');
    await setPolicy(latchkey, methods('passkey', 'sms'));
    await expectRefused(
      await set({ tenantId: 'right', secondFactor: methods('totp', 'sms') }),
      'over',
      'right',
    );
    await remove({});
  });

  test.each<[string, string, object, object]>([
    ['a sub-tenant begins to inherit', 'left', closed, { roleInheritance: 'userOnly' }],
    ['a tenant begins to pass roles on', 'over', closed, { roleInheritance: '' }],
    ['a sub-tenant is enabled', 'left', { disabled: true }, { disabled: false }],
    ['a sub-tenant stops enforcing SSO', 'left', { enforceSSO: true }, { enforceSSO: false }],
  ])('are refused when %s', async (_, id, before, opening) => {
    await change(id, before);
    await setPolicy(latchkey, methods('totp'), { tenantId: 'over' });
    await setPolicy(latchkey, methods('passkey'), { tenantId: 'left' });
    await expectRefused(await change(id, opening), 'over', 'left');
    const { body } = await latchkey.manage('GET', `/v1/mgmt/tenant?id=${id}`);
    expect(body).toMatchObject(before);
    await remove({ tenantId: 'left' });
    expect((await change(id, opening)).status).toBe(200);
  });

  test('from before are named by doctor, and stop no change that has nothing to do with them', async () => {
    const { db } = latchkey.context;
    expect(await checkSignInPolicies({ db })).toMatch(/exclude/);
    await change('left', closed);
    await setPolicy(latchkey, methods('totp'), { tenantId: 'over' });
    await setPolicy(latchkey, methods('passkey'), { tenantId: 'left' });
    await db
      .updateTable('tenants')
      .set({ inheritsRoles: 'all', passesRoles: 'all' })
      .where('projectId', '=', latchkey.projectId)
      .where('id', '=', 'left')
      .execute();
    await expect(checkSignInPolicies({ db })).rejects.toThrow(
      /The over \(over\).*of its sub-tenant The left \(left\) have no second factor in common/,
    );
    await setPolicy(latchkey, methods('totp'), corp);
    await expectRefused(await set({ tenantId: 'over', secondFactor: methods('sms') }), 'over', 'left');
    await setPolicy(latchkey, methods('passkey'), { tenantId: 'over' });
    expect(await checkSignInPolicies({ db })).toMatch(/exclude/);
  });
});
