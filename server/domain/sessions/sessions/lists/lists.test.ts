import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../../../../../client/client.ts';
import { effects } from '../../../../../test/effects/effects.ts';
import { type Latchkey, startLatchkey } from '../../../../../test/harness.ts';
import { createPasswordUser, refresh, signInByPassword, withToken } from '../../../../../test/signed-in.ts';
import { maxListed } from './list-sessions.ts';

let latchkey: Latchkey;
beforeAll(async () => {
  latchkey = await startLatchkey();
  latchkey.stopClock();
});
afterAll(() => latchkey.close());

const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148';

async function signInFrom(user: { loginId: string; password: string }, headers: Record<string, string> = {}) {
  const { loginId, password } = user;
  const { body } = await latchkey.request('POST', '/v1/auth/password/signin', {
    body: { loginId, password },
    headers,
  });
  return { refreshJwt: body.refreshJwt as string, sid: body.claims.sid as string };
}

const mine = async (token: string) =>
  (await withToken(latchkey, 'GET', '/v1/auth/me/sessions', token)).body.sessions;
const listed = async (identifier: string) =>
  (await latchkey.manage('POST', '/v1/mgmt/user/sessions', { identifier })).body.sessions;
const idsOf = (sessions: { id: string }[]) => sessions.map(({ id }) => id);

describe('the list of sessions', () => {
  test('contains details by which users recognize each, last used first', async () => {
    const user = await createPasswordUser(latchkey);
    const first = await signInFrom(user, { 'user-agent': phone });
    latchkey.advance(60_000);
    const second = await signInFrom(user, { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64)' });
    const sessions = await mine(first.refreshJwt);
    expect(idsOf(sessions)).toEqual([second.sid, first.sid]);
    expect(sessions[1]).toMatchObject({
      deviceType: 'Mobile',
      deviceName: 'iPhone',
      userAgent: phone,
      ip: '127.0.0.1',
      country: '',
      city: '',
      amr: ['pwd'],
      selectedTenant: '',
      impersonatorId: '',
      current: true,
    });
    expect(sessions[0]).toMatchObject({ deviceType: 'Desktop', current: false });
    const now = Math.floor(latchkey.service.now() / 1000);
    expect(Math.abs(now - 60 - sessions[1].createdTime)).toBeLessThan(5);
    expect(sessions[1].expirationTime - sessions[1].lastUsedTime).toBe(14 * 86_400);
  });

  test('contains the last refresh, and sorts the refreshed session first', async () => {
    const user = await createPasswordUser(latchkey);
    const first = await signInFrom(user);
    const second = await signInFrom(user);
    latchkey.advance(3_600_000);
    await refresh(latchkey, first.refreshJwt);
    const sessions = await listed(user.loginId);
    expect(idsOf(sessions)).toEqual([first.sid, second.sid]);
    expect(sessions[0].lastUsedTime - sessions[0].createdTime).toBeGreaterThanOrEqual(3_600);
    expect(sessions[0].current).toBeUndefined();
    expect(await listed(user.userId)).toEqual(sessions);
  });

  test('excludes sessions that can no longer be refreshed', async () => {
    const user = await createPasswordUser(latchkey);
    await signInFrom(user);
    latchkey.advance(14 * 86_400_000 + 1_000);
    expect(await listed(user.loginId)).toEqual([]);
  });

  test('takes no location from a header that a caller sets', async () => {
    const user = await createPasswordUser(latchkey);
    const { refreshJwt } = await signInFrom(user, {
      'cf-ipcountry': 'NO',
      'x-vercel-ip-city': 'Oslo',
      'x-forwarded-for': '203.0.113.9',
    });
    expect((await mine(refreshJwt))[0]).toMatchObject({ country: '', city: '', ip: '127.0.0.1' });
  });

  test('has a maximum length', async () => {
    const user = await createPasswordUser(latchkey);
    const { loginId } = user;
    for (let i = 0; i < maxListed + 2; i++) {
      await latchkey.manage('POST', '/v1/mgmt/auth/signin', { loginId });
    }
    expect(await listed(loginId)).toHaveLength(maxListed);
  });

  test('of an unknown user is an error', async () => {
    const answer = await latchkey.manage('POST', '/v1/mgmt/user/sessions', { identifier: 'nobody' });
    expect([answer.status, answer.body.errorCode]).toEqual([404, 'E112102']);
  });
});

describe('revoking a session', () => {
  test('ends only this session, at once, on every instance', async () => {
    const user = await createPasswordUser(latchkey);
    const [kept, lost] = [await signInFrom(user), await signInFrom(user)];
    const { body } = await withToken(latchkey, 'POST', '/v1/auth/me/sessions/revoke', kept.refreshJwt, {
      sessionIds: [lost.sid, lost.sid, 'S-unknown'],
    });
    expect(body).toEqual({ revoked: 1 });
    const other = await latchkey.startAnother();
    expect((await refresh(other, lost.refreshJwt)).body.errorCode).toBe('E064001');
    await other.close();
    expect(idsOf(await mine(kept.refreshJwt))).toEqual([kept.sid]);
  });

  test('can end the calling session', async () => {
    const user = await createPasswordUser(latchkey);
    const { refreshJwt, sid } = await signInFrom(user);
    const path = '/v1/auth/me/sessions/revoke';
    expect((await withToken(latchkey, 'POST', path, refreshJwt, { sessionIds: [sid] })).body.revoked).toBe(1);
    expect((await refresh(latchkey, refreshJwt)).status).toBe(401);
  });

  test("ends no other user's session, and reveals nothing about it", async () => {
    const [one, two] = [await createPasswordUser(latchkey), await createPasswordUser(latchkey)];
    const [asking, victim] = [await signInFrom(one), await signInFrom(two)];
    const { status, body } = await withToken(
      latchkey,
      'POST',
      '/v1/auth/me/sessions/revoke',
      asking.refreshJwt,
      { sessionIds: [victim.sid] },
    );
    expect([status, body]).toEqual([200, { revoked: 0 }]);
    expect((await refresh(latchkey, victim.refreshJwt)).status).toBe(200);
  });

  test('by an administrator works for any users of the project, and is recorded in the audit log', async () => {
    const [one, two] = [await createPasswordUser(latchkey), await createPasswordUser(latchkey)];
    const [first, second] = [await signInFrom(one), await signInFrom(two)];
    const other = await latchkey.addProject();
    const path = '/v1/mgmt/user/sessions/revoke';
    const sessionIds = [first.sid, second.sid];
    const elsewhere = await latchkey.request('POST', path, {
      bearer: `${other.projectId}:${other.managementKey}`,
      body: { sessionIds },
    });
    expect(elsewhere.body).toEqual({ revoked: 0 });
    const revoked = await effects(latchkey, () => latchkey.manage('POST', path, { sessionIds })).toBe({
      audit: [one, two].map(({ userId }) => ({
        action: 'Logout',
        userId,
        actorType: 'managementKey' as const,
      })),
      rows: ['-2 sessions', '+2 endedSessions'],
    });
    expect(revoked.body).toEqual({ revoked: 2 });
    expect((await refresh(latchkey, first.refreshJwt)).status).toBe(401);
  });
});

test('our client lists and ends sessions of a user', async () => {
  const user = await createPasswordUser(latchkey);
  const { sid, refreshJwt } = await signInFrom(user);
  const { projectId, managementKey, baseUrl } = latchkey;
  const client = createClient({ projectId, managementKey, baseUrl });
  const listed = await client.management.user.listSessions(user.loginId);
  expect(listed.ok && idsOf(listed.data)).toEqual([sid]);
  const own = await client.mySessions(refreshJwt);
  expect(own.ok && own.data[0]?.current).toBe(true);
  const revoked = await client.management.user.revokeSessions([sid]);
  expect(revoked.ok && revoked.data.revoked).toBe(1);
  expect(await client.history(refreshJwt)).toMatchObject({ ok: false, code: 401 });
});

describe('the history of sign-ins', () => {
  test("lists the user's sign-ins, newest first, as administrators see them", async () => {
    const user = await createPasswordUser(latchkey);
    await signInFrom(user);
    latchkey.advance(60_000);
    const { refreshJwt } = await signInFrom(user);
    const { body } = await withToken(latchkey, 'GET', '/v1/auth/me/history', refreshJwt);
    expect(body).toHaveLength(2);
    expect(body[0]).toMatchObject({ method: 'password', deviceType: 'Bot' });
    expect(body[0]).toMatchObject({ userId: user.userId, ip: '127.0.0.1', city: '', country: '' });
    expect(body[0].loginTime - body[1].loginTime).toBeGreaterThanOrEqual(60);
    const managed = await latchkey.manage('POST', '/v1/mgmt/user/history', [user.userId]);
    expect(managed.body).toEqual(body);
  });

  test('is available through the public SDK', async () => {
    const user = await createPasswordUser(latchkey);
    const { body } = await signInByPassword(latchkey, user);
    const { data } = await latchkey.sdk().history(body.refreshJwt);
    expect(data).toMatchObject([{ userId: user.userId }]);
  });
});
