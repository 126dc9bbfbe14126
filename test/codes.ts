import type { Answer, Latchkey } from './harness.ts';
import { codeSentTo } from './messages.ts';

type Channel = 'email' | 'sms';

let people = 0;

/** Returns an unused address. */
export function newEmail(): string {
  people += 1;
  return `person${people}@otp.example`;
}

export function newPhone(): string {
  people += 1;
  return `+1202555${String(people).padStart(4, '0')}`;
}

/** The calls of users with codes. `bearer`: the refresh JWT after the project ID. */
export function codesOf(latchkey: Latchkey) {
  const begin = (
    way: 'signup' | 'signin' | 'signup-in',
    channel: Channel,
    body: object,
    refreshJwt?: string,
  ): Promise<Answer> =>
    latchkey.request('POST', `/v1/auth/otp/${way}/${channel}`, {
      bearer: [latchkey.projectId, refreshJwt].filter(Boolean).join(':'),
      body,
    });

  const verify = (channel: Channel, loginId: string, code: unknown, on = latchkey): Promise<Answer> =>
    on.request('POST', `/v1/auth/otp/verify/${channel}`, { body: { loginId, code } });

  /** Signs in a user with a proven address. */
  const register = async (email = newEmail()): Promise<Answer['body']> => {
    await begin('signup', 'email', { loginId: email });
    const { body } = await verify('email', email, await codeSentTo(latchkey, email));
    return { ...body, email };
  };

  const load = async (loginId: string): Promise<Answer['body']> =>
    (await latchkey.manage('GET', `/v1/mgmt/user?loginId=${encodeURIComponent(loginId)}`)).body.user;

  const create = async (fields: object): Promise<Answer['body']> =>
    (await latchkey.manage('POST', '/v1/mgmt/user/create', fields)).body.user;

  return { begin, verify, register, load, create };
}
