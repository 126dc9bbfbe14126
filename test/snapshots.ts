import { expect } from 'vitest';
import { idp } from '../server/domain/federation/sso/saml/idp-fixture.ts';
import { type Answer, type Latchkey, startLatchkey } from './harness.ts';
import { connectOidcTenant, type OpenIdProvider, startOpenIdProvider } from './openid-provider.ts';

type Files = Record<string, Record<string, unknown>>;
type Manage = (method: string, path: string, body?: object) => Promise<Answer>;
export type FullProject = Awaited<ReturnType<typeof startWithFullProject>>;
export type EmptyProject = Awaited<ReturnType<FullProject['addEmptyProject']>>;

export const secrets = ['s3cret-of-google', 's3cret-of-smtp', 's3cret-of-header', 's3cret-of-oidc'];

/** Starts a Latchkey with a project that has everything, and exports its files. */
export async function startWithFullProject() {
  const latchkey = await startLatchkey();
  const provider = await startOpenIdProvider(latchkey);
  await fill(latchkey, provider);
  return {
    latchkey,
    provider,
    files: await exportFrom(latchkey.manage as Manage),
    /** Adds an empty project, and the calls that import into it. */
    async addEmptyProject() {
      const other = await latchkey.addProject();
      const bearer = `${other.projectId}:${other.managementKey}`;
      const manage: Manage = (method, path, body) => latchkey.request(method, path, { bearer, body });
      return {
        other,
        manage,
        validate: async (input: object) =>
          (await manage('POST', '/v1/mgmt/project/snapshot/validate', input)).body,
        importInto: (input: object) => manage('POST', '/v1/mgmt/project/snapshot/import', input),
        async countAudits(): Promise<number> {
          const { db } = latchkey.service;
          const rows = db.selectFrom('auditEvents').select('id').where('projectId', '=', other.projectId);
          return (await rows.execute()).length;
        },
      };
    },
    async close() {
      provider.close();
      await latchkey.close();
    },
  };
}

/** Creates a little of everything that a snapshot contains. */
async function fill(latchkey: Latchkey, provider: OpenIdProvider) {
  const set = async (path: string, body: object) => {
    const answer = await latchkey.manage('POST', path, body);
    expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBe(200);
  };
  await set('/v1/mgmt/project/settings', {
    redirectUrls: ['https://app.example.com/*'],
    sessionLifetimeSeconds: 300,
    signingAlgorithm: 'ES256',
    rateLimits: { signUp: { requests: 7, seconds: 70 } },
    branding: { primaryColor: '#123456' },
  });
  await set('/v1/mgmt/password/settings', { minLength: 20 });
  await set('/v1/mgmt/user/customattribute/create', {
    attributes: [
      { name: 'plan', type: 4, options: ['free', 'paid'], displayName: 'Plan', defaultValue: 'free' },
      { name: 'age', type: 2 },
    ],
  });
  await set('/v1/mgmt/permission/create', { name: 'Pencils', description: 'May have pencils' });
  await set('/v1/mgmt/role/create', {
    name: 'Clerk',
    permissionNames: ['Pencils', 'Impersonate'],
    default: true,
  });
  await set('/v1/mgmt/role/create', { name: 'Auditor' });
  await set('/v1/mgmt/oauth/provider', {
    provider: 'google',
    clientId: 'client',
    clientSecret: 's3cret-of-google',
    scopes: ['openid', 'email'],
  });
  await set('/v1/mgmt/sso/idp/app/saml/create', {
    id: 'wiki',
    name: 'Wiki',
    entityId: 'urn:wiki',
    acsUrl: 'https://wiki.example.com/acs',
    certificate: idp.certificate,
    attributeMapping: [{ name: 'mail', type: '', value: 'user.email' }],
    groupsMapping: [{ name: 'g', type: '', filterType: 'roles', value: 'v', roles: [{ name: 'Clerk' }] }],
  });
  await set('/v1/mgmt/sso/idp/app/oidc/create', {
    id: 'shop',
    name: 'Shop',
    approvedRedirectUrls: ['https://shop.example.com/cb'],
    forcePkce: true,
    // The key of RFC 8037 appendix A.2.
    jwks: {
      keys: [{ kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo', kid: 'shop' }],
    },
    requirePushedAuthorizationRequests: true,
    resources: ['https://api.example.com/'],
    subjectType: 'pairwise',
    sectorIdentifierUri: 'https://example.com/apps.json',
  });
  await set('/v1/mgmt/scopeClaimMapping/set', {
    mappings: [{ scope: 'age', claims: { age: '{{user.customAttributes.age}}' } }],
  });
  await set('/v1/mgmt/thirdparty/app/create', {
    id: 'notes',
    name: 'Notes',
    approvedCallbackUrls: ['https://notes.example.com/cb'],
    forcePkce: true,
    tokenEndpointAuthMethod: 'private_key_jwt',
    jwksUri: 'https://notes.example.com/keys',
    permissionsScopes: [{ name: 'notes:read', description: 'Read notes', values: ['Clerk'], optional: true }],
    scopeClaimMapping: [{ scope: 'plan', claims: { plan: '{{user.customAttributes.plan}}' } }],
  });
  await set('/v1/mgmt/mcpserver/create', {
    id: 'tools',
    name: 'Tools',
    url: 'https://tools.example.com/mcp',
    registrationDisabled: true,
    scopes: [{ name: 'tools:use', values: ['Clerk'] }],
  });
  await set('/v1/mgmt/tenant/create', {
    id: 'z-parent',
    name: 'Parent',
    customAttributes: { size: [1, { a: 'b' }] },
  });
  await set('/v1/mgmt/tenant/create', {
    id: 'a-child',
    name: 'Child',
    parent: 'z-parent',
    selfProvisioningDomains: ['child.example'],
    federatedAppIds: ['wiki'],
  });
  await set('/v1/mgmt/role/create', { name: 'Local', tenantId: 'a-child', permissionNames: ['Pencils'] });
  await set('/v1/mgmt/tenant/updateDefaultRoles', { id: 'a-child', defaultRoles: ['Clerk'] });
  await set('/v1/mgmt/tenant/settings', {
    tenantId: 'a-child',
    enabled: true,
    sessionTokenExpiration: 4,
    sessionTokenExpirationUnit: 'minutes',
  });
  await set('/v1/mgmt/password/settings', { tenantId: 'a-child', minLength: 25 });
  await set('/v1/mgmt/sso/saml', {
    tenantId: 'a-child',
    settings: {
      idpUrl: idp.redirectUrl,
      entityId: idp.entityId,
      idpCert: idp.certificate,
      allowIdpInitiated: true,
      roleMappings: [{ groups: ['staff'], roleName: 'Local' }],
      attributeMapping: { email: 'mail', customAttributes: { plan: 'plan' } },
      defaultSSORoles: ['Auditor'],
      groupOverage: 'refuse',
    },
    redirectUrl: 'https://app.example.com/sso',
    domains: ['corp.example'],
  });
  await set('/v1/mgmt/sso/settings/new', { tenantId: 'a-child', ssoId: 'second', displayName: 'Second' });
  await connectOidcTenant(latchkey, 'corp', provider, { clientSecret: 's3cret-of-oidc' });
  await set('/v1/mgmt/connector/email/smtp', {
    host: 'smtp.example.com',
    username: 'u',
    password: 's3cret-of-smtp',
    fromAddress: 'a@example.com',
  });
  await set('/v1/mgmt/connector/sms/http', {
    url: 'https://sms.example.com/',
    body: '{"to":"{{to}}","text":"{{text}}"}',
    headers: { 'x-key': 's3cret-of-header' },
  });
  await set('/v1/mgmt/message/template/set', {
    kind: 'otp',
    channel: 'email',
    locale: 'en',
    subject: 'Your code',
    text: 'It is {{code}}.',
  });
  const policy = { secondFactor: { when: 'newDevice', methods: ['totp', 'passkey', 'email'], graceDays: 7 } };
  await set('/v1/mgmt/project/sign-in-policy/set', policy);
  await set('/v1/mgmt/project/sign-in-policy/set', { tenantId: 'corp', ...policy, sso: 'asserted' });
  const role = { tenantId: 'a-child', roleName: 'Local' };
  await set('/v1/mgmt/project/sign-in-policy/set', { ...role, secondFactor: { when: 'always' } });
  await set('/v1/mgmt/project/sign-in-policy/set', { ssoAppId: 'shop', secondFactor: { when: 'always' } });
  await set('/v1/mgmt/webhook/create', {
    name: 'Ledger',
    url: 'https://hooks.example.com/',
    events: ['user.created'],
  });
  await set('/v1/mgmt/user/create', {
    loginId: 'ann@example.com',
    email: 'ann@example.com',
    roleNames: ['Clerk'],
  });
}

export async function exportFrom(manage: Manage): Promise<Files> {
  const { status, body } = await manage('POST', '/v1/mgmt/project/snapshot/export', {});
  expect(status, JSON.stringify(body)).toBe(200);
  return body.files;
}

export const inputSecrets = () => ({
  connectors: [
    { id: 'email', name: 'smtp', type: 'password', value: 's3cret-of-smtp' },
    { id: 'sms', name: 'http', type: 'x-key', value: 's3cret-of-header' },
  ],
  oauthProviders: [{ id: 'google', name: '', type: 'clientSecret', value: 's3cret-of-google' }],
  ssoConnections: [{ id: 'corp/default_ssoid', name: '', type: 'clientSecret', value: 's3cret-of-oidc' }],
});
