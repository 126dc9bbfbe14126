import { endpoint } from '../../../http/endpoint.ts';
import { t } from '../../../http/schema.ts';
import { optionsForRecipient } from '../../sessions/sessions/sign-in-options.ts';
import { answerSession, completionOptions, jwtResponse } from '../../sessions/sessions/wire.ts';
import { readBringer } from '../challenges/bringer.ts';
import type { Channel } from '../challenges/challenge.ts';
import { messageEndpoints } from '../challenges/message-method.ts';
import { askedInSession, completionErrors, maskedOutput, maskedToWire } from '../challenges/wire.ts';
import { embeddedLinkEndpoints } from './endpoints-embedded.ts';
import { magicLinkTestUserEndpoints } from './endpoints-test-users.ts';
import { magicLinkUpdateEndpoints } from './endpoints-update.ts';
import { sendMagicLink } from './send-link.ts';
import { verifyMagicLink } from './verify-link.ts';

const words = { email: 'email', sms: 'SMS' };
const sent =
  'The link works once, within ten minutes. Earlier links also stay valid. Its parameter `t` is the secret: ' +
  'opening the link does nothing until its page verifies the secret. `customClaims` and ' +
  '`revokeOtherSessions` apply with `stepup` or `mfa` only. Otherwise, pass them to magicLink.verify.';

function begin(channel: Channel) {
  return messageEndpoints({
    channel,
    name: (operation) => `magicLink.${operation}.${channel}`,
    path: '/v1/auth/magiclink',
    signIn: 'magiclink',
    title: `a magic link by ${words[channel]}`,
    sent,
    signUp:
      'The user is created only when the secret is verified. Fails if the login ID is already registered. If ' +
      'the login ID is an address of this kind, the link must go to that address.',
    hasLink: true,
    addressFields: ['email', 'phone'],
    output: maskedOutput(channel),
    optionsOf: optionsForRecipient,
    async send(ctx, linkTarget, findTarget, options) {
      return maskedToWire(
        channel,
        (await sendMagicLink(ctx, channel, linkTarget, findTarget, options)).masked,
      );
    },
  });
}

const channels: Channel[] = ['email', 'sms'];

export const magicLinkEndpoints = [
  ...channels.flatMap(begin),
  endpoint({
    name: 'magicLink.verify',
    method: 'POST',
    path: '/v1/auth/magiclink/verify',
    summary: 'Verify the secret of a magic link or an embedded link',
    description:
      'Completes the sign-up, the sign-in or the change of address that the link was created for, and signs ' +
      'in. If this proves an address for the first time, it is marked as verified. A used, expired or void ' +
      'link fails with E062504. ' +
      askedInSession,
    auth: 'optionalRefresh',
    takesAwaiting: true,
    signIn: 'magiclink',
    forAdministrators: true,
    limit: 'code',
    input: t.object({
      token: t.text({ minLength: 1, description: 'The parameter `t` of the link' }),
      loginOptions: completionOptions,
    }),
    output: jwtResponse,
    errors: ['E062504', ...completionErrors],
    client: { parameters: ['token', 'loginOptions'] },
    handle: async (ctx, { token, loginOptions: options }) => {
      const bringer = await readBringer(ctx);
      const { firstSeen, ...started } = await verifyMagicLink(ctx, token, { bringer, options });
      return answerSession(ctx, started, { firstSeen });
    },
  }),
  ...magicLinkUpdateEndpoints,
  ...embeddedLinkEndpoints,
  ...magicLinkTestUserEndpoints,
];
