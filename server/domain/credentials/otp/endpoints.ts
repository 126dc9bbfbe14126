import { endpoint } from '../../../http/endpoint.ts';
import { t } from '../../../http/schema.ts';
import { signUpUser } from '../../directory/users/wire-sign-up.ts';
import { readPlainTerms, readTerms, termsOfMessage } from '../../sessions/sessions/terms.ts';
import { answerSession, completionOptions, jwtResponse } from '../../sessions/sessions/wire.ts';
import { readBringer } from '../challenges/bringer.ts';
import type { Channel } from '../challenges/challenge.ts';
import { readMessageOptions } from '../challenges/send.ts';
import { targetOfSignIn, targetOfSignUp, targetOfSignUpOrIn } from '../challenges/target.ts';
import {
  addressField,
  askedInSession,
  completionErrors,
  maskedOutput,
  maskedToWire,
  messageLoginOptions,
  typedLoginId,
} from '../challenges/wire.ts';
import { otpTestUserEndpoints } from './endpoints-test-users.ts';
import { otpUpdateEndpoints } from './endpoints-update.ts';
import { sendCode } from './send-code.ts';
import { verifyCode } from './verify-code.ts';

const words = { email: 'mail', sms: 'SMS' };
const sent =
  'Sends a six-digit code, valid for five minutes and five tries. A newer one replaces it, unless the recipient has ' +
  'had too many messages. `customClaims` and `revokeOtherSessions` apply with `stepup` or `mfa` only: otherwise ' +
  'pass them to otp.verify.';

function signUp(channel: Channel) {
  return endpoint({
    name: `otp.signUp.${channel}`,
    method: 'POST',
    path: `/v1/auth/otp/signup/${channel}`,
    summary: `Start a sign-up with a code by ${words[channel]}`,
    description:
      `${sent} The user is created only when the code comes back. A registered login ID is refused. A login ID that is ` +
      'itself an address of this kind must be the one that the code goes to.',
    auth: 'project',
    limit: 'signUp',
    input: t.object({
      ...{ loginId: typedLoginId, user: signUpUser, loginOptions: messageLoginOptions },
      ...{ email: addressField, phone: addressField },
    }),
    output: maskedOutput(channel),
    errors: ['E011004', 'E062107', 'E113001'],
    client: { parameters: ['loginId', 'user', 'loginOptions'] },
    handle: async (ctx, { loginId, user = {}, loginOptions = {}, email, phone }) => {
      const terms = termsOfMessage(readPlainTerms(loginOptions));
      const address = channel === 'email' ? email : phone;
      const target = () => targetOfSignUp(ctx, { loginId, channel, user, address, terms });
      const { masked } = await sendCode(ctx, channel, target, await readMessageOptions(ctx, loginOptions));
      return maskedToWire(channel, masked);
    },
  });
}

function signIn(channel: Channel) {
  return endpoint({
    name: `otp.signIn.${channel}`,
    method: 'POST',
    path: `/v1/auth/otp/signin/${channel}`,
    summary: `Start a sign-in with a code by ${words[channel]}`,
    description:
      `${sent} It goes to the user’s address. For unknown and disabled users and those without such an address, the ` +
      'answer is identical and nothing is sent. `stepup` and `mfa` need a refresh JWT.',
    auth: 'optionalRefresh',
    limit: 'message',
    input: t.object({ loginId: typedLoginId, loginOptions: messageLoginOptions }),
    output: maskedOutput(channel),
    errors: ['E011004', 'E113001'],
    client: { parameters: ['loginId', 'loginOptions'] },
    handle: async (ctx, { loginId, loginOptions = {} }) => {
      const terms = termsOfMessage(await readTerms(ctx, loginOptions));
      const target = () => targetOfSignIn(ctx, { loginId, channel, terms });
      const { masked } = await sendCode(ctx, channel, target, await readMessageOptions(ctx, loginOptions));
      return maskedToWire(channel, masked);
    },
  });
}

function signUpOrIn(channel: Channel) {
  return endpoint({
    name: `otp.signUpOrIn.${channel}`,
    method: 'POST',
    path: `/v1/auth/otp/signup-in/${channel}`,
    summary: `Start a sign-in or sign-up with a code by ${words[channel]}`,
    description: `${sent} A new user’s login ID must be the address itself; otherwise nothing is sent.`,
    auth: 'optionalRefresh',
    limit: 'message',
    input: t.object({ loginId: typedLoginId, loginOptions: messageLoginOptions }),
    output: maskedOutput(channel),
    errors: ['E011004', 'E113001'],
    client: { parameters: ['loginId', 'loginOptions'] },
    handle: async (ctx, { loginId, loginOptions = {} }) => {
      const terms = termsOfMessage(await readTerms(ctx, loginOptions));
      const target = () => targetOfSignUpOrIn(ctx, { loginId, channel, terms });
      const { masked } = await sendCode(ctx, channel, target, await readMessageOptions(ctx, loginOptions));
      return maskedToWire(channel, masked);
    },
  });
}

function verify(channel: Channel) {
  return endpoint({
    name: `otp.verify.${channel}`,
    method: 'POST',
    path: `/v1/auth/otp/verify/${channel}`,
    summary: `Verify a code received by ${words[channel]}`,
    description:
      'Completes the sign-up, the sign-in or the change of address that the code was sent for, and signs in. The first ' +
      `proof of an address marks it as verified. After five wrong codes, a new one must be requested (E061103). ${askedInSession}`,
    auth: 'optionalRefresh',
    limit: 'code',
    input: t.object({
      loginId: typedLoginId,
      code: t.text({ maxLength: 64, description: 'Six digits' }),
      loginOptions: completionOptions,
    }),
    output: jwtResponse,
    errors: ['E061102', 'E061103', 'E061104', ...completionErrors],
    client: { parameters: ['loginId', 'code', 'loginOptions'] },
    handle: async (ctx, { loginId, code, loginOptions: options }) => {
      const bringer = await readBringer(ctx);
      const { firstSeen, ...started } = await verifyCode(ctx, { loginId, code, channel, bringer, options });
      return answerSession(ctx, started, { firstSeen });
    },
  });
}

const channels: Channel[] = ['email', 'sms'];

export const otpEndpoints = [
  ...channels.flatMap((channel) => [signUp(channel), signIn(channel), signUpOrIn(channel), verify(channel)]),
  ...otpUpdateEndpoints,
  ...otpTestUserEndpoints,
];
