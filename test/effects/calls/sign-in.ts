import { totpCode } from '../../authenticator-app.ts';
import { Authenticator, pageOrigin } from '../../counterparts/authenticator.ts';
import { FlowBrowser } from '../../flows.ts';
import { codeSentTo } from '../../messages.ts';
import { rightSecret } from '../../ownership/enchanted.ts';
import { back, type Call, newPassword, type World } from '../world.ts';

type Channel = 'email' | 'sms';

const addressOf = (world: World, channel: Channel) =>
  channel === 'email' ? world.newEmail() : world.newPhone();
/** A call that begins with an address that nobody has. */
const unknown =
  (channel: Channel, fields: object = {}): Call =>
  (world) => ({ input: { loginId: addressOf(world, channel), ...fields } });
/** A call that begins with a user's address. */
const known =
  (channel: Channel, fields: object = {}): Call =>
  async (world) => {
    const { email, phone } = await world.user();
    return { input: { loginId: channel === 'email' ? email : phone, ...fields } };
  };
/** A call of a signed-in user who changes an address. */
const changing =
  (channel: Channel, fields: object = {}): Call =>
  async (world) => {
    const { token, loginId } = await world.signedIn();
    const address = addressOf(world, channel);
    return {
      token,
      input: { loginId, ...(channel === 'email' ? { email: address } : { phone: address }), ...fields },
    };
  };
const verifyingCode =
  (channel: Channel): Call =>
  async ({ latchkey, user, post }) => {
    const person = await user();
    const loginId = channel === 'email' ? person.email : person.phone;
    await post(`otp/signin/${channel}`, { loginId });
    return { input: { loginId, code: await codeSentTo(latchkey, loginId) } };
  };
const link = { URI: back, redirectUrl: back };

export const signInCalls: Record<string, Call> = {
  'flow.start': async (world) => {
    const { email: loginId } = await world.user();
    return {
      input: {
        flowId: 'sign-in',
        interactionId: 'continue',
        input: { loginId },
        options: { location: back },
      },
    };
  },
  'flow.next': async ({ latchkey, user }) => {
    const { email: loginId } = await user();
    const browser = new FlowBrowser(latchkey);
    await browser.start('sign-in', { interactionId: 'continue', input: { loginId } });
    await browser.press('useEmailCode');
    const input = { code: await codeSentTo(latchkey, loginId) };
    const headers = { 'x-descope-flow-nonce': [...browser.nonces.values()][0] ?? '' };
    return { input: browser.request('verify', input), headers };
  },
  'otp.signUp.email': unknown('email'),
  'otp.signIn.email': known('email'),
  'otp.signUpOrIn.email': unknown('email'),
  'otp.verify.email': verifyingCode('email'),
  'otp.signUp.sms': unknown('sms'),
  'otp.signIn.sms': known('sms'),
  'otp.signUpOrIn.sms': unknown('sms'),
  'otp.verify.sms': verifyingCode('sms'),
  'otp.update.email': changing('email'),
  'otp.update.phone.sms': changing('sms'),
  'magicLink.signUp.email': unknown('email', link),
  'magicLink.signIn.email': known('email', link),
  'magicLink.signUpOrIn.email': unknown('email', link),
  'magicLink.signUp.sms': unknown('sms', link),
  'magicLink.signIn.sms': known('sms', link),
  'magicLink.signUpOrIn.sms': unknown('sms', link),
  'magicLink.verify': async ({ user, post, linkSentTo }) => {
    const { email: loginId } = await user();
    await post('magiclink/signin/email', { loginId, ...link });
    return { input: { token: await linkSentTo(loginId) } };
  },
  'magicLink.update.email': changing('email', link),
  'magicLink.update.phone.sms': changing('sms', link),
  'enchantedLink.signUp': unknown('email', link),
  'enchantedLink.signIn': known('email', link),
  'enchantedLink.signUpOrIn': unknown('email', link),
  'enchantedLink.update.email': changing('email', link),
  'enchantedLink.verify': async (world) => ({ input: { token: (await enchanted(world)).token } }),
  'enchantedLink.pendingSession': async (world) => {
    const { token, pendingRef } = await enchanted(world);
    await world.post('enchantedlink/verify', { token });
    return { input: { pendingRef } };
  },
  'password.signUp': unknown('email', { password: newPassword }),
  'password.signIn': async ({ user }) => {
    const { loginId, password } = await user();
    return { input: { loginId, password } };
  },
  'password.replace': async ({ user }) => {
    const { loginId, password: oldPassword } = await user();
    return { input: { loginId, oldPassword, newPassword } };
  },
  'password.update': async ({ signedIn }) => {
    const { loginId, token } = await signedIn();
    return { token, input: { loginId, newPassword } };
  },
  'password.sendReset': known('email', { redirectUrl: back }),
  'password.policy': () => ({}),
  'totp.signUp': unknown('email'),
  'totp.update': async ({ signedIn }) => {
    const { loginId, token } = await signedIn();
    return { token, input: { loginId } };
  },
  'totp.verify': async ({ signedIn, asUser, latchkey }) => {
    const { loginId, token } = await signedIn();
    const { key } = await asUser(token, 'totp/update', { loginId });
    return { input: { loginId, code: totpCode(key, latchkey.service.now()) } };
  },
  'webauthn.signUp.start': unknown('email', { origin: pageOrigin }),
  'webauthn.signUp.finish': async ({ passkeys, newEmail }) => {
    const { transactionId, options } = await passkeys.start('signup', { loginId: newEmail() });
    return { input: { transactionId, response: new Authenticator().create(options) } };
  },
  'webauthn.signIn.start': async ({ withPasskey }) => ({
    input: { loginId: (await withPasskey()).loginId, origin: pageOrigin },
  }),
  'webauthn.signIn.finish': async ({ withPasskey, passkeys }) => {
    const { loginId, authenticator } = await withPasskey();
    const { transactionId, options } = await passkeys.start('signin', { loginId });
    return { input: { transactionId, response: authenticator.get(options) } };
  },
  'webauthn.signUpOrIn.start': unknown('email', { origin: pageOrigin }),
  'webauthn.update.start': async ({ signedIn }) => {
    const { loginId, token } = await signedIn();
    return { token, input: { loginId, origin: pageOrigin } };
  },
  'webauthn.update.finish': async ({ signedIn, passkeys }) => {
    const { loginId, token } = await signedIn();
    const { transactionId, options } = await passkeys.start('update', { loginId }, token);
    return { input: { transactionId, response: new Authenticator().create(options) } };
  },
  'recoveryCodes.generate': async ({ withTotp }) => {
    const { loginId, token } = await withTotp();
    return { token, input: { loginId } };
  },
  'recoveryCodes.signIn': async ({ withTotp, asUser }) => {
    const { loginId, token } = await withTotp();
    const { codes } = await asUser(token, 'recovery-codes', { loginId });
    return { token, input: { loginId, code: codes[0].code, loginOptions: { mfa: true } } };
  },
};

async function enchanted({ user, post, latchkey }: World): Promise<{ token: string; pendingRef: string }> {
  const { email: loginId } = await user();
  const asked = await post('enchantedlink/signin/email', { loginId, ...link });
  return { token: await rightSecret({ latchkey }, loginId, asked), pendingRef: asked.pendingRef };
}
