import { linkFields, nameFields, type TextField } from '../../../core/profile-fields.ts';
import { type Static, t } from '../../../http/schema.ts';
import { type User, withTexts } from './user.ts';

const userTenant = t.object(
  {
    tenantId: t.text(),
    tenantName: t.text(),
    roleNames: t.list(t.text()),
    permissions: t.list(t.text()),
  },
  { $id: 'UserTenant' },
);

/** Every field is always present: the Java and Python SDKs fail on missing ones. */
export const userSchema = t.object(
  {
    userId: t.text(),
    loginIds: t.list(t.text(), {
      description: 'The first one is the login ID that the user was created with',
    }),
    externalIds: t.list(t.text(), { description: 'A copy of loginIds' }),
    ...t.each(nameFields, () => t.text()),
    email: t.text(),
    verifiedEmail: t.flag(),
    phone: t.text({ description: 'E.164' }),
    verifiedPhone: t.flag(),
    recoveryEmail: t.text(),
    verifiedRecoveryEmail: t.flag(),
    recoveryPhone: t.text({ description: 'E.164' }),
    verifiedRecoveryPhone: t.flag(),
    ...t.each(linkFields, () => t.text()),
    status: t.choice(['invited', 'enabled', 'disabled']),
    test: t.flag(),
    roleNames: t.list(t.text(), { description: 'Roles in the project' }),
    permissions: t.list(t.text(), { description: 'Permissions of the project roles' }),
    userTenants: t.list(userTenant),
    customAttributes: t.map(t.any()),
    createdTime: t.integer({ description: 'Seconds since 1970' }),
    modifiedTime: t.integer({ description: 'Seconds since 1970' }),
    lastSignInTime: t.integer({
      description: 'Start of the day (UTC) of the last sign-in, in seconds since 1970; 0: none is known',
    }),
    invitedTime: t.integer({
      description: 'The last time at which an invitation was sent, in seconds since 1970; 0: never',
    }),
    ssoAppIds: t.list(t.text()),
    editable: t.flag(),
    TOTP: t.flag({ description: 'Has an authenticator app' }),
    totp: t.flag({ description: 'A copy of TOTP; the Java SDK reads this spelling' }),
    SAML: t.flag({
      description: 'Has signed in through a tenant’s SAML identity provider',
    }),
    saml: t.flag(),
    OIDC: t.flag({ description: 'Has signed in through a tenant’s OpenID Connect identity provider' }),
    SCIM: t.flag(),
    OAuth: t.map(t.flag()),
    oauth: t.map(t.flag()),
    webauthn: t.flag(),
    password: t.flag(),
    push: t.flag(),
    consentExpiration: t.integer({
      description: 'End of the user’s consent to impersonation, in seconds since 1970; 0: no consent',
    }),
  },
  { $id: 'User' },
);

export type UserWire = Static<typeof userSchema>;

export function userToWire(user: User): UserWire {
  const wire: Omit<UserWire, TextField> = {
    userId: user.id,
    loginIds: user.loginIds,
    externalIds: user.loginIds,
    email: user.email,
    verifiedEmail: user.verifiedEmail,
    phone: user.phone,
    verifiedPhone: user.verifiedPhone,
    recoveryEmail: user.recoveryEmail,
    verifiedRecoveryEmail: user.verifiedRecoveryEmail,
    recoveryPhone: user.recoveryPhone,
    verifiedRecoveryPhone: user.verifiedRecoveryPhone,
    status: user.status,
    test: user.test,
    roleNames: user.roleNames,
    permissions: user.permissions,
    userTenants: user.tenants.map(({ tenantId, tenantName, roleNames, permissions }) => ({
      tenantId,
      tenantName,
      roleNames,
      permissions,
    })),
    customAttributes: user.customAttributes,
    createdTime: Math.floor(user.createdAt / 1000),
    modifiedTime: Math.floor(user.modifiedAt / 1000),
    lastSignInTime: user.lastSignInDay / 1000,
    invitedTime: Math.floor(user.invitedAt / 1000),
    ssoAppIds: user.ssoAppIds,
    editable: true,
    TOTP: user.hasTotp,
    totp: user.hasTotp,
    SAML: user.ssoProtocols.includes('saml'),
    saml: user.ssoProtocols.includes('saml'),
    OIDC: user.ssoProtocols.includes('oidc'),
    SCIM: false,
    OAuth: oauthToWire(user),
    oauth: oauthToWire(user),
    webauthn: user.hasPasskey,
    password: user.hasPassword,
    push: false,
    consentExpiration: Math.floor(user.consentExpiresAt / 1000),
  };
  return withTexts(wire, user);
}

function oauthToWire({ oauthProviders }: User): Record<string, boolean> {
  return Object.fromEntries(oauthProviders.map((provider) => [provider, true]));
}

export const oneUser = t.object({ user: userSchema });
