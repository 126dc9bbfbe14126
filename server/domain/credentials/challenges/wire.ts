import { t } from '../../../http/schema.ts';
import { loginOptions } from '../../sessions/sessions/wire.ts';
import type { Channel } from './challenge.ts';
import { messageFields } from './wire-message.ts';

/** Options of a sign-in or sign-up that sends a message. */
export const messageLoginOptions = t.optional(
  t.object({ ...loginOptions.properties, ...messageFields }, { $id: 'MessageLoginOptions' }),
);

export const typedLoginId = t.text({ maxLength: 1_024, description: 'Identifies the user' });

/** Where the link leads: an allow-listed address that is given the secret as `t`; absent: a page of this server. */
export const linkTarget = t.optional(
  t.text({
    emptyIsAbsent: true,
    aliases: ['redirectUrl'],
    description: 'Where the link leads, with the secret as `t`: one of the redirect URLs of the project',
  }),
);

/** Options of a change of address, which stand beside it. */
export const updateFields = {
  addToLoginIDs: t.optional(t.flag({ description: 'The address becomes a login ID too' })),
  onMergeUseExisting: t.optional(
    t.flag({
      description:
        'Users are never merged: an address of another user is refused, with a message that names this',
    }),
  ),
  failOnConflict: t.optional(
    t.flag({ description: 'A conflict always fails, with a message that names this' }),
  ),
  ...messageFields,
};

const maskedEmail = t.object(
  { maskedEmail: t.text({ description: 'A hint at the address that was typed' }) },
  { $id: 'MaskedEmail' },
);

const maskedPhone = t.object(
  { maskedPhone: t.text({ description: 'A hint at the number that was typed' }) },
  { $id: 'MaskedPhone' },
);

export function maskedOutput(channel: Channel) {
  return channel === 'email' ? maskedEmail : maskedPhone;
}

export function maskedToWire(channel: Channel, masked: string) {
  return channel === 'email' ? { maskedEmail: masked } : { maskedPhone: masked };
}

/** What people say of themselves outside of `user`, in some SDKs. */
export const addressField = t.optional(
  t.text({
    maxLength: 320,
    emptyIsAbsent: true,
    description: 'Where the message goes, when `user` does not say it and the login ID is none',
  }),
);

/** About the secrets that come back. */
export const askedInSession =
  'What was asked for with a refresh JWT belongs to that session: it comes back with the refresh JWT of the session, or ' +
  'from your own server with a management key as the last part of the bearer. Codes and links for `mfa` and `stepup` to ' +
  'an address that was verified before need neither.';

/** What can happen to whoever brings a secret back. */
export const completionErrors = [
  'E011004',
  'E062107',
  'E062109',
  'E064001',
  'E064002',
  'E111127',
  'E112102',
] as const;
