import { type Static, t } from '../../http/schema.ts';
import { maxSearchLimit } from './search-users.ts';
import { type User, userLimits } from './user.ts';

const userTenant = t.object(
  {
    tenantId: t.text(),
    tenantName: t.text(),
    roleNames: t.list(t.text()),
    permissions: t.list(t.text()),
  },
  { $id: 'UserTenant' },
);

/** Every field is always there: Java and Python fail on missing ones. */
export const userSchema = t.object(
  {
    userId: t.text(),
    loginIds: t.list(t.text(), { description: 'The first is the one the user was made with' }),
    externalIds: t.list(t.text(), { description: 'The same as loginIds' }),
    name: t.text(),
    givenName: t.text(),
    middleName: t.text(),
    familyName: t.text(),
    email: t.text(),
    verifiedEmail: t.flag(),
    phone: t.text({ description: 'E.164' }),
    verifiedPhone: t.flag(),
    picture: t.text(),
    status: t.choice(['invited', 'enabled', 'disabled']),
    test: t.flag(),
    roleNames: t.list(t.text(), { description: 'Roles in the project' }),
    permissions: t.list(t.text(), { description: 'Permissions of these roles' }),
    userTenants: t.list(userTenant),
    customAttributes: t.map(t.any()),
    createdTime: t.integer({ description: 'Seconds since 1970' }),
    modifiedTime: t.integer({ description: 'Seconds since 1970' }),
    ssoAppIds: t.list(t.text()),
    editable: t.flag(),
    TOTP: t.flag({ description: 'Has an authenticator app' }),
    totp: t.flag({ description: 'The same; the Java SDK reads this spelling' }),
    SAML: t.flag({ description: 'Has signed in through a SAML identity provider' }),
    saml: t.flag(),
    OIDC: t.flag(),
    SCIM: t.flag(),
    OAuth: t.map(t.flag()),
    oauth: t.map(t.flag()),
    webauthn: t.flag(),
    password: t.flag(),
    push: t.flag(),
  },
  { $id: 'User' },
);

export type UserWire = Static<typeof userSchema>;

export function userToWire(user: User): UserWire {
  return {
    userId: user.id,
    loginIds: user.loginIds,
    externalIds: user.loginIds,
    name: user.name,
    givenName: user.givenName,
    middleName: user.middleName,
    familyName: user.familyName,
    email: user.email,
    verifiedEmail: user.verifiedEmail,
    phone: user.phone,
    verifiedPhone: user.verifiedPhone,
    picture: user.picture,
    status: user.status,
    test: user.test,
    roleNames: user.roleNames,
    permissions: user.permissions,
    userTenants: user.tenants,
    customAttributes: user.customAttributes,
    createdTime: Math.floor(user.createdAt / 1000),
    modifiedTime: Math.floor(user.modifiedAt / 1000),
    ssoAppIds: [],
    editable: true,
    TOTP: user.hasTotp,
    totp: user.hasTotp,
    SAML: user.hasSaml,
    saml: user.hasSaml,
    OIDC: false,
    SCIM: false,
    OAuth: {},
    oauth: {},
    webauthn: false,
    password: false,
    push: false,
  };
}

export const oneUser = t.object({ user: userSchema });

const loginId = (description: string) => t.text({ description, aliases: ['identifier'], maxLength: 1_024 });

export const newUserInput = t.object({
  loginId: loginId('Identifies the user; unique in the project without regard to case'),
  email: t.optional(t.text({ maxLength: 320 })),
  phone: t.optional(
    t.text({ maxLength: 64, aliases: ['phoneNumber'], description: 'International, as in +12025550123' }),
  ),
  displayName: t.optional(t.text({ aliases: ['name'] })),
  givenName: t.optional(t.text()),
  middleName: t.optional(t.text()),
  familyName: t.optional(t.text()),
  roleNames: t.optional(
    t.list(t.text({ maxLength: 255 }), {
      maxItems: userLimits.roles,
      aliases: ['roles'],
      description: 'Roles in the project. userTenants take precedence.',
    }),
  ),
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
  customAttributes: t.optional(t.map(t.any(), { maxProperties: 50 })),
  picture: t.optional(t.text({ maxLength: 4_096, description: 'An https URL' })),
  verifiedEmail: t.optional(t.flag({ description: 'Default: true when an email is given' })),
  verifiedPhone: t.optional(t.flag({ description: 'Default: true when a phone is given' })),
  additionalLoginIds: t.optional(
    t.list(t.text({ maxLength: 1_024 }), {
      maxItems: userLimits.additionalLoginIds,
      aliases: ['additionalIdentifiers'],
    }),
  ),
  ssoAppIds: t.optional(t.list(t.text(), { maxItems: userLimits.ssoApps })),
  status: t.optional(t.choice(['invited', 'enabled', 'disabled'], { description: 'Default: invited' })),
  test: t.optional(t.flag()),
  invite: t.optional(t.flag()),
});

export const loadUserInput = t.object({
  loginId: t.reference({
    description: 'A login ID, or a user ID',
    aliases: ['identifier'],
    maxLength: 1_024,
  }),
  userId: t.reference(),
});

export const deleteUserInput = loadUserInput;

const texts = () => t.optional(t.list(t.text()));

export const searchUsersInput = t.object({
  tenantIds: texts(),
  roleNames: texts(),
  limit: t.optional(t.integer({ minimum: 0, maximum: maxSearchLimit, description: 'Default: 100' })),
  page: t.optional(t.longInteger({ minimum: 0, description: 'From 0' })),
  testUsersOnly: t.optional(t.flag()),
  withTestUser: t.optional(t.flag({ description: 'Test users are left out otherwise' })),
  customAttributes: t.optional(t.map(t.any(), { maxProperties: 50 })),
  statuses: t.optional(t.list(t.choice(['invited', 'enabled', 'disabled']))),
  emails: texts(),
  phones: texts(),
  loginIds: texts(),
  userIds: texts(),
});

export const searchUsersOutput = t.object({
  users: t.list(userSchema),
  total: t.integer({ description: 'How many match, on all pages' }),
});
