type Grant = [tenantId: string, tenantName: string, role: string, permission: string | null];

/** Builds the response body of a user from a row of `statements.ts`. */
export function userBody(row: unknown[]) {
  const [userId, status, name, givenName, middleName, familyName, email, verifiedEmail, phone] = row;
  const [verifiedPhone, recoveryEmail, verifiedRecoveryEmail, recoveryPhone] = row.slice(9);
  const [verifiedRecoveryPhone, picture, test, attributes, createdAt, modifiedAt] = row.slice(13);
  const [lastSignInDay, invitedAt, hasTotp, hasPassword, written, grants] = row.slice(19);
  const loginIds = (JSON.parse(written as string) as [string, number][])
    .sort((a, b) => a[1] - b[1])
    .map(([loginId]) => loginId);
  const totp = hasTotp === 1;
  return {
    userId,
    loginIds,
    externalIds: loginIds,
    name,
    givenName,
    middleName,
    familyName,
    email,
    phone,
    verifiedEmail: verifiedEmail === 1,
    verifiedPhone: verifiedPhone === 1,
    recoveryEmail,
    recoveryPhone,
    verifiedRecoveryEmail: verifiedRecoveryEmail === 1,
    picture,
    status,
    verifiedRecoveryPhone: verifiedRecoveryPhone === 1,
    test: test === 1,
    userTenants: tenantsIn(grants as string | null),
    customAttributes: JSON.parse(attributes as string),
    createdTime: Math.floor((createdAt as number) / 1000),
    modifiedTime: Math.floor((modifiedAt as number) / 1000),
    lastSignInTime: (lastSignInDay as number) / 1000,
    invitedTime: Math.floor((invitedAt as number) / 1000),
    TOTP: totp,
    totp,
    password: hasPassword === 1,
    ...absent,
  };
}

/** The fields that have the same value for every user of the benchmark. */
const absent = {
  roleNames: [],
  permissions: [],
  ssoAppIds: [],
  editable: true,
  SAML: false,
  saml: false,
  OIDC: false,
  SCIM: false,
  OAuth: {},
  oauth: {},
  webauthn: false,
  push: false,
  consentExpiration: 0,
};

type Tenant = Record<'tenantId' | 'tenantName', string> & Record<'roleNames' | 'permissions', string[]>;

function tenantsIn(json: string | null) {
  const tenants = new Map<string, Tenant>();
  for (const [tenantId, tenantName, role, permission] of JSON.parse(json ?? '[]') as Grant[]) {
    const tenant = tenants.get(tenantId) ?? { tenantId, tenantName, roleNames: [], permissions: [] };
    tenants.set(tenantId, tenant);
    if (!tenant.roleNames.includes(role)) tenant.roleNames.push(role);
    if (permission !== null && !tenant.permissions.includes(permission)) tenant.permissions.push(permission);
  }
  for (const { roleNames, permissions } of tenants.values()) {
    roleNames.sort();
    permissions.sort();
  }
  return [...tenants.values()];
}
