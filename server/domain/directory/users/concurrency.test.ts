import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answer, type Latchkey, startLatchkey } from '../../../../test/harness.ts';

/** Runs two instances on one database: concurrent requests must end as if they had run one after the other. */

let instances: [Latchkey, Latchkey];
let count = 0;

beforeAll(async () => {
  const first = await startLatchkey();
  instances = [first, await first.startAnother()];
  for (const name of ['Reader', 'Editor']) await post(0, 'role/create', { name });
  await post(0, 'tenant/create', { id: 'acme', name: 'Acme' });
});
afterAll(async () => {
  await instances[1].close();
  await instances[0].close();
});

function post(instance: number, path: string, body: unknown): Promise<Answer> {
  return (instances[instance % 2] as Latchkey).manage('POST', `/v1/mgmt/${path}`, body);
}

async function make(more: object = {}): Promise<string> {
  const loginId = `user${++count}`;
  await post(0, 'user/create', { loginId, ...more });
  return loginId;
}

async function load(loginId: string) {
  return (await instances[0].manage('GET', `/v1/mgmt/user?loginId=${loginId}`)).body.user;
}

const statuses = (answers: Answer[]) => answers.map((answer) => answer.status).sort();

test('exactly one of 50 concurrent creations with the same login ID succeeds', async () => {
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      post(index, 'user/create', { loginId: index % 3 ? 'only@once.example' : 'ONLY@Once.example' }),
    ),
  );
  const made = answers.filter((answer) => answer.status === 200);
  expect(made).toHaveLength(1);
  for (const answer of answers) {
    if (answer !== made[0]) expect(answer).toMatchObject({ status: 400, body: { errorCode: 'E062107' } });
  }
  const { body } = await instances[0].manage('POST', '/v2/mgmt/user/search', {
    emails: ['only@once.example'],
  });
  expect(body.total).toBe(1);
  expect((await load('only@once.example')).userId).toBe(made[0]?.body.user.userId);
});

test('20 concurrent invitations of one login ID all return the same user', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      post(index, 'user/create', { loginId: 'guest@many.example', invite: true }),
    ),
  );
  expect(statuses(answers)).toEqual(answers.map(() => 200));
  expect(new Set(answers.map((answer) => answer.body.user.userId)).size).toBe(1);
});

test('one of two concurrent removals of a user’s two login IDs is refused', async () => {
  for (let round = 0; round < 10; round += 1) {
    const loginId = await make({ additionalLoginIds: [`other${count}`] });
    const other = `other${count - 1}`;
    const answers = await Promise.all([
      post(0, 'user/update/loginid', { loginId, newLoginId: '' }),
      post(1, 'user/update/loginid', { loginId: other, newLoginId: '' }),
    ]);
    expect(statuses(answers)).toEqual([200, 400]);
    const left = answers[0]?.status === 200 ? other : loginId;
    expect((await load(left)).loginIds).toEqual([left]);
  }
});

test('only one of two users gets a login ID that both request', async () => {
  for (let round = 0; round < 10; round += 1) {
    const [one, other] = [await make(), await make()];
    const newLoginId = `wanted${round}`;
    const answers = await Promise.all([
      post(0, 'user/update/loginid', { loginId: one, newLoginId }),
      post(1, 'user/update/loginid', { loginId: other, newLoginId }),
    ]);
    expect(statuses(answers)).toEqual([200, 400]);
    expect((await load(newLoginId)).loginIds).toEqual([newLoginId]);
  }
});

test('roles set and added concurrently end as if one request had followed the other', async () => {
  for (let round = 0; round < 10; round += 1) {
    const loginId = await make({ roleNames: ['Reader'] });
    const answers = await Promise.all([
      post(0, 'user/update/role/set', { loginId, roleNames: [] }),
      post(1, 'user/update/role/add', { loginId, roleNames: ['Editor'] }),
    ]);
    expect(statuses(answers)).toEqual([200, 200]);
    expect([[], ['Editor']]).toContainEqual((await load(loginId)).roleNames);
  }
});

test('two concurrent updates leave the result of one of them, never a mixture', async () => {
  for (let round = 0; round < 10; round += 1) {
    const loginId = await make({ additionalLoginIds: [`mine${count}`] });
    const versions = [0, 1].map((side) => ({
      displayName: `Side ${side}`,
      email: `side${side}@example.com`,
      roleNames: side ? ['Reader'] : ['Editor'],
      additionalLoginIds: [`side${side}-${loginId}`],
    }));
    const answers = await Promise.all(
      versions.map((body, side) => post(side, 'user/update', { loginId, ...body })),
    );
    expect(statuses(answers)).toEqual([200, 200]);
    const user = await load(loginId);
    const side = Number(user.name.at(-1));
    expect(user).toMatchObject({
      email: `side${side}@example.com`,
      roleNames: side ? ['Reader'] : ['Editor'],
      loginIds: [loginId, `side${side}-${loginId}`],
    });
  }
});

test('concurrent changes of one user are all kept', async () => {
  const loginId = await make();
  const answers = await Promise.all([
    ...['Reader', 'Editor'].map((role, index) =>
      post(index, 'user/update/role/add', { loginId, roleNames: [role] }),
    ),
    post(0, 'user/update/tenant/add', { loginId, tenantId: 'acme' }),
    post(1, 'user/update/name', { loginId, givenName: 'Given' }),
    post(0, 'user/update/name', { loginId, familyName: 'Family' }),
    post(1, 'user/update/email', { loginId, email: 'many@example.com' }),
    post(0, 'user/update/ssoapp/add', { loginId, ssoAppIds: ['descope-default-oidc'] }),
  ]);
  expect(statuses(answers)).toEqual(answers.map(() => 200));
  const user = await load(loginId);
  expect(user).toMatchObject({
    givenName: 'Given',
    familyName: 'Family',
    email: 'many@example.com',
    userTenants: [{ tenantId: 'acme' }],
    ssoAppIds: ['descope-default-oidc'],
  });
  expect(user.roleNames.toSorted()).toEqual(['Editor', 'Reader']);
});

test('assigning a role or tenant while it is deleted either fails by name or is undone by the deletion', async () => {
  for (let round = 0; round < 8; round += 1) {
    const name = `Passing ${round}`;
    const tenantId = `passing${round}`;
    await post(0, 'role/create', { name });
    await post(0, 'tenant/create', { id: tenantId, name });
    const loginId = await make();
    const [byRole, byTenant, created] = await Promise.all([
      post(0, 'user/update/role/add', { loginId, roleNames: [name] }),
      post(1, 'user/update/tenant/add', { loginId, tenantId }),
      post(0, 'user/create', { loginId: `${loginId}-2`, userTenants: [{ tenantId, roleNames: ['Reader'] }] }),
      post(1, 'role/delete', { name }),
      post(0, 'tenant/delete', { id: tenantId }),
    ]);
    for (const answer of [byRole, byTenant, created]) {
      if (answer?.status !== 200)
        expect(answer).toMatchObject({ status: 400, body: { errorCode: 'E011004' } });
    }
    expect(await load(loginId)).toMatchObject({ roleNames: [], userTenants: [] });
    await post(0, 'tenant/create', { id: tenantId, name });
    await post(0, 'user/update/tenant/add', { loginId, tenantId });
    expect((await load(loginId)).userTenants).toMatchObject([{ tenantId, roleNames: [] }]);
  }
});

test('deleting a user’s two tenants concurrently ends as if one deletion had followed the other', async () => {
  for (let round = 0; round < 8; round += 1) {
    const tenantIds = [`left${round}`, `right${round}`];
    for (const id of tenantIds) await post(0, 'tenant/create', { id, name: id });
    const userTenants = tenantIds.map((tenantId) => ({ tenantId, roleNames: ['Reader'] }));
    const loginIds = await Promise.all(Array.from({ length: 6 }, () => make({ userTenants })));
    const answers = await Promise.all(
      tenantIds.map((id, side) => post(side, 'tenant/delete', { id, cascade: true })),
    );
    expect(statuses(answers)).toEqual([200, 200]);
    // The second deletion finds them in no other tenant.
    expect(await Promise.all(loginIds.map(load))).toEqual(loginIds.map(() => undefined));
  }
});

test('deleting a tenant loses no change that its members get at the same time', async () => {
  await post(0, 'tenant/create', { id: 'haven', name: 'Haven' });
  for (let round = 0; round < 8; round += 1) {
    const tenantId = `ending${round}`;
    await post(0, 'tenant/create', { id: tenantId, name: tenantId });
    const userTenants = [{ tenantId, roleNames: ['Reader'] }];
    const loginIds = await Promise.all(Array.from({ length: 6 }, () => make({ userTenants })));
    const [deleted, ...changed] = await Promise.all([
      post(round, 'tenant/delete', { id: tenantId, cascade: true }),
      ...loginIds.map((loginId, index) =>
        post(index, 'user/update/tenant/add', { loginId, tenantId: 'haven' }),
      ),
    ]);
    expect(deleted?.status).toBe(200);
    const users = await Promise.all(loginIds.map(load));
    expect(users.map((user) => user?.userTenants[0]?.tenantId ?? 404)).toEqual(
      changed.map(({ status }) => (status === 200 ? 'haven' : 404)),
    );
  }
});

test('deleting and changing a user concurrently leaves no user', async () => {
  for (let round = 0; round < 10; round += 1) {
    const loginId = await make();
    const [deleted, changed] = await Promise.all([
      post(0, 'user/delete', { loginId }),
      post(1, 'user/update/role/add', { loginId, roleNames: ['Reader'] }),
    ]);
    expect(deleted?.status).toBe(200);
    expect([200, 404]).toContain(changed?.status);
    expect(await load(loginId)).toBeUndefined();
  }
});

test('two concurrent batches with the same entries create each user once', async () => {
  const users = Array.from({ length: 20 }, (_, index) => ({ loginId: `both${index}` }));
  const answers = await Promise.all([0, 1].map((side) => post(side, 'user/create/batch', { users })));
  expect(statuses(answers)).toEqual([200, 200]);
  const created = answers.flatMap((answer) => answer.body.createdUsers);
  const failed = answers.flatMap((answer) => answer.body.failedUsers);
  expect(created).toHaveLength(20);
  expect(failed).toHaveLength(20);
});

test('an address verified and claimed as a login ID concurrently becomes the sign-in name of one user only', async () => {
  for (let round = 0; round < 20; round += 1) {
    const owner = await make();
    const address = `race${round}@names.example`;
    const [verified, taken] = await Promise.all([
      post(round, 'user/update/email', { loginId: owner, email: address, verified: true }),
      post(round + 1, 'user/create', { loginId: address }),
    ]);
    const outcome = [verified.body.errorCode ?? 'verified', taken.body.errorCode ?? 'taken'];
    expect([
      ['verified', 'E062107'],
      ['E111127', 'taken'],
    ]).toContainEqual(outcome);
  }
});

test('users who get the same address as verified concurrently all get it', async () => {
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      post(index, 'user/create', {
        loginId: `family${index}`,
        email: 'family@names.example',
        phone: '+12025550177',
      }),
    ),
  );
  expect(statuses(answers)).toEqual(answers.map(() => 200));
  const { body } = await post(0, 'user/create', { loginId: 'family@names.example' });
  expect(body.errorCode).toBe('E062107');
});

test('users created concurrently all exist, with their own data, and each refused creation tells its own reason', async () => {
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      post(index, 'user/create', {
        loginId: `crowd${index - (index % 20 === 7 ? 1 : 0)}`,
        displayName: `Name ${index}`,
        ...(index % 3 && {
          userTenants: [{ tenantId: 'acme', roleNames: index % 2 ? ['Reader'] : ['Editor'] }],
        }),
        ...(index % 20 === 9 && { roleNames: ['Nobody'], userTenants: [] }),
        ...(index % 20 === 11 && { password: 'Correct horse 9 battery' }),
      }),
    ),
  );
  const users = new Set<string>();
  for (const [index, { status, body }] of answers.entries()) {
    const isTwin = index % 20 === 6 || index % 20 === 7;
    if (index % 20 === 9) expect(body).toMatchObject({ errorCode: 'E011004' });
    else if (isTwin && status !== 200) expect(body).toMatchObject({ errorCode: 'E062107' });
    else {
      expect(body.user).toMatchObject({
        name: `Name ${index}`,
        password: index % 20 === 11,
        userTenants: index % 3 ? [{ tenantId: 'acme', roleNames: [index % 2 ? 'Reader' : 'Editor'] }] : [],
      });
      expect((await load(body.user.loginIds[0])).userId).toBe(body.user.userId);
      users.add(body.user.userId);
    }
  }
  expect(users.size).toBe(60 - 3 - 3);
  const { body } = await post(0, 'audit/search', { actions: ['UserCreated'], userIds: [...users] });
  expect(body.total).toBe(users.size);
  const found = await instances[1].manage('POST', '/v2/mgmt/user/search', { text: 'crowd', limit: 100 });
  expect(found.body.total).toBe(users.size);
});

test('the audit log names the key with which each of concurrent creations was requested', async () => {
  const [latchkey] = instances;
  const reBac = { companyRoles: ['company-full-access'] };
  const { body } = await latchkey.manage('PUT', '/v1/mgmt/managementkey', { name: 'second', reBac });
  expect(body.cleartext).toBeDefined();
  const bearers = [
    `${latchkey.projectId}:${latchkey.managementKey}`,
    `${latchkey.projectId}:${body.cleartext}`,
  ];
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      latchkey.request('POST', '/v1/mgmt/user/create', {
        bearer: bearers[index % 2],
        body: { loginId: `keyed${index}` },
      }),
    ),
  );
  const userIds = [0, 1].map((key) =>
    answers.filter((_, index) => index % 2 === key).map((answer) => answer.body.user.userId),
  );
  const actors = await Promise.all(
    userIds.map(async (ids) => {
      const { body } = await post(0, 'audit/search', { actions: ['UserCreated'], userIds: ids });
      return new Set(body.audits.map((event: { actorId: string }) => event.actorId));
    }),
  );
  expect(actors.map((ids) => ids.size)).toEqual([1, 1]);
  expect([...actors[0]!]).not.toEqual([...actors[1]!]);
});
