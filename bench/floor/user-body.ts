type Grant = [tenantId: string, tenantName: string, role: string, permission: string | null];

/** Builds the response body of a user from a row of `statements.ts`. */
export function userBody(row: unknown[]) {
  const [id, status, name, givenName, middleName, familyName, email, verifiedEmail, phone, verifiedPhone] =
    row;
  const [recoveryEmail, verifiedRecoveryEmail, recoveryPhone, verifiedRecoveryPhone] = row.slice(10);
  const [picture, test, customAttributes, createdAt, modifiedAt, hasTotp, hasPassword] = row.slice(14);
  const loginIds = (JSON.parse(row[21] as string) as [string, number][])
    .sort((a, b) => a[1] - b[1])
    .map(([written]) => written);
  const totp = hasTotp === 1;
  return {
    ...{ userId: id, loginIds, externalIds: loginIds, name, givenName, middleName, familyName },
    ...{ email, verifiedEmail: verifiedEmail === 1, phone, verifiedPhone: verifiedPhone === 1 },
    ...{ recoveryEmail, verifiedRecoveryEmail: verifiedRecoveryEmail === 1 },
    ...{ recoveryPhone, verifiedRecoveryPhone: verifiedRecoveryPhone === 1 },
    ...{ picture, status, test: test === 1, roleNames: [], permissions: [] },
    userTenants: tenantsIn(row[22] as string | null),
    customAttributes: JSON.parse(customAttributes as string),
    createdTime: Math.floor((createdAt as number) / 1000),
    modifiedTime: Math.floor((modifiedAt as number) / 1000),
    ...{
      ssoAppIds: [],
      editable: true,
      TOTP: totp,
      totp,
      SAML: false,
      saml: false,
      OIDC: false,
      SCIM: false,
    },
    ...{
      OAuth: {},
      oauth: {},
      webauthn: false,
      password: hasPassword === 1,
      push: false,
      consentExpiration: 0,
    },
  };
}

function tenantsIn(json: string | null) {
  const tenants = new Map<
    string,
    Record<'tenantId' | 'tenantName', string> & Record<'roleNames' | 'permissions', string[]>
  >();
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
