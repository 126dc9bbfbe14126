import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { claimsOf, type Person, startWithSupport } from '../../../../test/impersonation.ts';
import { endpoints } from '../../../groups.ts';

/** Tests the restrictions of an impersonator and their traces in the audit log. */

let all: Awaited<ReturnType<typeof startWithSupport>>;
beforeAll(async () => {
  all = await startWithSupport();
});
afterAll(() => all.latchkey.close());

const refusal = { status: 403, body: { errorCode: 'E064006' } };

async function begin(): Promise<{ agent: Person; user: Person; sessionJwt: string; refreshJwt: string }> {
  const agent = await all.makePerson({ roles: ['Support'] });
  const user = await all.makePerson({ tenants: { acme: [], globex: [] } });
  const { body } = await all.impersonate(agent.loginId, user.loginId);
  const { body: tokens } = await all.refresh(body.jwt);
  return { agent, user, sessionJwt: tokens.sessionJwt, refreshJwt: tokens.refreshJwt };
}

test('only these endpoints accept the token of an impersonation', () => {
  const open = endpoints.filter(({ takesImpersonated }) => takesImpersonated).map(({ name }) => name);
  expect(open.sort()).toEqual(
    [
      ...['history', 'logout', 'me', 'myTenants', 'refresh', 'refreshByGet', 'selectTenant', 'tryRefresh'],
      'validate',
      'management.widget.loadComponentsState',
    ].sort(),
  );
});

test('no sign-in adds a factor to an impersonation or raises it', async () => {
  const { user, refreshJwt } = await begin();
  const { loginId } = user;
  const asked: [string, object][] = [
    ['totp/verify', { loginId, code: '000000' }],
    ['password/signin', { loginId, password: 'correct horse battery staple' }],
  ];
  for (const [path, body] of asked) {
    for (const loginOptions of [{ stepup: true }, { mfa: true }]) {
      const answer = await all.as(refreshJwt, 'POST', path, { ...body, loginOptions });
      expect(answer, path).toMatchObject(refusal);
    }
  }
  expect((await all.refresh(refreshJwt)).status).toBe(200);
});

test('no management call extends or raises an impersonation, or removes the impersonator from its tokens', async () => {
  const { agent, user, refreshJwt } = await begin();
  const update = { jwt: refreshJwt, customClaims: { act: {}, k: 'v' }, refreshDuration: 86_400 };
  const { status, body } = await all.post('jwt/update', update);
  expect(status).toBe(200);
  expect(claimsOf(body.jwt)).toMatchObject({ act: { sub: agent.userId }, exp: claimsOf(refreshJwt).exp });
  const { body: tokens } = await all.refresh(body.jwt);
  expect(claimsOf(tokens.sessionJwt)).toMatchObject({ act: { sub: agent.userId }, k: 'v' });
  for (const more of [{ stepup: true }, { mfa: true }]) {
    const signIn = { loginId: user.loginId, jwt: tokens.refreshJwt, ...more };
    expect((await all.post('auth/signin', signIn)).status).toBe(401);
  }
  expect((await all.refresh(tokens.refreshJwt)).status).toBe(200);
});

test('password, addresses, authenticator, consent and other sessions are inaccessible', async () => {
  const { user, refreshJwt } = await begin();
  const { loginId } = user;
  const asked: [string, object][] = [
    ['password/update', { loginId, newPassword: 'correct horse battery staple' }],
    ['totp/update', { loginId }],
    ['me/consent/impersonation', { expiresInSeconds: 3_600 }],
    ['me/consent/impersonation/withdraw', {}],
    ['me/consent/impersonation/link', { redirectUrl: 'http://localhost/' }],
    ['logoutall', {}],
  ];
  for (const [path, body] of asked) {
    expect(await all.as(refreshJwt, 'POST', path, body), path).toMatchObject(refusal);
  }
  expect((await all.refresh(user.refreshJwt)).status).toBe(200);
});

test('an impersonated user cannot impersonate others', async () => {
  const { makePerson, impersonate, refresh, post } = all;
  const [lead, agent] = [await makePerson({ roles: ['Support'] }), await makePerson({ roles: ['Support'] })];
  const user = await makePerson();
  const { body } = await impersonate(lead.loginId, agent.loginId);
  const { body: tokens } = await refresh(body.jwt);
  // As in an application that reads the impersonator from the token.
  const asked = claimsOf(tokens.sessionJwt).sub;
  expect(await impersonate(asked, user.loginId)).toMatchObject(refusal);
  const stepUp = { impersonatorId: asked, loginId: user.loginId, validateConsent: false };
  expect(await post('impersonate/stepup', stepUp)).toMatchObject(refusal);
  await post('stop/impersonation', { jwt: tokens.refreshJwt });
  expect((await impersonate(agent.loginId, user.loginId)).status).toBe(200);
});

describe('an impersonation', () => {
  test('loads the user, and selects tenants in its own session only', async () => {
    const { user, refreshJwt } = await begin();
    expect((await all.as(refreshJwt, 'GET', 'me')).body.userId).toBe(user.userId);
    const { body } = await all.as(refreshJwt, 'POST', 'tenant/select', { tenant: 'globex' });
    const claims = claimsOf(body.sessionJwt);
    expect(claims.dct).toBe('globex');
    expect(claims.act).toBeDefined();
    expect(claimsOf((await all.refresh(user.refreshJwt)).body.sessionJwt).dct).not.toBe('globex');
  });

  test('logs out only its own session', async () => {
    const { user, refreshJwt } = await begin();
    expect((await all.as(refreshJwt, 'POST', 'logout', {})).status).toBe(200);
    expect((await all.refresh(refreshJwt)).status).toBe(401);
    expect((await all.refresh(user.refreshJwt)).status).toBe(200);
  });

  test('ends when the impersonator signs in and ends all other sessions', async () => {
    const { agent, refreshJwt } = await begin();
    await all.post('auth/signin', { loginId: agent.loginId, revokeOtherSessions: true });
    expect((await all.refresh(refreshJwt)).status).toBe(401);
  });

  test('ends when the user signs out everywhere', async () => {
    const { user, refreshJwt } = await begin();
    await all.as(user.refreshJwt, 'POST', 'logoutall', {});
    expect((await all.refresh(refreshJwt)).status).toBe(401);
  });
});

describe('the audit log', () => {
  test('contains both the impersonator and the user, from start to stop', async () => {
    const { agent, user, refreshJwt } = await begin();
    await all.as(refreshJwt, 'POST', 'logout', {});
    const events = await all.audit({ actorIds: [agent.userId], userIds: [user.userId] });
    expect(events.map(({ action }: { action: string }) => action)).toEqual([
      'ImpersonationStopped',
      'Impersonated',
    ]);
    for (const event of events) {
      expect(event).toMatchObject({ actorType: 'user', actorId: agent.userId, actingAs: user.userId });
      expect(event.externalIds).toEqual([user.loginId]);
    }
    expect(events[1].data.managementKeyId).toMatch(/^K/);
  });

  test('contains both users when a stolen refresh token is used again', async () => {
    const { agent, user, refreshJwt } = await begin();
    await all.refresh(refreshJwt);
    all.latchkey.advance(11_000);
    await all.refresh(refreshJwt);
    const [event] = await all.audit({ actions: ['RefreshReused'], userIds: [user.userId] });
    expect(event).toMatchObject({ actorId: agent.userId, actingAs: user.userId });
  });

  test("has no actingAs for the users' own actions", async () => {
    const user = await all.makePerson();
    await all.as(user.refreshJwt, 'POST', 'logout', {});
    const [event] = await all.audit({ actions: ['Logout'], userIds: [user.userId] });
    expect(event).toMatchObject({ actorId: user.userId, actingAs: '' });
  });
});

test("the user's login history marks an impersonation, for user and administrator", async () => {
  const { agent, user } = await begin();
  const { body } = await all.as(user.refreshJwt, 'GET', 'me/history');
  expect(body).toMatchObject([{ impersonatorId: agent.userId }, { impersonatorId: '' }]);
  expect((await all.post('user/history', [user.userId])).body).toEqual(body);
  const own = await all.post('user/history', [agent.userId]);
  expect(own.body).toMatchObject([{ impersonatorId: '' }]);
});
