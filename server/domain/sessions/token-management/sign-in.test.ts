import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import { createPasswordUser, refresh, signInByPassword } from '../../../../test/signed-in.ts';

let latchkey: Latchkey;
beforeAll(async () => {
  latchkey = await startLatchkey();
});
afterAll(() => latchkey.close());

const post = (name: string, body: unknown) => latchkey.manage('POST', `/v1/mgmt/auth/${name}`, body);

describe('a management sign-in', () => {
  test('starts a session of the user whose tokens mark it as started by a back end', async () => {
    const { loginId, userId } = await createPasswordUser(latchkey);
    const { status, body } = await post('signin', { loginId, customClaims: { plan: 'pro' } });
    expect(status).toBe(200);
    expect(body).toMatchObject({ firstSeen: false, user: { userId, status: 'enabled' } });
    expect(body.claims).toMatchObject({ sub: userId, drn: 'DS', amr: ['mgmt'], plan: 'pro' });
    const refreshed = await refresh(latchkey, body.refreshJwt);
    expect(refreshed.body.claims).toMatchObject({ sub: userId, plan: 'pro' });
    expect((await post('signin', { loginId: userId })).status).toBe(200);
  });

  test('is refused for unknown and disabled users', async () => {
    expect((await post('signin', { loginId: 'nobody@example.com' })).body.errorCode).toBe('E112102');
    const { loginId } = await createPasswordUser(latchkey, { status: 'disabled' });
    expect((await post('signin', { loginId })).body.errorCode).toBe('E062109');
  });

  test('lives no longer than requested and than the project allows', async () => {
    const { loginId } = await createPasswordUser(latchkey);
    const short = await post('signin', { loginId, refreshDuration: 120 });
    expect(short.body.cookieMaxAge).toBeLessThanOrEqual(120);
    const long = await post('signin', { loginId, refreshDuration: 10 * 365 * 86_400 });
    expect(long.body.cookieMaxAge).toBeLessThanOrEqual(14 * 86_400);
  });

  test('continues the session of a refresh JWT for step-up and MFA, and requires one', async () => {
    const user = await createPasswordUser(latchkey);
    const { body: before } = await signInByPassword(latchkey, user);
    const { loginId } = user;
    expect((await post('signin', { loginId, mfa: true })).body.errorCode).toBe('E011002');
    const { body } = await post('signin', { loginId, mfa: true, stepup: true, jwt: before.refreshJwt });
    expect(body.claims).toMatchObject({ amr: ['pwd', 'mgmt', 'mfa'], su: true });
    expect((await refresh(latchkey, before.refreshJwt)).body.errorCode).toBe('E064001');
  });

  test("with another user's refresh JWT is refused and ends no session", async () => {
    const [one, two] = [await createPasswordUser(latchkey), await createPasswordUser(latchkey)];
    const { body: before } = await signInByPassword(latchkey, one);
    const answer = await post('signin', { loginId: two.loginId, stepup: true, jwt: before.refreshJwt });
    expect(answer.body.errorCode).toBe('E064002');
    expect((await refresh(latchkey, before.refreshJwt)).status).toBe(200);
  });

  test('ends the other sessions if requested', async () => {
    const user = await createPasswordUser(latchkey);
    const { body: before } = await signInByPassword(latchkey, user);
    await post('signin', { loginId: user.loginId, revokeOtherSessions: true });
    expect((await refresh(latchkey, before.refreshJwt)).body.errorCode).toBe('E064001');
  });
});

describe('a management sign-up', () => {
  test('creates the user and signs in, with unproven addresses unless they are declared verified', async () => {
    const email = 'new@signup.example';
    const { body } = await post('signup', { loginId: email, user: { name: 'New', phone: '+12025550123' } });
    expect(body).toMatchObject({ firstSeen: true, user: { email, name: 'New', verifiedEmail: false } });
    const flagged = await post('signup', { loginId: 'b@signup.example', emailVerified: true });
    expect(flagged.body.user.verifiedEmail).toBe(true);
    const inside = await post('signup', {
      loginId: 'c@signup.example',
      user: { phone: '+12025550123', verifiedEmail: true, emailVerified: null, phoneVerified: true },
    });
    expect(inside.body.user).toMatchObject({ verifiedEmail: true, verifiedPhone: true });
  });

  test('with a login ID in use is refused and changes nothing', async () => {
    const { loginId, userId } = await createPasswordUser(latchkey, { displayName: 'Before' });
    const answer = await post('signup', { loginId, user: { name: 'After' } });
    expect([answer.status, answer.body.errorCode]).toEqual([400, 'E062107']);
    const { body } = await post('signup-in', { loginId, user: { name: 'After' } });
    expect(body).toMatchObject({ firstSeen: false, user: { userId, name: 'Before' } });
  });

  test('that falls back to a sign-in creates one user for concurrent requests', {
    tags: 'race',
  }, async () => {
    const loginId = 'race@signup.example';
    const other = await latchkey.startAnother();
    const ask = (one: Latchkey) => one.manage('POST', '/v1/mgmt/auth/signup-in', { loginId });
    const answers = await Promise.all([0, 1, 2, 3, 4, 5].map((i) => ask(i % 2 ? latchkey : other)));
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(answers.filter(({ body }) => body.firstSeen)).toHaveLength(1);
    expect(new Set(answers.map(({ body }) => body.user.userId)).size).toBe(1);
    await other.close();
  });
});

test('the public SDK signs in and up, and validates the tokens', async () => {
  const sdk = latchkey.sdk();
  const { jwt } = sdk.management;
  const up = await jwt.signUp('sdk@signup.example', { name: 'Sdk', verifiedEmail: true } as never, {
    customClaims: { plan: 'pro' },
  });
  expect(up.data).toMatchObject({ firstSeen: true, user: { name: 'Sdk', verifiedEmail: true } });
  const inAgain = await jwt.signIn('sdk@signup.example', { customClaims: { plan: 'max' } });
  const session = await sdk.validateSession(inAgain.data?.sessionJwt as string);
  expect(session.token).toMatchObject({ sub: up.data?.user?.userId, plan: 'max' });
  const either = await jwt.signUpOrIn('sdk@signup.example');
  expect(either.data?.firstSeen).toBe(false);
});
