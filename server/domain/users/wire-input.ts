import { type Static, t } from '../../http/schema.ts';
import { messageFields } from '../challenges/wire-message.ts';
import { hashedPasswordInput } from '../passwords/wire.ts';
import { maxBatchEntries } from './batches.ts';
import type { NewUser } from './create-user.ts';
import type { UserChange } from './update-user.ts';
import { userLimits } from './user.ts';

const identifier = (description: string) =>
  t.text({ description, aliases: ['identifier'], maxLength: 1_024 });

/** Which user a call is about. */
export const loginId = identifier('A login ID, or a user ID');

export const loginIdOrUserId = {
  loginId: t.reference({
    description: 'A login ID, or a user ID',
    aliases: ['identifier'],
    maxLength: 1_024,
  }),
  userId: t.reference(),
};

export const email = t.text({ maxLength: 320 });
export const phone = t.text({
  maxLength: 64,
  aliases: ['phoneNumber'],
  description: 'International, as in +12025550123',
});
export const names = {
  displayName: t.optional(t.text({ aliases: ['name'] })),
  givenName: t.optional(t.text()),
  middleName: t.optional(t.text()),
  familyName: t.optional(t.text()),
};
export const picture = t.text({ maxLength: 4_096, description: 'An https URL' });
export const roleNames = t.list(t.text({ maxLength: 255 }), {
  maxItems: userLimits.roles,
  aliases: ['roles'],
});
export const ssoAppIds = t.list(t.text({ maxLength: 255 }), {
  maxItems: userLimits.ssoApps,
  description: 'SSO applications. Stored and answered: users cannot sign in to applications yet',
});
export const statuses = ['invited', 'enabled', 'disabled'] as const;

/** What an administrator says about a user. */
const profile = {
  email: t.optional(email),
  phone: t.optional(phone),
  ...names,
  roleNames: t.optional({ ...roleNames, description: 'Roles in the project' }),
  userTenants: t.optional(
    t.list(
      t.object(
        {
          tenantId: t.text({ maxLength: 255 }),
          roleNames: t.optional(t.list(t.text({ maxLength: 255 }), { maxItems: userLimits.roles })),
        },
        { $id: 'AssociatedTenant' },
      ),
      { maxItems: userLimits.tenants },
    ),
  ),
  customAttributes: t.optional(t.map(t.any(), { maxProperties: 100, description: 'By name' })),
  picture: t.optional(picture),
  verifiedEmail: t.optional(t.flag({ description: 'Default: true when an email is given' })),
  verifiedPhone: t.optional(t.flag({ description: 'Default: true when a phone is given' })),
  additionalLoginIds: t.optional(
    t.list(t.text({ maxLength: 1_024 }), {
      maxItems: userLimits.additionalLoginIds,
      aliases: ['additionalIdentifiers'],
    }),
  ),
  ssoAppIds: t.optional(ssoAppIds),
};

const newUser = {
  loginId: identifier('Identifies the user; unique in the project without regard to case'),
  ...profile,
  status: t.optional(t.choice([...statuses], { description: 'Default: invited' })),
  test: t.optional(t.flag({ description: 'A user for tests, whom searches leave out' })),
  password: t.optional(t.text({ maxLength: 1_024, description: 'In clear' })),
  hashedPassword: t.optional(hashedPasswordInput),
};

/** How people are invited. */
const invitation = {
  invite: t.optional(t.flag({ description: 'The user is sent a link' })),
  inviteUrl: t.reference({
    maxLength: 2_048,
    description:
      'Where the link leads, with the secret as `t`: one of the redirect URLs of the project; absent: as the project ' +
      'has it, or a page of this server',
  }),
  sendMail: t.optional(
    t.flag({ description: 'By mail. When neither this nor sendSMS is true, the project’s settings say how' }),
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
        seed: t.optional(
          t.text({ description: 'The TOTP secret, in base32, of an authenticator that works elsewhere' }),
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

/** Public SDKs send it with every change. */
const testFlag = t.optional(
  t.flag({
    description: 'Cannot be changed; true is refused for a user who is not a test user',
  }),
);

export const updateUserInput = t.object({ loginId, ...profile, test: testFlag });

const patch = {
  loginId,
  ...profile,
  status: t.optional(t.choice([...statuses])),
  test: testFlag,
  scim: t.optional(t.flag({ description: 'Only false: users are not created by SCIM' })),
};

export const patchUserInput = t.object(patch);

export const patchUsersInput = t.object({
  users: t.list(t.object(patch, { $id: 'UserPatch' }), { minItems: 1, maxItems: maxBatchEntries }),
});

/** What is said of the users, and how they are invited, if they are. */
export function splitInvitation<I extends Partial<Static<typeof invitationInput>>>(input: I) {
  const { invite, inviteUrl, sendMail, sendSMS, templateId, templateOptions, locale, ...entry } = input;
  const request = { inviteUrl, sendMail, sendSMS, templateId, templateOptions, locale };
  return { entry, request: invite ? request : undefined };
}

type Profile = Partial<Static<typeof updateUserInput>>;

function fromProfile({ displayName, userTenants, ...rest }: Profile) {
  return {
    ...rest,
    ...(displayName !== undefined && { name: displayName }),
    ...(userTenants && { tenants: userTenants }),
  };
}

export function newUserFromWire(input: Static<typeof newUsersInput>['users'][number]): NewUser {
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

export function changeFromWire({ loginId: _, ...input }: Partial<Static<typeof patchUserInput>>): UserChange {
  const { status, test, scim: _scim, ...profile } = input;
  return { ...fromProfile(profile), ...(status && { status }), ...(test !== undefined && { test }) };
}
