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
    summary: 'Send a link by which a new password can be chosen',
    description:
      'It goes to the email address of the user, if that is verified. Whoever nobody knows, who is disabled and who has ' +
      'no verified address is answered alike, and nothing is sent. The link is good for 30 minutes, once, and the newest ' +
      'counts; `magiclink/verify` signs in with it, which voids every other code and link of the user, and ' +
      '`password/update` sets the password. Until then the old password stays. Where the project’s `passwordResetMethod` ' +
      'is `enchantedlink`, the mail has three links with a number each, good for ten minutes, and the session is ' +
      'for the device that asks with `pendingRef`.',
    auth: 'project',
    limit: 'message',
    input: t.object({
      loginId: typedLoginId,
      redirectUrl: t.optional(
        t.text({
          emptyIsAbsent: true,
          aliases: ['URI'],
          description:
            'Where the link leads, with the secret as `t`: one of the redirect URLs of the project; absent: a page of ' +
            'this server',
        }),
      ),
      revokeOtherSessions: t.optional(
        t.flag({
          description:
            'Left out: anybody can ask for a reset. All other sessions of the user end when the new password is set; to ' +
            'end them already when the link is used, give it to `magiclink/verify`',
        }),
      ),
      useRecovery: t.optional(t.flag({ description: 'Not supported: refused when it is true' })),
      ...messageFields,
    }),
    output: t.object(
      {
        resetMethod: t.choice(['magiclink', 'enchantedlink']),
        maskedEmail: t.text({ description: 'A hint at the address that was typed' }),
        pendingRef: t.optional(t.text({ description: 'Enchanted link: for asking for the session' })),
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
          'A reset is sent to the email address of the user, not to a recovery address',
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
