import { ServiceError } from '../../../core/errors.ts';
import { endpoint } from '../../../http/endpoint.ts';
import { t } from '../../../http/schema.ts';
import { readMessageOptions } from '../challenges/send.ts';
import { typedLoginId } from '../challenges/wire.ts';
import { messageFields } from '../challenges/wire-message.ts';
import { sendPasswordReset } from './send-reset.ts';

export const passwordResetEndpoints = [
  endpoint({
    name: 'password.sendReset',
    method: 'POST',
    path: '/v1/auth/password/reset',
    summary: 'Send a link for choosing a new password',
    description:
      'The link goes to the user’s email address if that is verified or a login ID. For users who are unknown, ' +
      'disabled or without such an address, the response is identical and nothing is sent. The link works ' +
      'once, within 30 minutes, and only the newest link works. `magiclink/verify` signs in with it and voids ' +
      'every other code and link of the user. `password/update` then sets the password. Until then, the old ' +
      'password still works. If the project’s `passwordResetMethod` is `enchantedlink`, the email contains three numbered links, valid for ten minutes. The device that ' +
      'polls with `pendingRef` gets the session.',
    auth: 'project',
    signIn: 'password',
    limit: 'message',
    input: t.object({
      loginId: typedLoginId,
      redirectUrl: t.optional(
        t.text({
          emptyIsAbsent: true,
          aliases: ['URI'],
          description:
            'The page that the link opens, with the secret as `t`: one of the project’s redirect URLs. ' +
            'Default: a page of ' +
            'this server',
        }),
      ),
      revokeOtherSessions: t.optional(
        t.flag({
          description:
            'Ignored, because anyone can request a reset. The user’s other sessions end when the new password ' +
            'is set. To end them as soon as the link is used, pass it to `magiclink/verify`',
        }),
      ),
      useRecovery: t.optional(t.flag({ description: 'Not supported. The request fails if it is true' })),
      ...messageFields,
    }),
    output: t.object(
      {
        resetMethod: t.choice(['magiclink', 'enchantedlink']),
        maskedEmail: t.text({ description: 'The entered address, masked' }),
        pendingRef: t.optional(
          t.text({ description: 'Enchanted link: poll for the session with this reference' }),
        ),
        linkId: t.optional(t.text({ description: 'Enchanted link: the number of the link to choose' })),
      },
      { $id: 'PasswordReset' },
    ),
    errors: ['E011004', 'E113001', 'E501001'],
    client: { parameters: ['loginId', 'redirectUrl', 'templateOptions'] },
    handle: async (ctx, { loginId, redirectUrl, revokeOtherSessions: _, useRecovery, ...options }) => {
      if (useRecovery) {
        throw new ServiceError(
          'E501001',
          'A reset goes to the user’s email address, not to a recovery address. Leave out useRecovery',
        );
      }
      const { method, masked, ...rest } = await sendPasswordReset(ctx, {
        loginId,
        redirectUrl,
        options: await readMessageOptions(ctx, options),
      });
      return { resetMethod: method, maskedEmail: masked, ...rest };
    },
  }),
];
