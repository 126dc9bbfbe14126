import { ServiceError } from '../../../../core/errors.ts';
import { type Static, t } from '../../../../http/schema.ts';
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
          and: flag('All of them; otherwise any'),
        },
        { $id: `Tenant${what}Filter` },
      ),
      { description: 'By tenant ID: roles that are held there' },
    ),
  );

export const searchUsersInput = t.object({
  tenantIds: texts({ description: 'Members of one of these' }),
  roleNames: texts({
    description:
      'Holders of one of these, in the project or in any tenant; with tenantIds: in one of these tenants',
  }),
  limit: t.optional(t.integer({ minimum: 0, maximum: maxSearchLimit, description: 'Default: 100' })),
  page: t.optional(t.longInteger({ minimum: 0, description: 'From 0' })),
  cursor: t.reference({
    maxLength: 8_192,
    description:
      'In place of a page: nextCursor of the page before. Deep pages are as fast as the first one.',
  }),
  sort: t.optional(
    t.list(
      t.object(
        { field: t.text({ description: `One of ${sortFields.join(', ')}` }), desc: flag('Descending') },
        { $id: 'UserSort' },
      ),
      { description: 'At most one field. Without it, and among equals: the order in which users were added' },
    ),
  ),
  testUsersOnly: t.optional(t.flag()),
  withTestUser: flag('Test users are left out otherwise'),
  customAttributes: t.optional(
    t.map(t.any(), { maxProperties: 50, description: 'By name: the value, or a list of which any will do' }),
  ),
  statuses: t.optional(
    t.list(t.choice([...statuses, 'expired']), {
      description: 'Public SDKs also know `expired`, which matches no user',
    }),
  ),
  emails: texts(),
  phones: texts(),
  loginIds: texts({ aliases: ['identifiers'] }),
  identifier: t.reference({ maxLength: 1_024, description: 'One login ID' }),
  userIds: texts(),
  text: t.reference({
    maxLength: 256,
    description:
      'Any part, of at least three characters, of a login ID, name, email, phone or textual custom attribute, in upper or lower case',
  }),
  roles: texts({ description: 'As roleNames, by role ID' }),
  tenantRoleIds: tenantRoles('RoleIds'),
  tenantRoleNames: tenantRoles('RoleNames'),
  includeSubTenants: flag('tenantIds mean the tenants below them, too'),
  ssoAppIds: texts(),
  fromCreatedTime: moment('Not earlier than this'),
  toCreatedTime: moment('Not later than this'),
  fromModifiedTime: moment('Not earlier than this'),
  toModifiedTime: moment('Not later than this'),
  verifiedEmail: flag('Absent: both; false: only those whose email is not verified'),
  verifiedPhone: flag('Absent: both; false: only those whose phone is not verified'),
  totp: flag('Only users with an authenticator app'),
  password: flag('Only users with a password'),
  ssoOnly: flag('Only users whom an identity provider has signed in'),
  webauthn: flag('Only users with a passkey'),
  scim: flag('Refused (E501001) when true: users are not created by SCIM'),
  scimOnly: flag('The same as scim'),
});

export const searchUsersOutput = t.object({
  users: t.list(userSchema, { maxItems: maxSearchLimit }),
  total: t.integer({ description: 'How many match, on all pages' }),
  nextCursor: t.text({ maxLength: 8_192, description: 'For the next page; empty on the last one' }),
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
    throw new ServiceError('E501001', 'scim and scimOnly are not supported: users are not created by SCIM');
  }
  const methods = { totp, password, webauthn, sso: ssoOnly };
  return {
    ...same,
    roleIds,
    loginIds: identifier ? [...loginIds, identifier] : loginIds,
    methods: (Object.keys(methods) as (keyof typeof methods)[]).filter((method) => methods[method]),
  };
}
