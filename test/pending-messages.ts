import { newPhone } from './codes.ts';
import type { Answer, Latchkey } from './harness.ts';
import { codeSentTo, newestMessageTo, secretOf, secretSentTo } from './messages.ts';
import type { PendingUser } from './pending-operations.ts';

/**
 * Begins an operation and returns the function that finishes it. `by`: the credentials after the project ID in
 * the bearer.
 */
type Begin = (user: PendingUser) => Promise<(by?: string) => Promise<Answer>>;

/** Codes and links that are requested in one call and used in another. */
export function pendingMessages(latchkey: Latchkey) {
  const bearerOf = (by?: string) => [latchkey.projectId, by].filter(Boolean).join(':');
  const post = (path: string, body: object, by?: string) =>
    latchkey.request('POST', `/v1/auth/${path}`, { body, bearer: bearerOf(by) });
  const accepted = async (answering: Promise<Answer>): Promise<Answer['body']> => {
    const { status, body } = await answering;
    if (status !== 200) throw new Error(JSON.stringify(body));
    return body;
  };
  const ask = (path: string, body: object, by?: string) => accepted(post(path, body, by));
  const manage = (path: string, body: object) => accepted(latchkey.manage('POST', `/v1/mgmt/${path}`, body));

  const byCode = (channel: 'email' | 'sms', loginId: string, code: string) => (by?: string) =>
    post(`otp/verify/${channel}`, { loginId, code }, by);
  const byLink = (token: string) => (by?: string) => post('magiclink/verify', { token }, by);
  const byEnchantedLink = (token: string, pendingRef: string) => async (by?: string) => {
    const confirmed = await post('enchantedlink/verify', { token }, by);
    return confirmed.status === 200 ? post('enchantedlink/pending-session', { pendingRef }) : confirmed;
  };
  const enchantedTo = async (to: string, { pendingRef, linkId }: Answer['body']) => {
    const { text, links } = await newestMessageTo(latchkey, to);
    const numbers = [...new Set<string>(text.match(/(?<![\w&=?-])\d\d(?![\w&=?-])/g))];
    return byEnchantedLink(secretOf(links[numbers.indexOf(linkId)]), pendingRef);
  };
  const phoneOf = async ({ loginId }: PendingUser) => {
    const phone = newPhone();
    await manage('user/update/phone', { loginId, phone, verified: true });
    return phone;
  };

  /** For an address that is not proven yet. */
  const changes: Record<string, Begin> = {
    'a code for another email address': async ({ loginId, refreshJwt }) => {
      const email = `new-${loginId}`;
      await ask('otp/update/email', { loginId, email }, refreshJwt);
      return byCode('email', loginId, await codeSentTo(latchkey, email));
    },
    'a code for another phone number': async ({ loginId, refreshJwt }) => {
      const phone = newPhone();
      await ask('otp/update/phone/sms', { loginId, phone }, refreshJwt);
      return byCode('sms', loginId, await codeSentTo(latchkey, phone));
    },
    'a code for another email address, with mfa': async ({ loginId, refreshJwt }) => {
      const email = `new-${loginId}`;
      await ask('otp/update/email', { loginId, email, mfa: true }, refreshJwt);
      return byCode('email', loginId, await codeSentTo(latchkey, email));
    },
    'a link for another email address': async ({ loginId, refreshJwt }) => {
      const email = `new-${loginId}`;
      await ask('magiclink/update/email', { loginId, email }, refreshJwt);
      return byLink(await secretSentTo(latchkey, email));
    },
    'a link for another phone number': async ({ loginId, refreshJwt }) => {
      const phone = newPhone();
      await ask('magiclink/update/phone/sms', { loginId, phone }, refreshJwt);
      return byLink(await secretSentTo(latchkey, phone));
    },
    'an enchanted link for another email address': async ({ loginId, refreshJwt }) => {
      const email = `new-${loginId}`;
      return enchantedTo(email, await ask('enchantedlink/update/email', { loginId, email }, refreshJwt));
    },
  };

  /** To an address that is already proven. */
  const factors: Record<string, Begin> = {
    'a code as second factor': async ({ loginId, email, refreshJwt }) => {
      await ask('otp/signin/email', { loginId, loginOptions: { mfa: true } }, refreshJwt);
      return byCode('email', loginId, await codeSentTo(latchkey, email));
    },
    'a code by SMS that steps up': async (user) => {
      const phone = await phoneOf(user);
      const { loginId, refreshJwt } = user;
      await ask('otp/signin/sms', { loginId, loginOptions: { stepup: true } }, refreshJwt);
      return byCode('sms', loginId, await codeSentTo(latchkey, phone));
    },
    'a link that steps up': async ({ loginId, email, refreshJwt }) => {
      await ask('magiclink/signin/email', { loginId, loginOptions: { stepup: true } }, refreshJwt);
      return byLink(await secretSentTo(latchkey, email));
    },
    'an enchanted link as second factor': async ({ loginId, email, refreshJwt }) => {
      const asked = { loginId, loginOptions: { mfa: true } };
      return enchantedTo(email, await ask('enchantedlink/signin/email', asked, refreshJwt));
    },
  };

  /** Requested without a session: they go to the owner of a proven address, and prove it again. */
  const ofAddress: Record<string, Begin> = {
    'a sign-in code by mail': async ({ loginId, email }) => {
      await ask('otp/signin/email', { loginId });
      return byCode('email', loginId, await codeSentTo(latchkey, email));
    },
    'a sign-in code by mail, of sign-up or in': async ({ loginId, email }) => {
      await ask('otp/signup-in/email', { loginId });
      return byCode('email', loginId, await codeSentTo(latchkey, email));
    },
    'a sign-in code by SMS': async (user) => {
      const phone = await phoneOf(user);
      await ask('otp/signin/sms', { loginId: user.loginId });
      return byCode('sms', user.loginId, await codeSentTo(latchkey, phone));
    },
    'a sign-in link': async ({ loginId, email }) => {
      await ask('magiclink/signin/email', { loginId });
      return byLink(await secretSentTo(latchkey, email));
    },
    'an invitation of an existing user': async ({ loginId, email }) => {
      await manage('user/create', { loginId, invite: true });
      return byLink(await secretSentTo(latchkey, email));
    },
    'a link for a new password': async ({ loginId, email }) => {
      await ask('password/reset', { loginId });
      return byLink(await secretSentTo(latchkey, email));
    },
  };

  /** Created by the project's own server, which has proven nothing to us. */
  const ofServer: Record<string, Begin> = {
    'an embedded link': async ({ loginId }) => {
      const { token } = await manage('user/signin/embeddedlink', { loginId, timeout: 600 });
      return byLink(token);
    },
  };

  const ofTestUser: Record<string, Begin> = {
    'the code of a test user': async ({ loginId }) => {
      const { code } = await manage('tests/generate/otp', { loginId });
      return byCode('email', loginId, code);
    },
    'the magic link of a test user': async ({ loginId }) =>
      byLink(secretOf((await manage('tests/generate/magiclink', { loginId })).link)),
    'the enchanted link of a test user': async ({ loginId }) => {
      const { link, pendingRef } = await manage('tests/generate/enchantedlink', { loginId });
      return byEnchantedLink(secretOf(link), pendingRef);
    },
  };

  return { changes, factors, ofAddress, ofServer, ofTestUser };
}
