import { endpoint } from '../../../http/endpoint.ts';
import { emptyObject, t } from '../../../http/schema.ts';
import { signUpUser } from '../../directory/users/wire-sign-up.ts';
import { readPlainTerms, readTerms, termsOfBegun } from '../../sessions/sessions/terms.ts';
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
    pendingRef: t.text({ description: 'Poll for the session with this reference' }),
    linkId: t.text({ description: 'The number of the link to choose: show it to the user' }),
    maskedEmail: t.text({ description: 'The entered address, masked' }),
  },
  { $id: 'EnchantedLink' },
);

function linkToWire({ pendingRef, linkId, masked }: EnchantedLink & { masked: string }) {
  return { pendingRef, linkId, maskedEmail: masked };
}

const sent =
  'The email has three links with a number each. The one with the number `linkId` confirms, once, within ten minutes; ' +
  'another one ends the attempt. The device that polls with `pendingRef` gets the session. `revokeOtherSessions` counts ' +
  'with `stepup` or `mfa` only.';

const signInInput = t.object({ loginId: typedLoginId, URI: linkTarget, loginOptions: messageLoginOptions });

export const enchantedLinkEndpoints = [
  endpoint({
    name: 'enchantedLink.signUp',
    method: 'POST',
    path: '/v1/auth/enchantedlink/signup/email',
    summary: 'Start a sign-up with an enchanted link',
    description: `${sent} The user is created only then. A registered login ID is refused.`,
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
      const terms = readPlainTerms(loginOptions);
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
    summary: 'Start a sign-in with an enchanted link',
    description:
      `${sent} It goes to the user’s address. For unknown and disabled users and those without an address, the answer is ` +
      'identical and nothing is sent. `stepup` and `mfa` need a refresh JWT.',
    auth: 'optionalRefresh',
    limit: 'message',
    input: signInInput,
    output: enchantedLink,
    errors: ['E011004', 'E113001'],
    client: { parameters: ['loginId', 'URI', 'loginOptions'] },
    handle: async (ctx, { loginId, URI, loginOptions = {} }) => {
      const terms = termsOfBegun(await readTerms(ctx, loginOptions));
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
    summary: 'Start a sign-in or sign-up with an enchanted link',
    description: `${sent} A new user’s login ID must be the address itself; otherwise nothing is sent.`,
    auth: 'optionalRefresh',
    limit: 'message',
    input: signInInput,
    output: enchantedLink,
    errors: ['E011004', 'E113001'],
    client: { parameters: ['loginId', 'URI', 'loginOptions'] },
    handle: async (ctx, { loginId, URI, loginOptions = {} }) => {
      const terms = termsOfBegun(await readTerms(ctx, loginOptions));
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
    summary: 'Start a change of the signed-in user’s email address, by enchanted link',
    description:
      `${sent} It goes to the new address, which becomes the user’s when the link is confirmed while this session lives. The ` +
      'old address is notified. An address of another user is refused (E111127).',
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
      'The answer has no session: the device that began gets it. What the link was sent for, a sign-up or a change of ' +
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
    summary: 'Get the session of a confirmed link',
    description:
      'Refused with E062503 until the link is confirmed: ask again after a second. The session is returned once.',
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
