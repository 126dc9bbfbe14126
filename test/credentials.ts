import { endpoints } from '../server/groups.ts';
import { totpCode } from './authenticator-app.ts';
import type { Latchkey } from './harness.ts';

export interface Tokens {
  refreshJwt: string;
  sessionJwt: string;
}

/** Signs up a user with an authenticator and signs them in. */
export async function signUpWithTotp(latchkey: Latchkey, loginId: string): Promise<Tokens> {
  const { body: enrolment } = await latchkey.request('POST', '/v1/auth/totp/signup', { body: { loginId } });
  const code = totpCode(enrolment.key, latchkey.service.now());
  const { body, status } = await latchkey.request('POST', '/v1/auth/totp/verify', {
    body: { loginId, code },
  });
  if (status !== 200) throw new Error(`the sign-up of ${loginId} failed: ${body.errorMessage}`);
  return body;
}

/** Returns tokens of `loginId` for `impersonatorId`, after granting the right. */
export async function impersonate(
  latchkey: Latchkey,
  impersonatorId: string,
  loginId: string,
): Promise<Tokens> {
  const post = (path: string, body: object) => latchkey.manage('POST', `/v1/mgmt/${path}`, body);
  await post('role/create', { name: 'Impersonator', permissionNames: ['Impersonate'] });
  await post('user/update/role/add', { loginId: impersonatorId, roleNames: ['Impersonator'] });
  const { body } = await post('impersonate', { impersonatorId, loginId, validateConsent: false });
  const bearer = `${latchkey.projectId}:${body.jwt}`;
  return (await latchkey.request('POST', '/v1/auth/refresh', { bearer, body: {} })).body;
}

/** Creates an access key and returns it in clear text; empty when no endpoint accepts one. */
export async function makeAccessKey(latchkey: Latchkey): Promise<string> {
  if (!endpoints.some(({ auth }) => auth === 'accessKey')) return '';
  const { body } = await latchkey.manage('POST', '/v1/mgmt/accesskey/create', {
    name: 'test',
    expireTime: 0,
  });
  return body.cleartext;
}
