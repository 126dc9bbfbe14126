import { randomUUID } from 'node:crypto';
import type { Answer, Latchkey } from './harness.ts';
import { secretSentTo } from './messages.ts';
import type { PendingUser } from './pending-operations.ts';
import { claimsOf, createPasswordUser, refresh, signInByPassword, withToken } from './signed-in.ts';

/** Revokes, and fails when that is refused. */
export type Revocation = (user: PendingUser) => Promise<unknown>;

const newPassword = 'seven green bicycles uphill';

/** The ways in which a user's access, or part of it, ends. */
export function revocationsOf(latchkey: Latchkey) {
  const manage = async (path: string, body: object) =>
    accepted(await latchkey.manage('POST', `/v1/mgmt/${path}`, body));
  const auth = async (path: string, jwt: string, body: object = {}) =>
    accepted(await withToken(latchkey, 'POST', `/v1/auth/${path}`, jwt, body));
  const post = async (path: string, body: object) =>
    accepted(await latchkey.request('POST', `/v1/auth/${path}`, { body }));
  /** Signs in the true owner on another device. A password would cost a hash each time. */
  const signInAgain = async ({ loginId }: PendingUser): Promise<string> =>
    (await manage('auth/signin', { loginId })).refreshJwt;
  const sessionOf = (jwt: string): string => claimsOf(jwt).sid;

  const ofOneSession: Record<string, Revocation> = {
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
    'a tenant that shortens the lifetime': async ({ loginId }) => {
      const tenantId = `hurried-${randomUUID()}`;
      await manage('tenant/create', { id: tenantId, name: tenantId });
      await manage('user/update/tenant/add', { loginId, tenantId });
      await manage('tenant/settings', {
        tenantId,
        enabled: true,
        enableInactivity: true,
        inactivityTime: 1,
        inactivityTimeUnit: 'minutes',
      });
      latchkey.advance(60_001);
    },
  };

  const ofAllSessions: Record<string, Revocation> = {
    'logout everywhere': async (user) => auth('logoutall', await signInAgain(user)),
    'logout by an administrator': ({ loginId }) => manage('user/logout', { loginId }),
    'a sign-in that ends the other sessions': async (user) =>
      accepted(await signInByPassword(latchkey, user, { revokeOtherSessions: true })),
    'a password change that ends the other sessions': async (user) =>
      auth('password/update', await signInAgain(user), {
        loginId: user.loginId,
        newPassword,
        revokeOtherSessions: true,
      }),
    'a replaced password that ends the other sessions': ({ loginId, password: oldPassword }) =>
      post('password/replace', { loginId, oldPassword, newPassword, revokeOtherSessions: true }),
  };

  const ofTheUser: Record<string, Revocation> = {
    'disabling and enabling the user': async ({ loginId }) => {
      await manage('user/update/status', { loginId, status: 'disabled' });
      await manage('user/update/status', { loginId, status: 'enabled' });
    },
    'deleting the user': ({ loginId }) => manage('user/delete', { loginId }),
  };

  const byReset: Record<string, Revocation> = {
    'a password reset': async ({ loginId, email }) => {
      await post('password/reset', { loginId });
      const { refreshJwt } = await post('magiclink/verify', { token: await secretSentTo(latchkey, email) });
      await auth('password/update', refreshJwt, { loginId, newPassword });
    },
  };

  const byPassword: Record<string, Revocation> = {
    'a changed password': ({ loginId, refreshJwt }) =>
      auth('password/update', refreshJwt, { loginId, newPassword }),
    'a replaced password': ({ loginId, password: oldPassword }) =>
      post('password/replace', { loginId, oldPassword, newPassword }),
    'an active password by an administrator': ({ loginId }) =>
      manage('user/password/set/active', { loginId, password: newPassword }),
    'a temporary password by an administrator': ({ loginId }) =>
      manage('user/password/set/temporary', { loginId, password: newPassword }),
  };

  return { ofOneSession, ofAllSessions, ofTheUser, byReset, byPassword };
}

// biome-ignore lint/suspicious/noExplicitAny: responses are compared, not computed with.
function accepted({ status, body }: Answer): any {
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body;
}

/** Creates a signed-in user with a proven address. Only users who need a password cost a hash. */
export async function pendingUser(
  latchkey: Latchkey,
  { withPassword = false, ...fields }: { withPassword?: boolean; test?: boolean } = {},
): Promise<PendingUser> {
  const email = `person-${randomUUID()}@pending.example`;
  const who = { loginId: email, email, verifiedEmail: true, ...fields };
  const password = withPassword ? (await createPasswordUser(latchkey, who)).password : '';
  if (!withPassword) accepted(await latchkey.manage('POST', '/v1/mgmt/user/create', who));
  const signedIn = accepted(await latchkey.manage('POST', '/v1/mgmt/auth/signin', { loginId: email }));
  const { refreshJwt, user } = signedIn;
  return { loginId: email, email, password, userId: user.userId, refreshJwt };
}

/** Reports whether a revocation removes the user's password. */
export function takesPassword(name: string): boolean {
  return /password|sign-in that ends/.test(name);
}
