import { endpoint } from '../../../http/endpoint.ts';
import { t } from '../../../http/schema.ts';
import { optionsForRecipient } from '../../sessions/sessions/sign-in-options.ts';
import { answerSession, completionOptions, jwtResponse } from '../../sessions/sessions/wire.ts';
import { readBringer } from '../challenges/bringer.ts';
import type { Channel } from '../challenges/challenge.ts';
import { messageEndpoints } from '../challenges/message-method.ts';
import {
  askedInSession,
  completionErrors,
  maskedOutput,
  maskedToWire,
  typedLoginId,
} from '../challenges/wire.ts';
import { otpTestUserEndpoints } from './endpoints-test-users.ts';
import { otpUpdateEndpoints } from './endpoints-update.ts';
import { sendCode } from './send-code.ts';
import { verifyCode } from './verify-code.ts';

const words = { email: 'email', sms: 'SMS' };
const sent =
  'Sends a six-digit code, valid for five minutes and five tries. A newer code replaces it, unless the recipient has received too many messages. `customClaims` and `revokeOtherSessions` apply with `stepup` or `mfa` only. Otherwise, pass them to otp.verify.';

function begin(channel: Channel) {
  return messageEndpoints({
    channel,
    name: (operation) => `otp.${operation}.${channel}`,
    path: '/v1/auth/otp',
    signIn: 'otp',
    title: `a code by ${words[channel]}`,
    sent,
    signUp:
      'The user is created only when the code is verified. Fails if the login ID is already registered. If the ' +
      'login ID is an address of this kind, the code must go to that address.',
    hasLink: false,
    addressFields: ['email', 'phone'],
    output: maskedOutput(channel),
    optionsOf: optionsForRecipient,
    async send(ctx, _, findTarget, options) {
      return maskedToWire(channel, (await sendCode(ctx, channel, findTarget, options)).masked);
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
      'Completes the sign-up, the sign-in or the change of address that the code was sent for, and signs in. ' +
      'If this proves an address for the first time, it is marked as verified. After five wrong codes, request ' +
      `a new one (E061103). ${askedInSession}`,
    auth: 'optionalRefresh',
    takesAwaiting: true,
    signIn: 'otp',
    limit: 'code',
    input: t.object({
      loginId: typedLoginId,
      code: t.text({ maxLength: 64, description: 'Six digits. Spaces and hyphens are ignored' }),
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
  ...channels.flatMap((channel) => [...begin(channel), verify(channel)]),
  ...otpUpdateEndpoints,
  ...otpTestUserEndpoints,
];
