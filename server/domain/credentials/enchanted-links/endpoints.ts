import { endpoint } from '../../../http/endpoint.ts';
import { emptyObject, t } from '../../../http/schema.ts';
import { email } from '../../directory/users/wire-input.ts';
import { optionsForOtherParty } from '../../sessions/sessions/sign-in-options.ts';
import { answerSession, jwtResponse } from '../../sessions/sessions/wire.ts';
import { readBringer } from '../challenges/bringer.ts';
import { messageEndpoints } from '../challenges/message-method.ts';
import { readUpdate } from '../challenges/read-update.ts';
import { targetOfUpdate } from '../challenges/target.ts';
import {
  askedInSession,
  completionErrors,
  linkTarget,
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
  'The email contains three numbered links. The one with the number `linkId` confirms the sign-in, once, ' +
  'within ten minutes. Another one ends the attempt. The device that polls with `pendingRef` gets the session. ' +
  '`revokeOtherSessions` counts ' +
  'with `stepup` or `mfa` only.';

export const enchantedLinkEndpoints = [
  ...messageEndpoints({
    channel,
    name: (operation) => `enchantedLink.${operation}`,
    path: '/v1/auth/enchantedlink',
    signIn: 'enchantedlink',
    title: 'an enchanted link',
    sent,
    signUp:
      'The user is created only when the link is confirmed. Fails if the login ID is already registered.',
    hasLink: true,
    addressFields: ['email'],
    output: enchantedLink,
    optionsOf: optionsForOtherParty,
    send: async (ctx, linkTarget, findTarget, options) =>
      linkToWire(await sendEnchantedLinks(ctx, linkTarget, findTarget, options)),
  }),
  endpoint({
    name: 'enchantedLink.update.email',
    method: 'POST',
    path: '/v1/auth/enchantedlink/update/email',
    summary: 'Start a change of the signed-in user’s email address, by enchanted link',
    description:
      `${sent} It goes to the new address, which replaces the old one when the link is confirmed while this ` +
      'session is active. The old address is notified. Fails with E111127 if the address belongs to another user.',
    auth: 'refresh',
    limit: 'message',
    input: t.object({
      loginId: typedLoginId,
      email,
      URI: linkTarget,
      ...updateFields,
    }),
    output: enchantedLink,
    errors: ['E011004', 'E062108', 'E064007', 'E111127', 'E113001'],
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
      'Completes the sign-up, the sign-in or the change of address that the link was sent for. The response ' +
      `contains no session: the device that started the sign-in gets it. ${askedInSession}`,
    auth: 'optionalRefresh',
    takesAwaiting: true,
    signIn: 'enchantedlink',
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
      'Fails with E062503 until the link is confirmed. Poll once per second. The session is returned once.',
    auth: 'project',
    signIn: 'enchantedlink',
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
