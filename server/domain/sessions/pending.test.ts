import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, type Latchkey, startLatchkey } from '../../../test/harness.ts';
import { secretSentTo } from '../../../test/messages.ts';
import {
  type PendingOperation,
  type PendingUser,
  pendingOperations,
} from '../../../test/pending-operations.ts';
import {
  claimsOf,
  createPasswordUser,
  refresh,
  signInByPassword,
  withToken,
} from '../../../test/signed-in.ts';

/** What was begun before access was revoked is never finished after it. */

let latchkey: Latchkey;
let operations: Map<string, PendingOperation>;
beforeAll(async () => {
  latchkey = await startLatchkey();
  operations = new Map((await pendingOperations(latchkey)).map((operation) => [operation.name, operation]));
});
afterAll(() => latchkey.close());

const ofSession = [
  'an authenticator app',
  'a passkey',
  'a passkey as second factor',
  'the answer of a provider that is to be added',
  'the code of a provider that was added',
  'the session of an enchanted link that was approved as second factor',
  'the session of an enchanted link that changed the address',
  'the page that asks for consent to an impersonation',
];
const ofUser = [
  'the code of a sign-in at a provider',
  'the code of a sign-in at a tenant’s identity provider',
  'an enchanted link that nobody has approved',
  'the session of an enchanted link that was approved',
];

const newPassword = 'seven green bicycles uphill';
const manage = (path: string, body: object) => latchkey.manage('POST', `/v1/mgmt/${path}`, body);
const auth = (path: string, jwt: string, body: object = {}) =>
  withToken(latchkey, 'POST', `/v1/auth/${path}`, jwt, body);
const sessionOf = (jwt: string): string => claimsOf(jwt).sid;

async function person(): Promise<PendingUser> {
  const email = `person-${randomUUID()}@pending.example`;
  const user = await createPasswordUser(latchkey, { loginId: email, email, verifiedEmail: true });
  const { body } = await signInByPassword(latchkey, { ...user, loginId: email });
  return { ...user, loginId: email, email, refreshJwt: body.refreshJwt };
}

/** The true owner, on another device. */
const signInAgain = async (user: PendingUser) => (await signInByPassword(latchkey, user)).body.refreshJwt;

type Revocation = (user: PendingUser) => Promise<unknown>;

/** Every way in which one session ends. */
const endings: Record<string, Revocation> = {
  'its logout': ({ refreshJwt }) => auth('logout', refreshJwt),
  'another device of the user': async (user) =>
    auth('me/sessions/revoke', await signInAgain(user), { sessionIds: [sessionOf(user.refreshJwt)] }),
  'an administrator who ends the session': ({ refreshJwt }) =>
    manage('user/sessions/revoke', { sessionIds: [sessionOf(refreshJwt)] }),
  'a refresh token that comes back': async ({ refreshJwt }) => {
    await refresh(latchkey, refreshJwt);
    latchkey.advance(10_001);
    await refresh(latchkey, refreshJwt);
  },
  'its lifetime': async ({ refreshJwt }) => {
    await manage('jwt/update', { jwt: refreshJwt, refreshDuration: 1 });
    latchkey.advance(1_001);
  },
};

/** Every way in which all access of a user is revoked. */
const revocations: Record<string, Revocation> = {
  'logout everywhere': async (user) => auth('logoutall', await signInAgain(user)),
  'logout by an administrator': ({ loginId }) => manage('user/logout', { loginId }),
  'disabling and enabling the user': async ({ loginId }) => {
    await manage('user/update/status', { loginId, status: 'disabled' });
    await manage('user/update/status', { loginId, status: 'enabled' });
  },
  'deleting the user': ({ loginId }) => manage('user/delete', { loginId }),
  'a sign-in that ends the other sessions': (user) =>
    signInByPassword(latchkey, user, { revokeOtherSessions: true }),
  'a password change that ends the other sessions': async (user) =>
    auth('password/update', await signInAgain(user), {
      loginId: user.loginId,
      newPassword,
      revokeOtherSessions: true,
    }),
  'a replaced password that ends the other sessions': ({ loginId, password: oldPassword }) =>
    latchkey.request('POST', '/v1/auth/password/replace', {
      body: { loginId, oldPassword, newPassword, revokeOtherSessions: true },
    }),
  'a password reset': async ({ loginId, email }) => {
    await latchkey.request('POST', '/v1/auth/password/reset', {
      body: { loginId },
    });
    const token = await secretSentTo(latchkey, email);
    const { body } = await latchkey.request('POST', '/v1/auth/magiclink/verify', { body: { token } });
    await auth('password/update', body.refreshJwt, { loginId, newPassword });
  },
};

/** Without ending sessions. */
const passwordChanges: Record<string, (user: PendingUser) => Promise<Answer>> = {
  update: ({ loginId, refreshJwt }) => auth('password/update', refreshJwt, { loginId, newPassword }),
  replace: ({ loginId, password: oldPassword }) =>
    latchkey.request('POST', '/v1/auth/password/replace', { body: { loginId, oldPassword, newPassword } }),
  'set/active': ({ loginId }) => manage('user/password/set/active', { loginId, password: newPassword }),
  'set/temporary': ({ loginId }) => manage('user/password/set/temporary', { loginId, password: newPassword }),
};

async function begin(name: string, user: PendingUser) {
  const operation = operations.get(name);
  if (!operation) throw new Error(`no operation is called ${name}`);
  return operation.begin(user);
}

test('all operations are tried', () => {
  expect([...operations.keys()].sort()).toEqual([...ofSession, ...ofUser].sort());
});

describe.each([...ofSession, ...ofUser])('%s', (name) => {
  test('is finished when nothing was revoked', async () => {
    const finish = await begin(name, await person());
    expect((await finish()).status).toBe(200);
  });

  test.each(Object.entries(revocations))('does not survive %s', async (_revocation, revoke) => {
    const user = await person();
    const finish = await begin(name, user);
    const answer = await revoke(user);
    if (answer) expect(answer).toMatchObject({ status: 200 });
    const { status, body } = await finish();
    expect([status, body.sessionJwt]).toEqual([401, undefined]);
  });
});

describe.each(ofSession)('%s', (name) => {
  test.each(Object.entries(endings))('does not survive the end of its session by %s', async (_how, end) => {
    const user = await person();
    const finish = await begin(name, user);
    const answer = await end(user);
    if (answer) expect(answer).toMatchObject({ status: 200 });
    const { status, body } = await finish();
    expect([status, body.sessionJwt]).toEqual([401, undefined]);
  });
});

test('a tenant that shortens the lifetime of sessions ends what was begun in them', async () => {
  const tenantId = 'hurried';
  await manage('tenant/create', { id: tenantId, name: tenantId });
  const user = await person();
  await manage('user/update/tenant/add', { loginId: user.loginId, tenantId });
  const finishers = await Promise.all(ofSession.slice(0, 3).map((name) => begin(name, user)));
  await manage('tenant/settings', {
    ...{ tenantId, enabled: true, enableInactivity: true },
    ...{ inactivityTime: 1, inactivityTimeUnit: 'minutes' },
  });
  latchkey.advance(61_000);
  for (const finish of finishers) expect((await finish()).status).toBe(401);
});

describe.each(ofUser)('%s', (name) => {
  test.each(['its logout', 'an administrator who ends the session'])(
    'belongs to no session, so that it survives the end of one by %s',
    async (how) => {
      const user = await person();
      const finish = await begin(name, user);
      await endings[how]?.(user);
      expect((await finish()).status).toBe(200);
    },
  );

  test.each(['update', 'replace', 'set/active', 'set/temporary'])(
    'does not survive another password (%s), although sessions do',
    async (how) => {
      const user = await person();
      const finish = await begin(name, user);
      expect((await passwordChanges[how]?.(user))?.status).toBe(200);
      expect((await finish()).status).toBe(401);
      expect((await refresh(latchkey, user.refreshJwt)).status).toBe(200);
    },
  );

  test('survives what was revoked before it was begun', async () => {
    const user = await person();
    await revocations['logout by an administrator']?.(user);
    const finish = await begin(name, user);
    expect((await finish()).status).toBe(200);
  });
});

describe('a finish and a revocation at the same time, on two instances', () => {
  let other: Latchkey;
  beforeAll(async () => {
    other = await latchkey.startAnother();
  });
  afterAll(() => other.close());

  test.each([...ofUser, 'an authenticator app', 'a passkey as second factor'])(
    'leave no session: %s',
    async (name) => {
      const users = await Promise.all(Array.from({ length: 4 }, person));
      for (const user of users) {
        const finish = await begin(name, user);
        const [finished, revoked] = await Promise.all([
          finish(),
          other.manage('POST', '/v1/mgmt/user/logout', { loginId: user.loginId }),
        ]);
        expect(revoked.status).toBe(200);
        expect([200, 401]).toContain(finished.status);
        if (finished.status === 401) continue;
        expect((await refresh(latchkey, finished.body.refreshJwt)).status).toBe(401);
      }
    },
  );
});
