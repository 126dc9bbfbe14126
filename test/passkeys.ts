import type { Authenticator, Deviation } from './counterparts/authenticator.ts';
import { pageOrigin } from './counterparts/authenticator.ts';
import type { Answer, Latchkey } from './harness.ts';
import { withToken } from './signed-in.ts';

/** The calls of a page with passkeys, through a software authenticator. */
export function passkeysOf(latchkey: Latchkey) {
  const post = (path: string, body: object, refreshJwt?: string): Promise<Answer> =>
    refreshJwt
      ? withToken(latchkey, 'POST', `/v1/auth/webauthn/${path}`, refreshJwt, body)
      : latchkey.request('POST', `/v1/auth/webauthn/${path}`, { body });

  /** Starts a ceremony, which must succeed, and returns its response. */
  async function start(path: string, body: object, refreshJwt?: string) {
    const answer = await post(`${path}/start`, { origin: pageOrigin, ...body }, refreshJwt);
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    return answer.body as { transactionId: string; options: string; create: boolean };
  }

  const finish = (
    path: string,
    transactionId: string,
    response: string,
    refreshJwt?: string,
  ): Promise<Answer> => post(`${path}/finish`, { transactionId, response }, refreshJwt);

  return {
    post,
    start,
    finish,
    async signUp(authenticator: Authenticator, loginId: string, deviation?: Deviation): Promise<Answer> {
      const { transactionId, options } = await start('signup', { loginId, user: { name: 'Ada' } });
      return finish('signup', transactionId, authenticator.create(options, deviation));
    },
    async signIn(
      authenticator: Authenticator,
      loginId: string,
      deviation?: Deviation & { at?: number },
    ): Promise<Answer> {
      const { transactionId, options } = await start('signin', { loginId });
      return finish('signin', transactionId, authenticator.get(options, deviation));
    },
    async add(
      authenticator: Authenticator,
      loginId: string,
      refreshJwt: string,
      deviation?: Deviation,
    ): Promise<Answer> {
      const { transactionId, options } = await start('update', { loginId }, refreshJwt);
      return finish('update', transactionId, authenticator.create(options, deviation));
    },
  };
}
