import { endpoint } from '../../../http/endpoint.ts';
import { t } from '../../../http/schema.ts';
import { signUpUser } from '../../directory/users/wire-sign-up.ts';
import {
  optionsForRecipient,
  readPlainSignInOptions,
  readSignInOptions,
} from '../../sessions/sessions/sign-in-options.ts';
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
  'The link works once, within ten minutes, beside others that were sent. The secret is its parameter `t`: opening the ' +
  'link does nothing, the page that it leads to verifies. `customClaims` and `revokeOtherSessions` count with ' +
  '`stepup` or `mfa` only: otherwise give them to magicLink.verify.';

function signUp(channel: Channel) {
  return endpoint({
    name: `magicLink.signUp.${channel}`,
    method: 'POST',
    path: `/v1/auth/magiclink/signup/${channel}`,
    summary: `Begin to sign up with a link by ${words[channel]}`,
    description:
      `${sent} Nobody is registered before it comes back. A login ID that is registered is refused. A login ID that is ` +
      'itself such an address must be the one that the link goes to.',
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
      const terms = optionsForRecipient(readPlainSignInOptions(loginOptions));
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
    summary: `Begin to sign in with a link by ${words[channel]}`,
    description:
      `${sent} It goes to the address that the user has. Whoever nobody knows, who is disabled and who has no such ` +
      'address is answered alike, and nothing is sent. With `stepup` or `mfa` a refresh JWT is needed.',
    auth: 'optionalRefresh',
    limit: 'message',
    input: t.object({ loginId: typedLoginId, URI: linkTarget, loginOptions: messageLoginOptions }),
    output: maskedOutput(channel),
    errors: ['E011004', 'E113001'],
    client: { parameters: ['loginId', 'URI', 'loginOptions'] },
    handle: async (ctx, { loginId, URI, loginOptions = {} }) => {
      const terms = optionsForRecipient(await readSignInOptions(ctx, loginOptions));
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
    summary: `Begin to sign in, or to sign up, with a link by ${words[channel]}`,
    description: `${sent} The login ID of somebody new must be the address itself: to any other, nothing is sent.`,
    auth: 'optionalRefresh',
    limit: 'message',
    input: t.object({ loginId: typedLoginId, URI: linkTarget, loginOptions: messageLoginOptions }),
    output: maskedOutput(channel),
    errors: ['E011004', 'E113001'],
    client: { parameters: ['loginId', 'URI', 'loginOptions'] },
    handle: async (ctx, { loginId, URI, loginOptions = {} }) => {
      const terms = optionsForRecipient(await readSignInOptions(ctx, loginOptions));
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
    summary: 'Spend the secret of a magic link or an embedded link',
    description:
      'Completes the sign-up, the sign-in or the change of address that the link was made for, and signs in. The first ' +
      'proof of an address marks it as verified. A link that was used, has run out or is void is E062504. ' +
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
