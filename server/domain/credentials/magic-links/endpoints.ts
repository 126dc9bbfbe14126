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
  linkTarget,
  maskedOutput,
  maskedToWire,
  messageLoginOptions,
  typedLoginId,
} from '../challenges/wire.ts';
import { embeddedLinkEndpoints } from './endpoints-embedded.ts';
import { magicLinkTestUserEndpoints } from './endpoints-test-users.ts';
import { magicLinkUpdateEndpoints } from './endpoints-update.ts';
import { sendMagicLink } from './send-link.ts';
import { verifyMagicLink } from './verify-link.ts';

const words = { email: 'mail', sms: 'SMS' };
const sent =
  'The link works once, within ten minutes, and does not replace links sent before. Its parameter `t` is the secret: ' +
  'opening the link does nothing until the page that it leads to verifies the secret. `customClaims` and ' +
  '`revokeOtherSessions` apply with `stepup` or `mfa` only: otherwise pass them to magicLink.verify.';

function signUp(channel: Channel) {
  return endpoint({
    name: `magicLink.signUp.${channel}`,
    method: 'POST',
    path: `/v1/auth/magiclink/signup/${channel}`,
    summary: `Start a sign-up with a magic link by ${words[channel]}`,
    description:
      `${sent} The user is created only when the secret comes back. A registered login ID is refused. A login ID that is ` +
      'itself an address of this kind must be the one that the link goes to.',
    auth: 'project',
    limit: 'signUp',
    input: t.object({
      ...{ loginId: typedLoginId, URI: linkTarget, user: signUpUser, loginOptions: messageLoginOptions },
      ...{ email: addressField, phone: addressField },
    }),
    output: maskedOutput(channel),
    errors: ['E011004', 'E062107', 'E113001'],
    client: { parameters: ['loginId', 'URI', 'user', 'loginOptions'] },
    handle: async (ctx, { loginId, URI, user = {}, loginOptions = {}, email, phone }) => {
      const terms = termsOfMessage(readPlainTerms(loginOptions));
      const address = channel === 'email' ? email : phone;
      const target = () => targetOfSignUp(ctx, { loginId, channel, user, address, terms });
      const { masked } = await sendMagicLink(
        ctx,
        channel,
        URI,
        target,
        await readMessageOptions(ctx, loginOptions),
      );
      return maskedToWire(channel, masked);
    },
  });
}

function signIn(channel: Channel) {
  return endpoint({
    name: `magicLink.signIn.${channel}`,
    method: 'POST',
    path: `/v1/auth/magiclink/signin/${channel}`,
    summary: `Start a sign-in with a magic link by ${words[channel]}`,
    description:
      `${sent} It goes to the user’s address. For unknown and disabled users and those without such an address, the ` +
      'answer is identical and nothing is sent. `stepup` and `mfa` need a refresh JWT.',
    auth: 'optionalRefresh',
    limit: 'message',
    input: t.object({ loginId: typedLoginId, URI: linkTarget, loginOptions: messageLoginOptions }),
    output: maskedOutput(channel),
    errors: ['E011004', 'E113001'],
    client: { parameters: ['loginId', 'URI', 'loginOptions'] },
    handle: async (ctx, { loginId, URI, loginOptions = {} }) => {
      const terms = termsOfMessage(await readTerms(ctx, loginOptions));
      const target = () => targetOfSignIn(ctx, { loginId, channel, terms });
      const { masked } = await sendMagicLink(
        ctx,
        channel,
        URI,
        target,
        await readMessageOptions(ctx, loginOptions),
      );
      return maskedToWire(channel, masked);
    },
  });
}

function signUpOrIn(channel: Channel) {
  return endpoint({
    name: `magicLink.signUpOrIn.${channel}`,
    method: 'POST',
    path: `/v1/auth/magiclink/signup-in/${channel}`,
    summary: `Start a sign-in or sign-up with a magic link by ${words[channel]}`,
    description: `${sent} A new user’s login ID must be the address itself; otherwise nothing is sent.`,
    auth: 'optionalRefresh',
    limit: 'message',
    input: t.object({ loginId: typedLoginId, URI: linkTarget, loginOptions: messageLoginOptions }),
    output: maskedOutput(channel),
    errors: ['E011004', 'E113001'],
    client: { parameters: ['loginId', 'URI', 'loginOptions'] },
    handle: async (ctx, { loginId, URI, loginOptions = {} }) => {
      const terms = termsOfMessage(await readTerms(ctx, loginOptions));
      const target = () => targetOfSignUpOrIn(ctx, { loginId, channel, terms });
      const { masked } = await sendMagicLink(
        ctx,
        channel,
        URI,
        target,
        await readMessageOptions(ctx, loginOptions),
      );
      return maskedToWire(channel, masked);
    },
  });
}

const channels: Channel[] = ['email', 'sms'];

export const magicLinkEndpoints = [
  ...channels.flatMap((channel) => [signUp(channel), signIn(channel), signUpOrIn(channel)]),
  endpoint({
    name: 'magicLink.verify',
    method: 'POST',
    path: '/v1/auth/magiclink/verify',
    summary: 'Verify the secret of a magic link or an embedded link',
    description:
      'Completes the sign-up, the sign-in or the change of address that the link was created for, and signs in. The first ' +
      'proof of an address marks it as verified. A used, expired or void link is refused with E062504. ' +
      askedInSession,
    auth: 'optionalRefresh',
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
