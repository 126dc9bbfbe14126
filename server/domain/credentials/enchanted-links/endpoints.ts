import { endpoint } from '../../../http/endpoint.ts';
import { emptyObject, t } from '../../../http/schema.ts';
import { signUpUser } from '../../directory/users/wire-sign-up.ts';
import {
  optionsForOtherParty,
  readPlainSignInOptions,
  readSignInOptions,
} from '../../sessions/sessions/sign-in-options.ts';
import { answerSession, jwtResponse } from '../../sessions/sessions/wire.ts';
import { readBringer } from '../challenges/bringer.ts';
import { readUpdate } from '../challenges/read-update.ts';
import { readMessageOptions } from '../challenges/send.ts';
import { targetOfSignIn, targetOfSignUp, targetOfSignUpOrIn, targetOfUpdate } from '../challenges/target.ts';
import {
  addressField,
  askedInSession,
  completionErrors,
  linkTarget,
  messageLoginOptions,
  typedLoginId,
  updateFields,
} from '../challenges/wire.ts';
import { collectSession, confirmEnchantedLink } from './confirm-link.ts';
import { enchantedLinkTestUserEndpoints } from './endpoints-test-users.ts';
import { type EnchantedLink, sendEnchantedLinks } from './send-links.ts';

const channel = 'email' as const;

const enchantedLink = t.object(
  {
    pendingRef: t.text({ description: 'For asking for the session' }),
    linkId: t.text({ description: 'The number of the link to choose: show it to the person' }),
    maskedEmail: t.text({ description: 'A hint at the address that was typed' }),
  },
  { $id: 'EnchantedLink' },
);

function linkToWire({ pendingRef, linkId, masked }: EnchantedLink & { masked: string }) {
  return { pendingRef, linkId, maskedEmail: masked };
}

const sent =
  'The mail has three links with a number each. The one with the number `linkId` confirms, once, within ten minutes; ' +
  'another one ends the attempt. The session is for the device that asks with `pendingRef`. `revokeOtherSessions` counts ' +
  'with `stepup` or `mfa` only.';

const signInInput = t.object({ loginId: typedLoginId, URI: linkTarget, loginOptions: messageLoginOptions });

export const enchantedLinkEndpoints = [
  endpoint({
    name: 'enchantedLink.signUp',
    method: 'POST',
    path: '/v1/auth/enchantedlink/signup/email',
    summary: 'Begin to sign up with an enchanted link',
    description: `${sent} Nobody is registered before that. A login ID that is registered is refused.`,
    auth: 'project',
    limit: 'signUp',
    input: t.object({
      ...{ loginId: typedLoginId, URI: linkTarget, user: signUpUser, loginOptions: messageLoginOptions },
      email: addressField,
    }),
    output: enchantedLink,
    errors: ['E011004', 'E062107', 'E113001'],
    client: { parameters: ['loginId', 'URI', 'user', 'loginOptions'] },
    handle: async (ctx, { loginId, URI, user = {}, loginOptions = {}, email }) => {
      const terms = readPlainSignInOptions(loginOptions);
      const target = () => targetOfSignUp(ctx, { loginId, channel, user, address: email, terms });
      return linkToWire(
        await sendEnchantedLinks(ctx, URI, target, await readMessageOptions(ctx, loginOptions)),
      );
    },
  }),
  endpoint({
    name: 'enchantedLink.signIn',
    method: 'POST',
    path: '/v1/auth/enchantedlink/signin/email',
    summary: 'Begin to sign in with an enchanted link',
    description:
      `${sent} It goes to the address that the user has. Whoever nobody knows, who is disabled and who has no address is ` +
      'answered alike, and nothing is sent. With `stepup` or `mfa` a refresh JWT is needed.',
    auth: 'optionalRefresh',
    limit: 'message',
    input: signInInput,
    output: enchantedLink,
    errors: ['E011004', 'E113001'],
    client: { parameters: ['loginId', 'URI', 'loginOptions'] },
    handle: async (ctx, { loginId, URI, loginOptions = {} }) => {
      const terms = optionsForOtherParty(await readSignInOptions(ctx, loginOptions));
      const target = () => targetOfSignIn(ctx, { loginId, channel, terms });
      return linkToWire(
        await sendEnchantedLinks(ctx, URI, target, await readMessageOptions(ctx, loginOptions)),
      );
    },
  }),
  endpoint({
    name: 'enchantedLink.signUpOrIn',
    method: 'POST',
    path: '/v1/auth/enchantedlink/signup-in/email',
    summary: 'Begin to sign in, or to sign up, with an enchanted link',
    description: `${sent} The login ID of somebody new must be the address itself: to any other, nothing is sent.`,
    auth: 'optionalRefresh',
    limit: 'message',
    input: signInInput,
    output: enchantedLink,
    errors: ['E011004', 'E113001'],
    client: { parameters: ['loginId', 'URI', 'loginOptions'] },
    handle: async (ctx, { loginId, URI, loginOptions = {} }) => {
      const terms = optionsForOtherParty(await readSignInOptions(ctx, loginOptions));
      const target = () => targetOfSignUpOrIn(ctx, { loginId, channel, terms });
      return linkToWire(
        await sendEnchantedLinks(ctx, URI, target, await readMessageOptions(ctx, loginOptions)),
      );
    },
  }),
  endpoint({
    name: 'enchantedLink.update.email',
    method: 'POST',
    path: '/v1/auth/enchantedlink/update/email',
    summary: 'Begin to change the email address of the signed-in user, with an enchanted link',
    description:
      `${sent} It goes to the new address, which is the user’s when the link is confirmed, while this session lives; the ` +
      'old address is told. An address of another user is refused (E111127).',
    auth: 'refresh',
    limit: 'message',
    input: t.object({
      ...{ loginId: typedLoginId, email: t.text({ maxLength: 320 }), URI: linkTarget },
      ...updateFields,
    }),
    output: enchantedLink,
    errors: ['E011004', 'E062108', 'E111127', 'E113001'],
    client: {
      parameters: ['loginId', 'email', 'URI', 'addToLoginIDs', 'templateId', 'templateOptions', 'locale'],
    },
    handle: async (ctx, { email, URI, ...input }) => {
      const { request, options } = await readUpdate(ctx, input);
      const target = () => targetOfUpdate(ctx, { ...request, channel, address: email });
      return linkToWire(await sendEnchantedLinks(ctx, URI, target, options));
    },
  }),
  endpoint({
    name: 'enchantedLink.verify',
    method: 'POST',
    path: '/v1/auth/enchantedlink/verify',
    summary: 'Confirm one of the three links',
    description:
      'No session is answered: the device that began gets it. What the link was sent for, a sign-up or a change of ' +
      `address, is done. ${askedInSession}`,
    auth: 'optionalRefresh',
    limit: 'code',
    input: t.object({ token: t.text({ minLength: 1, description: 'The parameter `t` of the link' }) }),
    output: emptyObject,
    errors: ['E062504', ...completionErrors],
    client: { parameters: ['token'], returnsNothing: true },
    handle: async (ctx, { token }) => {
      await confirmEnchantedLink(ctx, token, await readBringer(ctx));
      return {};
    },
  }),
  endpoint({
    name: 'enchantedLink.pendingSession',
    method: 'POST',
    path: '/v1/auth/enchantedlink/pending-session',
    summary: 'Get the session when the link was confirmed',
    description:
      'Refused with E062503 while it was not: ask again after a second. The session can be had once.',
    auth: 'project',
    input: t.object({ pendingRef: t.text({ minLength: 1 }) }),
    output: jwtResponse,
    errors: ['E062503', 'E062504', ...completionErrors],
    client: { parameters: ['pendingRef'] },
    handle: async (ctx, { pendingRef }) => {
      const { firstSeen, ...started } = await collectSession(ctx, pendingRef);
      return answerSession(ctx, started, { firstSeen });
    },
  }),
  ...enchantedLinkTestUserEndpoints,
];
