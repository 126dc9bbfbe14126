import { randomUUID } from 'node:crypto';
import { totpCode } from './authenticator-app.ts';
import type { Answer, Latchkey } from './harness.ts';

export interface PasswordUser {
  loginId: string;
  userId: string;
  password: string;
}

/** Creates a user who can sign in by password. */
export async function createPasswordUser(
  latchkey: Latchkey,
  fields: Record<string, unknown> = {},
): Promise<PasswordUser> {
  const loginId = `user-${randomUUID()}@example.com`;
  const password = `Correct-${randomUUID()}`;
  const { status, body } = await latchkey.manage('POST', '/v1/mgmt/user/create', {
    loginId,
    password,
    ...fields,
  });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return { loginId, userId: body.user.userId, password };
}

/** `refreshJwt`: the session that the sign-in adds to. */
export function signInByPassword(
  latchkey: Latchkey,
  { loginId, password }: Pick<PasswordUser, 'loginId' | 'password'>,
  loginOptions?: Record<string, unknown>,
  refreshJwt?: string,
): Promise<Answer> {
  return latchkey.request('POST', '/v1/auth/password/signin', {
    bearer: [latchkey.projectId, refreshJwt].filter(Boolean).join(':'),
    body: { loginId, password, ...(loginOptions && { loginOptions }) },
  });
}

export function withToken(
  latchkey: Latchkey,
  method: string,
  path: string,
  token: string,
  body?: unknown,
): Promise<Answer> {
  return latchkey.request(method, path, { bearer: `${latchkey.projectId}:${token}`, body });
}

export function refresh(latchkey: Latchkey, token: string): Promise<Answer> {
  return withToken(latchkey, 'POST', '/v1/auth/refresh', token, {});
}

// biome-ignore lint/suspicious/noExplicitAny: claims are compared, not computed with.
export function claimsOf(jwt: string): any {
  return JSON.parse(Buffer.from(jwt.split('.')[1] as string, 'base64url').toString());
}

/**
 * Adds an authenticator to the user of a session, and returns a function for its codes, each for a new time
 * step.
 */
export async function enrolTotp(
  latchkey: Latchkey,
  { loginId }: { loginId: string },
  refreshJwt: string,
): Promise<() => string> {
  const { body } = await withToken(latchkey, 'POST', '/v1/auth/totp/update', refreshJwt, { loginId });
  const code = () => {
    latchkey.advance(30_000);
    return totpCode(body.key, latchkey.service.now());
  };
  const verified = await latchkey.request('POST', '/v1/auth/totp/verify', {
    body: { loginId, code: code() },
  });
  if (verified.status !== 200) throw new Error(JSON.stringify(verified.body));
  return code;
}

export function verifyTotp(
  latchkey: Latchkey,
  input: { loginId: string; code: string; loginOptions?: Record<string, unknown> },
  refreshJwt?: string,
): Promise<Answer> {
  return latchkey.request('POST', '/v1/auth/totp/verify', {
    bearer: [latchkey.projectId, refreshJwt].filter(Boolean).join(':'),
    body: input,
  });
}
