import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Grants, startWithSupport } from '../../../../test/impersonation.ts';

let all: Awaited<ReturnType<typeof startWithSupport>>;
beforeAll(async () => {
  all = await startWithSupport();
  await setStrict(true);
});
afterAll(() => all.latchkey.close());

function setStrict(strictImpersonation: boolean) {
  return all.post('project/settings', { strictImpersonation });
}

async function attempt(impersonator: Grants, user: Grants) {
  const [agent, target] = [await all.makePerson(impersonator), await all.makePerson(user)];
  const { status, body } = await all.impersonate(agent.loginId, target.loginId);
  return { outcome: status === 200 ? 'allowed' : body.errorCode, message: body.errorMessage, agent, target };
}

/** An impersonator, a user, and the expected outcome. */
type Case = [what: string, impersonator: Grants, user: Grants, outcome: string];

describe('with strictImpersonation, Impersonate in the project applies to every user without further rights', () => {
  const agent = { roles: ['Support'] };
  test.each<Case>([
    ['nothing', agent, {}, 'allowed'],
    ['a tenant without roles', agent, { tenants: { acme: [] } }, 'allowed'],
    ['a project permission', agent, { roles: ['Reader'] }, 'E112204'],
    ['a project role without permissions', agent, { roles: ['Label'] }, 'E112204'],
    ['a tenant permission', agent, { tenants: { acme: ['Reader'] } }, 'E112204'],
    ['a tenant role without permissions', agent, { tenants: { acme: ['Label'] } }, 'E112204'],
    ['the same', { roles: ['Support', 'Reader'] }, { roles: ['Reader'] }, 'allowed'],
    ['more than a part', { roles: ['Support', 'Reader'] }, { roles: ['Admin'] }, 'E112204'],
    ['a part by another role', { roles: ['Support', 'Admin'] }, { roles: ['Reader'] }, 'E112204'],
    [
      'in a tenant what one has in the project',
      { roles: ['Support', 'Reader'] },
      { tenants: { acme: ['Reader'] } },
      'allowed',
    ],
    [
      'in the project what one has in a tenant',
      { roles: ['Support'], tenants: { acme: ['Reader'] } },
      { roles: ['Reader'] },
      'E112204',
    ],
    [
      'in a tenant what one has in it',
      { roles: ['Support'], tenants: { acme: ['Reader'] } },
      { tenants: { acme: ['Reader'] } },
      'allowed',
    ],
    [
      'in a tenant what one has in another',
      { roles: ['Support'], tenants: { globex: ['Reader'] } },
      { tenants: { acme: ['Reader'] } },
      'E112204',
    ],
    ['Impersonate too', agent, { roles: ['Support'] }, 'allowed'],
  ])('a user who holds %s', async (_what, impersonator, user, outcome) => {
    expect((await attempt(impersonator, user)).outcome).toBe(outcome);
  });
});

describe('with strictImpersonation, Impersonate in tenants applies to users of only these tenants', () => {
  const agent = { tenants: { acme: ['Support'] } };
  const both = { tenants: { acme: ['Support'], globex: ['Support'] } };
  test.each<Case>([
    ['in the tenant', agent, { tenants: { acme: [] } }, 'allowed'],
    ['in no tenant', agent, {}, 'E112201'],
    ['in another tenant', agent, { tenants: { globex: [] } }, 'E112201'],
    ['in another tenant as well', agent, { tenants: { acme: [], globex: [] } }, 'E112201'],
    [
      'in another tenant where one is a mere member',
      { tenants: { acme: ['Support'], globex: ['Admin'] } },
      { tenants: { acme: [], globex: [] } },
      'E112201',
    ],
    ['in both', both, { tenants: { acme: [], globex: [] } }, 'allowed'],
    ['holding more there', agent, { tenants: { acme: ['Reader'] } }, 'E112204'],
    [
      'holding as much there',
      { tenants: { acme: ['Support', 'Reader'] } },
      { tenants: { acme: ['Reader'] } },
      'allowed',
    ],
    [
      'holding there what one has in the other',
      { tenants: { acme: ['Support'], globex: ['Support', 'Reader'] } },
      { tenants: { acme: ['Reader'], globex: [] } },
      'E112204',
    ],
    ['holding a project role', agent, { tenants: { acme: [] }, roles: ['Reader'] }, 'E112204'],
    [
      'holding in the project what one has in the tenant',
      { tenants: { acme: ['Support', 'Admin'] } },
      { tenants: { acme: [] }, roles: ['Admin'] },
      'E112204',
    ],
    ['holding Impersonate in the project', agent, { tenants: { acme: [] }, roles: ['Support'] }, 'E112204'],
  ])('a user %s', async (_what, impersonator, user, outcome) => {
    expect((await attempt(impersonator, user)).outcome).toBe(outcome);
  });
});

test('Impersonate in a tenant ends with an impersonation when the tenant is disabled', async () => {
  const { agent, target } = await attempt({ tenants: { acme: ['Support'] } }, { tenants: { acme: [] } });
  const { jwt } = (await all.impersonate(agent.loginId, target.loginId)).body;
  const disable = (disabled: boolean) => all.post('tenant/update', { id: 'acme', name: 'Acme', disabled });
  await disable(true);
  expect((await all.refresh(jwt)).status).toBe(401);
  expect((await all.impersonate(agent.loginId, target.loginId)).body.errorCode).toBe('E112201');
  await disable(false);
  expect((await all.impersonate(agent.loginId, target.loginId)).status).toBe(200);
});

describe('by default, Impersonate is sufficient', () => {
  beforeAll(() => setStrict(false));
  afterAll(() => setStrict(true));

  const agent = { roles: ['Support'] };
  const tenantAgent = { tenants: { acme: ['Support'] } };
  test('as the settings of a new project say', async () => {
    const { body } = await all.latchkey.manage('GET', '/v1/mgmt/project/settings/default');
    expect(body.strictImpersonation).toBe(false);
  });

  test.each<Case>([
    ['with a project role', agent, { roles: ['Admin'] }, 'allowed'],
    ['with roles in tenants', agent, { tenants: { acme: ['Reader'], globex: ['Admin'] } }, 'allowed'],
    ['who holds Impersonate, too', agent, { roles: ['Support', 'Admin'] }, 'allowed'],
    ['who holds Impersonate in a tenant', agent, { tenants: { acme: ['Support'] } }, 'allowed'],
    ['of the tenant, with roles there', tenantAgent, { tenants: { acme: ['Admin'] } }, 'allowed'],
    [
      'of the tenant, with project roles',
      tenantAgent,
      { tenants: { acme: [] }, roles: ['Admin'] },
      'allowed',
    ],
    ['of the tenant who holds Impersonate there', tenantAgent, { tenants: { acme: ['Support'] } }, 'allowed'],
    [
      'of the tenant who holds Impersonate in the project',
      tenantAgent,
      { tenants: { acme: [] }, roles: ['Support'] },
      'E112204',
    ],
    ['of another tenant', tenantAgent, { tenants: { globex: [] } }, 'E112201'],
    ['of another tenant as well', tenantAgent, { tenants: { acme: [], globex: [] } }, 'E112201'],
    ['of no tenant', tenantAgent, {}, 'E112201'],
    ['when one has other permissions only', { roles: ['Admin'] }, {}, 'E112201'],
  ])('to impersonate a user %s', async (_what, impersonator, user, outcome) => {
    expect((await attempt(impersonator, user)).outcome).toBe(outcome);
  });

  test('and a refusal names only the built-in permission', async () => {
    const { message } = await attempt(tenantAgent, { tenants: { acme: ['Admin'] }, roles: ['Support'] });
    expect(message).toContain('the permission Impersonate');
    expect(message).not.toContain('role');
  });

  test('until the setting is turned on, which ends the session of an impersonator with fewer rights', async () => {
    const { agent: who, target } = await attempt(agent, { roles: ['Reader'] });
    const { body } = await all.impersonate(who.loginId, target.loginId);
    expect((await all.refresh(body.jwt)).status).toBe(200);
    await setStrict(true);
    const started = await all.impersonate(who.loginId, target.loginId);
    expect(started.body.errorCode).toBe('E112204');
    expect((await all.refresh(body.jwt)).status).toBe(401);
    await setStrict(false);
  });
});

test('a role of one tenant does not count as the role of the same name in another', async () => {
  for (const tenantId of ['acme', 'globex']) {
    const permissionNames = tenantId === 'acme' ? ['read'] : ['write'];
    await all.post('role/create', { name: 'Local', tenantId, permissionNames });
  }
  const agent = { roles: ['Support'], tenants: { acme: ['Local'] } };
  expect((await attempt(agent, { tenants: { acme: ['Local'] } })).outcome).toBe('allowed');
  expect((await attempt(agent, { tenants: { globex: ['Local'] } })).outcome).toBe('E112204');
});

test('a refusal names the missing rights and where they are missing', async () => {
  const { message } = await attempt(
    { roles: ['Support'] },
    { roles: ['Label'], tenants: { acme: ['Reader'] } },
  );
  for (const part of ['role Label', 'role Reader in the tenant acme', 'permission read in the tenant acme']) {
    expect(message).toContain(part);
  }
});

describe('losing the right ends the session permanently at its next use', () => {
  const agentGrants = { roles: ['Support'], tenants: { acme: [] } };
  type People = { agent: { loginId: string }; target: { loginId: string } };
  test.each<[string, (people: People) => Promise<unknown>, string]>([
    ['takes the role away', ({ agent }) => role('remove', agent.loginId, 'Support'), 'Impersonate'],
    ['disables the impersonator', ({ agent }) => status(agent.loginId, 'disabled'), ''],
    [
      'deletes the impersonator',
      ({ agent }) => all.post('user/delete', { loginId: agent.loginId }),
      'deleted',
    ],
    ['gives the user more', ({ target }) => role('add', target.loginId, 'Admin'), 'role Admin'],
  ])('when the user or impersonator %s', async (_what, change, reason) => {
    const { agent, target } = await attempt(agentGrants, {});
    const { body } = await all.impersonate(agent.loginId, target.loginId);
    const { body: tokens } = await all.refresh(body.jwt);
    await change({ agent, target });
    const refusals = await Promise.all([1, 2, 3].map(() => all.as(tokens.refreshJwt, 'GET', 'me')));
    for (const refusal of refusals)
      expect(refusal).toMatchObject({ status: 401, body: { errorCode: 'E064001' } });
    expect(refusals.some(({ body }) => body.errorMessage.includes(reason))).toBe(true);
    // Restoring the right does not restore the session.
    await role('add', agent.loginId, 'Support');
    await role('remove', target.loginId, 'Admin');
    expect((await all.refresh(tokens.refreshJwt)).status).toBe(401);
    expect((await all.refresh(target.refreshJwt)).status).toBe(200);
  });

  test('when the role loses the permission, or the impersonator leaves the tenant', async () => {
    const { post, makePerson, impersonate, refresh } = all;
    await post('role/create', { name: 'Passing', permissionNames: ['Impersonate'] });
    const user = await makePerson({ tenants: { acme: [] } });
    const first = await makePerson({ roles: ['Passing'] });
    const second = await makePerson({ tenants: { acme: ['Support'] } });
    const jwts = [];
    for (const agent of [first, second]) jwts.push((await impersonate(agent.loginId, user.loginId)).body.jwt);
    await post('role/update', { name: 'Passing', newName: 'Passing', permissionNames: [] });
    await post('user/update/tenant/remove', { loginId: second.loginId, tenantId: 'acme' });
    for (const jwt of jwts) expect((await refresh(jwt)).status).toBe(401);
  });

  test('when the impersonator is signed out everywhere', async () => {
    const { agent, target } = await attempt(agentGrants, {});
    const { body } = await all.impersonate(agent.loginId, target.loginId);
    await all.as(agent.refreshJwt, 'POST', 'logoutall', {});
    expect((await all.refresh(body.jwt)).status).toBe(401);
  });

  function role(verb: 'add' | 'remove', loginId: string, name: string) {
    return all.post(`user/update/role/${verb}`, { loginId, roleNames: [name] });
  }
  function status(loginId: string, status: string) {
    return all.post('user/update/status', { loginId, status });
  }
});
