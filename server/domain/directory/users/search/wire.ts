import { ServiceError } from '../../../../core/errors.ts';
import { type Static, t } from '../../../../http/schema.ts';
import { attributeValues } from '../../custom-attributes/wire.ts';
import { userSchema } from '../wire.ts';
import { statuses } from '../wire-input.ts';
import { sortFields } from './filter.ts';
import { maxSearchLimit, type UserSearch } from './search-users.ts';

const texts = (options: { description?: string; aliases?: string[] } = {}) =>
  t.optional(t.list(t.text(), options));
const moment = (description: string) =>
  t.optional(t.longInteger({ description: `${description}, in milliseconds since 1970; 0: any` }));
const flag = (description: string) => t.optional(t.flag({ description }));

const tenantRoles = (what: string) =>
  t.optional(
    t.map(
      t.object(
        {
          values: t.optional(t.list(t.text(), { maxItems: 100 })),
          and: flag('Requires all of them; default: any'),
        },
        { $id: `Tenant${what}Filter` },
      ),
      { description: 'Roles held in each tenant, by tenant ID' },
    ),
  );

export const searchUsersInput = t.object({
  tenantIds: texts({ description: 'Members of one of these' }),
  roleNames: texts({
    description:
      'Holders of one of these roles, in the project or in any tenant; with tenantIds, in one of these ' +
      'tenants',
  }),
  limit: t.optional(t.integer({ minimum: 0, maximum: maxSearchLimit, description: 'Default: 100' })),
  page: t.optional(t.longInteger({ minimum: 0, description: 'Starts at 0' })),
  cursor: t.reference({
    maxLength: 8_192,
    description:
      'The nextCursor of the previous page, instead of page. Deep pages are as fast as the first one.',
  }),
  sort: t.optional(
    t.list(
      t.object(
        { field: t.text({ description: `One of ${sortFields.join(', ')}` }), desc: flag('Descending') },
        { $id: 'UserSort' },
      ),
      {
        description:
          'At most one field. By default, and for equal values, users are sorted in the order in which they were added',
      },
    ),
  ),
  testUsersOnly: t.optional(t.flag()),
  withTestUser: flag('Also returns test users, who are left out by default'),
  customAttributes: t.optional(
    attributeValues({
      maxProperties: 50,
      description:
        'Values by attribute name; a list matches any of its values. An empty value fails: you cannot search ' +
        'for users without the attribute',
    }),
  ),
  statuses: t.optional(
    t.list(t.choice([...statuses, 'expired']), {
      description: 'Public SDKs also send `expired`, which matches no user',
    }),
  ),
  invitationSent: flag(
    'Default: any; false: only invited users to whom no invitation was sent; true: only those to whom one was sent. With ' +
      'statuses, users of the other statuses match, too',
  ),
  emails: texts(),
  phones: texts(),
  loginIds: texts({ aliases: ['identifiers'] }),
  identifier: t.reference({ maxLength: 1_024, description: 'A complete login ID' }),
  userIds: texts(),
  text: t.reference({
    maxLength: 256,
    description:
      'At least three characters that occur in a login ID, name, email, phone or text attribute. Two letters ' +
      'or digits match words that start with them. In scripts without spaces, such as Chinese, Japanese and ' +
      'Korean, they also match names that contain them. Ignores case, and separators in phone numbers',
  }),
  roles: texts({ description: 'Like roleNames, by role ID' }),
  tenantRoleIds: tenantRoles('RoleIds'),
  tenantRoleNames: tenantRoles('RoleNames'),
  includeSubTenants: flag('Include users of the sub-tenants of tenantIds'),
  ssoAppIds: texts(),
  fromCreatedTime: moment('Only users created at or after this time'),
  toCreatedTime: moment('Only users created at or before this time'),
  fromModifiedTime: moment('Only users modified at or after this time'),
  toModifiedTime: moment('Only users modified at or before this time'),
  fromLastSignInTime: moment('Only users who signed in on the day (UTC) of this time or later'),
  notSignedInSince: moment(
    'Only users who have not signed in since the day (UTC) of this time began, or never',
  ),
  neverSignedIn: flag('Only users without a known sign-in'),
  withoutSecondFactor: flag('Only users who have set up neither an authenticator app nor a passkey'),
  verifiedEmail: flag('Default: any; false: only users whose email is not verified'),
  verifiedPhone: flag('Default: any; false: only users whose phone is not verified'),
  totp: flag('Only users with an authenticator app'),
  password: flag('Only users with a password'),
  ssoOnly: flag('Only users who have signed in through an identity provider'),
  webauthn: flag('Only users with a passkey'),
  scim: flag('true fails with E501001. Users that a directory created by SCIM are found like all others'),
  scimOnly: flag('An alias of scim'),
});

export const searchUsersOutput = t.object({
  users: t.list(userSchema, { maxItems: maxSearchLimit }),
  total: t.integer({ description: 'The number of matching users on all pages' }),
  nextCursor: t.text({
    maxLength: 8_192,
    description: 'The cursor of the next page; empty on the last page',
  }),
});

export function searchFromWire(input: Static<typeof searchUsersInput>): UserSearch {
  const {
    roles: roleIds,
    identifier,
    loginIds = [],
    totp,
    password,
    webauthn,
    scim,
    scimOnly,
    ssoOnly,
    ...same
  } = input;
  if (scim || scimOnly) {
    throw new ServiceError(
      'E501001',
      'scim and scimOnly are not supported. Leave them out, or set them to false',
    );
  }
  const methods = { totp, password, webauthn, sso: ssoOnly };
  return {
    ...same,
    roleIds,
    loginIds: identifier ? [...loginIds, identifier] : loginIds,
    methods: (Object.keys(methods) as (keyof typeof methods)[]).filter((method) => methods[method]),
  };
}
