import { ServiceError } from '../../../core/errors.ts';
import { fieldOf, nameParameters, profileFields } from '../../../core/profile-fields.ts';
import { type Static, t } from '../../../http/schema.ts';
import { attributeValues } from '../custom-attributes/wire.ts';
import { maxBatchEntries } from './batches.ts';
import type { UserChange } from './update-user.ts';
import { maxLoginIdLength, userLimits } from './user.ts';

export const identifier = (description: string) =>
  t.text({ description, aliases: ['identifier'], maxLength: 1_024 });

/** Identifies the user of a call. */
export const loginId = identifier('A login ID, or a user ID');

export const loginIdOrUserId = {
  loginId: t.reference({
    description: 'A login ID, or a user ID',
    aliases: ['identifier'],
    maxLength: 1_024,
  }),
  userId: t.reference(),
};

/** Throws E011002 if neither is given. */
export function requireOne({ loginId, userId }: { loginId?: string; userId?: string }): void {
  if (!loginId && !userId)
    throw new ServiceError('E011002', 'loginId or userId is required. Give one of them');
}

export const email = t.text({ maxLength: profileFields.email.maxLength });
export const phone = t.text({
  maxLength: profileFields.phone.maxLength,
  aliases: ['phoneNumber'],
  description: 'In international format, such as +12025550123',
});
/** The name and its parts, as parameters of management calls. */
export const names = t.each(nameParameters, (parameter) => {
  const field = fieldOf(parameter);
  const { maxLength } = profileFields[field];
  return t.optional(t.text({ maxLength, ...(field !== parameter && { aliases: [field] }) }));
});
export const picture = t.text({
  maxLength: profileFields.picture.maxLength,
  description: 'An https URL',
});
export const roleNames = t.list(t.text({ maxLength: 255 }), {
  maxItems: userLimits.roles,
  aliases: ['roles'],
});
export const ssoAppIds = t.list(t.text({ maxLength: 255 }), {
  maxItems: userLimits.ssoApps,
  description: 'SSO applications that the user may sign in to',
});
export const statuses = ['invited', 'enabled', 'disabled'] as const;

/** The profile of a user as an administrator enters it. */
export const profile = {
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
  customAttributes: t.optional(
    attributeValues({
      maxProperties: 100,
      description: 'Values by attribute name. `null` removes the value, or sets none',
    }),
  ),
  picture: t.optional(picture),
  verifiedEmail: t.optional(t.flag({ description: 'Default: true when an email is given' })),
  verifiedPhone: t.optional(t.flag({ description: 'Default: true when a phone is given' })),
  additionalLoginIds: t.optional(
    t.list(t.text({ maxLength: maxLoginIdLength }), {
      maxItems: userLimits.additionalLoginIds,
      aliases: ['additionalIdentifiers'],
    }),
  ),
  ssoAppIds: t.optional(ssoAppIds),
};

/** The profile in an entry of a batch, which fails by itself if one of its texts is too long. */
export const entryProfile = {
  ...profile,
  ...t.each(nameParameters, (parameter) => t.checkedLater(names[parameter])),
  picture: t.checkedLater(profile.picture),
  additionalLoginIds: t.checkedLater(profile.additionalLoginIds),
};

/** Public SDKs send this flag with every change. */
const testFlag = t.optional(
  t.flag({
    description: 'Cannot be changed. Setting it to true fails for a user who is not a test user',
  }),
);

export const updateUserInput = t.object({ loginId, ...profile, test: testFlag });

const patch = {
  loginId,
  ...profile,
  status: t.optional(t.choice([...statuses])),
  test: testFlag,
  scim: t.optional(
    t.flag({
      description:
        'Must be false: users have no SCIM flag. A tenant’s directory manages its users at `/scim/v2`',
    }),
  ),
};

export const patchUserInput = t.object(patch);

export const patchUsersInput = t.object({
  users: t.list(t.object({ ...patch, ...entryProfile }, { $id: 'UserPatch' }), {
    minItems: 1,
    maxItems: maxBatchEntries,
  }),
});

type Profile = Partial<Static<typeof updateUserInput>>;

export function fromProfile({ displayName, userTenants, ...rest }: Profile) {
  return {
    ...rest,
    ...(displayName !== undefined && { name: displayName }),
    ...(userTenants && { tenants: userTenants }),
  };
}

export function changeFromWire({ loginId: _, ...input }: Partial<Static<typeof patchUserInput>>): UserChange {
  const { status, test, scim: _scim, ...profile } = input;
  return { ...fromProfile(profile), ...(status && { status }), ...(test !== undefined && { test }) };
}
