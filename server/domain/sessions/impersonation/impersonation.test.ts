import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../../../../client/client.ts';
import { claimsOf, startWithSupport } from '../../../../test/impersonation.ts';

let all: Awaited<ReturnType<typeof startWithSupport>>;
beforeAll(async () => {
  all = await startWithSupport();
});
afterAll(() => all.latchkey.close());

const minute = 60_000;
const refused = (status: number, errorCode: string) => ({ status, body: { errorCode } });

describe('an impersonation', () => {
  test('is a session of the user whose tokens name the impersonator through every refresh', async () => {
    const { impersonate, refresh, makePerson } = all;
    const [agent, user] = [await makePerson({ roles: ['Support'] }), await makePerson()];
    const { status, body } = await impersonate(agent.loginId, user.userId, { customClaims: { case: 7 } });
    expect(status).toBe(200);
    const expected = { sub: user.userId, act: { sub: agent.userId }, amr: ['mgmt'] };
    expect(claimsOf(body.jwt)).toMatchObject({ ...expected, drn: 'DSR' });
    let jwt = body.jwt;
    for (let i = 0; i < 3; i++) {
      const { body: tokens } = await refresh(jwt);
      expect(claimsOf(tokens.refreshJwt)).toMatchObject({ ...expected, drn: 'DSR' });
      expect(claimsOf(tokens.sessionJwt)).toMatchObject({ ...expected, drn: 'DS', case: 7 });
      expect(claimsOf(tokens.sessionJwt)).not.toHaveProperty('su');
      jwt = tokens.refreshJwt;
    }
  });

  test('lasts at most 30 minutes, whatever the request', async () => {
    const { impersonate, refresh, makePerson, latchkey } = all;
    const [agent, user] = [await makePerson({ roles: ['Support'] }), await makePerson()];
    for (const [refreshDuration, seconds] of [
      [undefined, 1_800],
      [0, 1_800],
      [86_400, 1_800],
      [60, 60],
    ]) {
      const { body } = await impersonate(agent.loginId, user.loginId, { refreshDuration });
      const { iat, exp } = claimsOf(body.jwt);
      expect(exp - iat).toBe(seconds);
    }
    const { body } = await impersonate(agent.loginId, user.loginId);
    const end = claimsOf(body.jwt).exp;
    latchkey.advance(25 * minute);
    const { body: later } = await refresh(body.jwt);
    expect(claimsOf(later.refreshJwt).exp).toBe(end);
    expect(claimsOf(later.sessionJwt).exp).toBe(end);
    latchkey.advance(6 * minute);
    expect((await refresh(later.refreshJwt)).status).toBe(401);
  });

  test('selects only tenants of the user', async () => {
    const { impersonate, refresh, makePerson } = all;
    const agent = await makePerson({ roles: ['Support'] });
    const user = await makePerson({ tenants: { acme: [], globex: [] } });
    const { body } = await impersonate(agent.loginId, user.loginId, { selectedTenant: 'globex' });
    expect(claimsOf((await refresh(body.jwt)).body.sessionJwt).dct).toBe('globex');
    const wrong = await impersonate(agent.loginId, user.loginId, { selectedTenant: 'nowhere' });
    expect(wrong).toMatchObject(refused(403, 'E064003'));
  });

  test('is no sign-in, leaves an invited user invited, and cannot set reserved claims', async () => {
    const { impersonate, refresh, makePerson, post, load } = all;
    const agent = await makePerson({ roles: ['Support'] });
    await post('user/create', { loginId: 'invited' });
    const customClaims = { act: { sub: 'x' }, su: true, roles: ['Admin'] };
    const { body } = await impersonate(agent.loginId, 'invited', { customClaims });
    const claims = claimsOf((await refresh(body.jwt)).body.sessionJwt);
    expect(claims).toMatchObject({ act: { sub: agent.userId }, roles: [] });
    expect(claims).not.toHaveProperty('su');
    expect(await load('invited')).toMatchObject({ status: 'invited', lastSignInTime: 0 });
  });

  test('with step-up counts as stepped up for ten minutes', async () => {
    const { impersonate, refresh, makePerson, latchkey } = all;
    const [agent, user] = [await makePerson({ roles: ['Support'] }), await makePerson()];
    const { body } = await impersonate(agent.loginId, user.loginId, { stepup: true });
    const { body: first } = await refresh(body.jwt);
    expect(claimsOf(first.sessionJwt).su).toBe(true);
    latchkey.advance(11 * minute);
    expect(claimsOf((await refresh(first.refreshJwt)).body.sessionJwt)).not.toHaveProperty('su');
  });
});

describe('an impersonation is refused', () => {
  test('without the permission', async () => {
    const { impersonate, makePerson } = all;
    const [nobody, user] = [await makePerson({ roles: ['Reader'] }), await makePerson()];
    expect(await impersonate(nobody.loginId, user.loginId)).toMatchObject(refused(403, 'E112201'));
  });

  test('for unknown IDs, naming the field', async () => {
    const { impersonate, makePerson } = all;
    const agent = await makePerson({ roles: ['Support'] });
    for (const id of ['nobody', `U${'0'.repeat(27)}`]) {
      const first = await impersonate(id, agent.loginId);
      expect(first).toMatchObject(refused(404, 'E112102'));
      expect(first.body.errorMessage).toContain('impersonatorId');
      const second = await impersonate(agent.loginId, id);
      expect(second).toMatchObject(refused(404, 'E112102'));
      expect(second.body.errorMessage).toContain('loginId');
    }
  });

  test('of a disabled user, by a disabled user, and of oneself', async () => {
    const { impersonate, makePerson, post } = all;
    const [agent, user] = [await makePerson({ roles: ['Support'] }), await makePerson()];
    expect(await impersonate(agent.loginId, agent.userId)).toMatchObject(refused(400, 'E011004'));
    await post('user/update/status', { loginId: user.loginId, status: 'disabled' });
    expect(await impersonate(agent.loginId, user.loginId)).toMatchObject(refused(401, 'E062109'));
    await post('user/update/status', { loginId: user.loginId, status: 'enabled' });
    await post('user/update/status', { loginId: agent.loginId, status: 'disabled' });
    expect(await impersonate(agent.loginId, user.loginId)).toMatchObject(refused(401, 'E062109'));
  });

  test('with users of another project', async () => {
    const { impersonate, makePerson, latchkey } = all;
    const agent = await makePerson({ roles: ['Support'] });
    const { projectId, managementKey } = await latchkey.addProject();
    const body = { loginId: 'stranger' };
    const bearer = `${projectId}:${managementKey}`;
    const { body: stranger } = await latchkey.request('POST', '/v1/mgmt/user/create', { bearer, body });
    expect(await impersonate(agent.loginId, stranger.user.userId)).toMatchObject(refused(404, 'E112102'));
  });

  test('and the audit log contains both users and the reason', async () => {
    const { impersonate, makePerson, audit } = all;
    const [nobody, user] = [await makePerson(), await makePerson()];
    await impersonate(nobody.loginId, user.loginId);
    const [event] = await audit({ actions: ['ImpersonationRefused'], userIds: [user.userId] });
    expect(event).toMatchObject({ type: 'warn', actorId: nobody.userId, actingAs: user.userId });
    expect(event.data.reason).toContain('Impersonate');
  });
});

describe('stopping an impersonation', () => {
  test('ends the session and returns to the impersonator, once', { tags: 'race' }, async () => {
    const { impersonate, makePerson, post, refresh, audit } = all;
    const agent = await makePerson({ roles: ['Support'], tenants: { acme: [] } });
    const user = await makePerson();
    const { body } = await impersonate(agent.loginId, user.loginId);
    const { body: tokens } = await refresh(body.jwt);
    const stop = { jwt: tokens.refreshJwt, customClaims: { back: true }, selectedTenant: 'acme' };
    const stopped = await Promise.all([1, 2, 3].map(() => post('stop/impersonation', stop)));
    expect(stopped.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
    const { body: answer } = stopped.find(({ status }) => status === 200)!;
    expect(claimsOf(answer.jwt)).toMatchObject({ drn: 'DSR', sub: agent.userId });
    const claims = claimsOf((await refresh(answer.jwt)).body.sessionJwt);
    expect(claims).toMatchObject({ sub: agent.userId, back: true, dct: 'acme' });
    expect(claims).not.toHaveProperty('act');
    expect(await refresh(tokens.refreshJwt)).toMatchObject(refused(401, 'E064001'));
    expect(await refresh(user.refreshJwt)).toMatchObject({ status: 200 });
    const events = await audit({ actions: ['ImpersonationStopped'], userIds: [user.userId] });
    expect(events).toMatchObject([{ actorId: agent.userId, actingAs: user.userId }]);
  });

  test('accepts only the refresh JWT of an impersonation', async () => {
    const { impersonate, makePerson, post, refresh } = all;
    const [agent, user] = [await makePerson({ roles: ['Support'] }), await makePerson()];
    const { body } = await impersonate(agent.loginId, user.loginId);
    const { body: tokens } = await refresh(body.jwt);
    const stop = (jwt: string, more: object = {}) => post('stop/impersonation', { jwt, ...more });
    expect(await stop(user.refreshJwt)).toMatchObject(refused(400, 'E011004'));
    expect(await stop(tokens.sessionJwt)).toMatchObject(refused(401, 'E064002'));
    expect(await stop('x')).toMatchObject(refused(401, 'E064002'));
    expect(await stop(tokens.refreshJwt, { selectedTenant: 'acme' })).toMatchObject(refused(403, 'E064003'));
    expect((await stop(tokens.refreshJwt)).status).toBe(200);
  });

  test('does not return to a disabled or deleted impersonator, but ends the session', async () => {
    const { impersonate, makePerson, post, refresh } = all;
    const user = await makePerson();
    for (const change of [
      (loginId: string) => post('user/update/status', { loginId, status: 'disabled' }),
      (loginId: string) => post('user/delete', { loginId }),
    ]) {
      const agent = await makePerson({ roles: ['Support'] });
      const { body } = await impersonate(agent.loginId, user.loginId);
      await change(agent.loginId);
      const stopped = await post('stop/impersonation', body);
      // Disabling a user ends their sessions and their impersonations.
      expect(stopped).toMatchObject(refused(401, expect.stringMatching('E062109|E064001') as never));
      expect(await refresh(body.jwt)).toMatchObject(refused(401, 'E064001'));
    }
  });
});

test('the public SDK impersonates, steps up and stops', async () => {
  // An instance whose clock runs normally, because the SDK checks tokens by its own clock.
  const { latchkey, makePerson } = await startWithSupport();
  const sdk = latchkey.sdk();
  const agent = await makePerson({ roles: ['Support'] });
  const user = await makePerson({ tenants: { acme: [] } });
  const { jwt } = sdk.management;
  const begun = await jwt.impersonate(agent.loginId, user.loginId, false, { k: 'v' }, 'acme', 600);
  expect(begun).toMatchObject({ ok: true, code: 200 });
  const session = await sdk.refreshSession(begun.data?.jwt as string);
  expect(session.token).toMatchObject({ sub: user.userId, act: { sub: agent.userId }, k: 'v', dct: 'acme' });
  const raised = await jwt.impersonateStepup(agent.loginId, user.loginId, false);
  const { token } = await sdk.validateSession(raised.data?.jwt as string);
  expect(token).toMatchObject({ sub: user.userId, act: { sub: agent.userId }, su: true, drn: 'DS' });
  // A second can pass between the beginning of the step-up and the signature.
  expect([599, 600]).toContain((token.exp as number) - (token.iat as number));
  const stopped = await jwt.stopImpersonation(session.refreshJwt as string);
  expect((await sdk.refreshSession(stopped.data?.jwt as string)).token.sub).toBe(agent.userId);
  const refusal = await jwt.impersonate(user.loginId, agent.loginId, true);
  expect(refusal).toMatchObject({ ok: false, code: 403, error: { errorCode: 'E112201' } });
  await latchkey.close();
});

test('the client impersonates with its arguments in the documented order', async () => {
  const { makePerson, latchkey } = all;
  const { projectId, managementKey, baseUrl } = latchkey;
  const { jwt } = createClient({ projectId, managementKey, baseUrl }).management;
  const [agent, user] = [await makePerson({ roles: ['Support'] }), await makePerson()];
  const begun = await jwt.impersonate(agent.loginId, user.loginId, false, { k: 'v' }, undefined, 60);
  expect(claimsOf(begun.ok ? begun.data.jwt : '')).toMatchObject({ act: { sub: agent.userId } });
  const raised = await jwt.impersonateStepup(agent.loginId, user.loginId, false, undefined, undefined, 60);
  const { su, iat, exp } = claimsOf(raised.ok ? raised.data.jwt : '');
  // A second can pass between the beginning of the step-up and the signature.
  expect(su).toBe(true);
  expect([59, 60]).toContain(exp - iat);
  const stopped = await jwt.stopImpersonation(begun.ok ? begun.data.jwt : '');
  expect(claimsOf(stopped.ok ? stopped.data.jwt : '').sub).toBe(agent.userId);
  const refusal = await jwt.impersonate(user.loginId, agent.loginId, false);
  expect(refusal).toMatchObject({ ok: false, code: 403, error: { errorCode: 'E112201' } });
});
