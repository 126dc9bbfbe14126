import { profileFields } from '../../../core/profile-fields.ts';
import { t } from '../../../http/schema.ts';
import { maxLoginIdLength } from '../../directory/users/user.ts';
import { loginOptions } from '../../sessions/sessions/wire.ts';
import type { Channel } from './challenge.ts';
import { messageFields } from './wire-message.ts';

/** Options of a sign-in or sign-up that sends a message. */
export const messageLoginOptions = t.optional(
  t.object({ ...loginOptions.properties, ...messageFields }, { $id: 'MessageLoginOptions' }),
);

export const typedLoginId = t.text({ maxLength: 1_024, description: 'Identifies the user' });

/** The login ID of a user who may not exist yet. */
export const newLoginId = t.text({ maxLength: maxLoginIdLength, description: 'Identifies the user' });

/** The address that the link leads to: on the project's list, with the secret as `t`; by default a page of this server. */
export const linkTarget = t.optional(
  t.text({
    emptyIsAbsent: true,
    aliases: ['redirectUrl'],
    description: 'The page that the link opens, with the secret as `t`: one of the project’s redirect URLs',
  }),
);

/** Options of a change of address, beside the address itself. */
export const updateFields = {
  addToLoginIDs: t.optional(t.flag({ description: 'Also make the address a login ID' })),
  onMergeUseExisting: t.optional(
    t.flag({
      description:
        'No effect, because users are never merged. With an address of another user, the call fails with a ' +
        'message that names this field',
    }),
  ),
  failOnConflict: t.optional(
    t.flag({ description: 'No effect: a conflict always fails, with a message that names this field' }),
  ),
  ...messageFields,
};

const maskedEmail = t.object(
  { maskedEmail: t.text({ description: 'The entered address, masked' }) },
  { $id: 'MaskedEmail' },
);

const maskedPhone = t.object(
  { maskedPhone: t.text({ description: 'The entered number, masked' }) },
  { $id: 'MaskedPhone' },
);

export function maskedOutput(channel: Channel) {
  return channel === 'email' ? maskedEmail : maskedPhone;
}

export function maskedToWire(channel: Channel, masked: string) {
  return channel === 'email' ? { maskedEmail: masked } : { maskedPhone: masked };
}

/** The address, for SDKs that send it outside of `user`. */
export const addressField = (kind: 'email' | 'phone') =>
  t.optional(
    t.text({
      maxLength: profileFields[kind].maxLength,
      emptyIsAbsent: true,
      description: 'The address to send to if `user` has none and the login ID is not an address',
    }),
  );

/** Explains who can complete a code or link that a session requested. */
export const askedInSession =
  'A code or link that was requested with a refresh JWT belongs to that session. To complete it, send the session’s refresh JWT. From your own server, you can instead send a management key at the end of the bearer. Codes and links for `mfa` and `stepup` to an already verified address need neither.';

/** The errors of completing a code or link. */
export const completionErrors = [
  'E011004',
  'E062107',
  'E062109',
  'E064001',
  'E064002',
  'E111127',
  'E112102',
] as const;
