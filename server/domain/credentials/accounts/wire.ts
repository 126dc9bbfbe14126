import { type Static, t } from '../../../http/schema.ts';
import { maxBatchEntries } from '../../directory/users/batches.ts';
import { maxLoginIdLength } from '../../directory/users/user.ts';
import {
  entryProfile,
  fromProfile,
  identifier,
  profile,
  statuses,
} from '../../directory/users/wire-input.ts';
import { messageFields } from '../challenges/wire-message.ts';
import { hashedPasswordInput, newPasswordText } from '../passwords/wire.ts';
import type { NewAccount } from './create-account.ts';

const newUser = {
  loginId: {
    ...identifier('Identifies the user; unique in the project, ignoring case'),
    maxLength: maxLoginIdLength,
  },
  ...profile,
  status: t.optional(t.choice([...statuses], { description: 'Default: invited' })),
  test: t.optional(t.flag({ description: 'Creates a test user, which searches leave out by default' })),
  password: t.optional({ ...newPasswordText, description: 'In plain text' }),
  hashedPassword: t.optional(hashedPasswordInput),
};

/** The options of an invitation. */
const invitation = {
  invite: t.optional(t.flag({ description: 'Sends the user a link' })),
  inviteUrl: t.reference({
    maxLength: 2_048,
    description:
      'The page that the link opens, with the secret as `t`: one of the project’s redirect URLs. Default: the ' +
      'project’s setting, ' +
      'or a page of this server',
  }),
  sendMail: t.optional(
    t.flag({
      description: 'Send by email. If neither this nor sendSMS is true, the project’s setting applies',
    }),
  ),
  sendSMS: t.optional(t.flag({ description: 'By SMS' })),
  ...messageFields,
};

const invitationInput = t.object(invitation);

export const newUserInput = t.object({ ...newUser, ...invitation });

export const newUsersInput = t.object({
  users: t.list(
    t.object(
      {
        ...newUser,
        ...entryProfile,
        loginId: { ...newUser.loginId, checkedLater: true },
        password: t.checkedLater(newUser.password),
        seed: t.optional(
          t.text({
            description: 'The base32 TOTP secret of an authenticator that the user already has',
          }),
        ),
        createdTime: t.optional(
          t.longInteger({ minimum: 0, description: 'Seconds since 1970; default: now' }),
        ),
      },
      { $id: 'NewUser' },
    ),
    { minItems: 1, maxItems: maxBatchEntries },
  ),
  ...invitation,
});

/** Separates the users' data from the options of the invitation. */
export function splitInvitation<I extends Partial<Static<typeof invitationInput>>>(input: I) {
  const { invite, inviteUrl, sendMail, sendSMS, templateId, templateOptions, locale, ...entry } = input;
  const request = { inviteUrl, sendMail, sendSMS, templateId, templateOptions, locale };
  return { entry, request: invite ? request : undefined };
}

export function newAccountFromWire(input: Static<typeof newUsersInput>['users'][number]): NewAccount {
  const { loginId, status, test, password, hashedPassword, seed, createdTime, ...profile } = input;
  return {
    ...fromProfile(profile),
    loginId,
    status,
    test,
    password,
    hashedPassword,
    seed,
    ...(createdTime !== undefined && { createdAt: createdTime * 1000 }),
  };
}
