import type { ProjectContext } from '../../../../core/context.ts';
import { type Static, t } from '../../../../http/schema.ts';
import { tenantSchema, tenantToWire } from '../../../directory/tenants/wire.ts';
import { type ConnectionSettings, serviceProviderOf } from '../connection.ts';
import type { LoadedConnection } from '../load-connection.ts';
import { oidcCallbackUrl } from '../oidc/settings.ts';
import { attributeMappingSchema, fgaMappingsSchema } from './input.ts';
import { claimMapping } from './oidc.ts';
import { readingSchema, readingToWire } from './wire-reading.ts';

export const groupsMappingSchema = t.list(
  t.object({ role: t.object({ id: t.text(), name: t.text() }), groups: t.list(t.text()) }),
);
const texts = t.list(t.text());
const certificate = t.text({ maxLength: 65_536, description: 'PEM' });
const testTime = t.integer({ description: 'Seconds since 1970; 0: never' });

const replacedProvider = t.text({
  description:
    'The previous identity provider (entity ID or issuer), until an administrator decides whether its identities ' +
    'carry over. Empty if there is nothing to decide',
});
const awaitsDecision = t.flag({
  description:
    'A setup link has replaced the identity provider. It cannot sign in users until an administrator decides',
});

const samlSchema = t.object(
  {
    idpEntityId: t.text(),
    idpSSOUrl: t.text({ description: 'The address that requests are sent to' }),
    idpCertificate: certificate,
    idpAdditionalCertificates: t.list(certificate),
    idpMetadataUrl: t.text({
      description: 'The URL of the identity provider’s metadata. Empty if its settings were entered manually',
    }),
    spEntityId: t.text(),
    spACSUrl: t.text(),
    spCertificate: t.text({
      description:
        'The certificate of Latchkey’s key for the connection, in PEM. Empty until the connection is set up',
    }),
    spSignCertificate: t.text({ description: 'The same' }),
    subjectNameIdFormat: t.text(),
    signRequests: t.flag(),
    requestBinding: t.choice(['redirect', 'post']),
    allowIdpInitiated: t.flag(),
    attributeMapping: attributeMappingSchema,
    groupsMapping: groupsMappingSchema,
    defaultSSORoles: texts,
    groupsPriority: texts,
    renewUserDetails: t.flag(),
    groupOverage: t.choice(['keepRoles', 'refuse']),
    replacedProvider,
    awaitsDecision,
    redirectUrl: t.text(),
    fgaMappings: fgaMappingsSchema,
    configFGATenantIDResourcePrefix: t.text(),
    configFGATenantIDResourceSuffix: t.text(),
    providerID: t.text(),
    scimProviderID: t.text(),
    lastSuccessTestTime: testTime,
  },
  { $id: 'SsoSamlSettings' },
);

const oidcSchema = t.object(
  {
    name: t.text(),
    clientId: t.text(),
    clientSecret: t.text({ description: 'Always empty' }),
    hasClientSecret: t.flag(),
    redirectUrl: t.text(),
    authUrl: t.text(),
    tokenUrl: t.text(),
    userDataUrl: t.text(),
    scope: texts,
    JWKsUrl: t.text(),
    userAttrMapping: t.object(claimMapping),
    manageProviderTokens: t.flag(),
    callbackDomain: t.text(),
    prompt: texts,
    grantType: t.choice(['authorization_code', 'implicit']),
    issuer: t.text(),
    discovered: t.flag({
      description:
        'True if the addresses were read from the discovery document, false if they were entered manually',
    }),
    clientAuthMethod: t.choice(['client_secret_basic', 'client_secret_post']),
    callbackUrl: t.text({ description: 'Register this URL with the provider as the redirect URI' }),
    roleMappings: t.list(t.object({ groups: texts, roleName: t.text() })),
    groupsMapping: groupsMappingSchema,
    defaultSSORoles: texts,
    groupsPriority: texts,
    renewUserDetails: t.flag(),
    groupOverage: t.choice(['keepRoles', 'refuse']),
    replacedProvider,
    awaitsDecision,
    fgaMappings: fgaMappingsSchema,
    providerID: t.text(),
    scimProviderID: t.text(),
    lastSuccessTestTime: testTime,
  },
  { $id: 'SsoOidcSettings' },
);

export const ssoSettingsSchema = t.object(
  {
    tenant: tenantSchema,
    saml: samlSchema,
    oidc: oidcSchema,
    ssoId: t.text(),
    displayName: t.text({ description: 'Empty for the default connection' }),
    reading: readingSchema,
  },
  { $id: 'SsoSettings' },
);

export function settingsToWire(
  ctx: Pick<ProjectContext, 'baseUrl' | 'project'>,
  loaded: LoadedConnection,
): Static<typeof ssoSettingsSchema> {
  const { tenant, connection, domains } = loaded;
  return {
    // Lists the domains of this connection only: with another one's domains, the settings could not be written back.
    tenant: { ...tenantToWire(tenant), domains },
    saml: samlToWire(ctx, loaded),
    oidc: oidcToWire(ctx, loaded),
    ssoId: connection.id,
    displayName: connection.name,
    reading: readingToWire(connection),
  };
}

function samlToWire(
  ctx: Pick<ProjectContext, 'baseUrl' | 'project'>,
  loaded: LoadedConnection,
): Static<typeof samlSchema> {
  const { connection, roleNames } = loaded;
  const { settings, spCertificate } = connection;
  const [idpCertificate = '', ...idpAdditionalCertificates] = settings.idpCertificates;
  const { entityId: spEntityId, acsUrl: spACSUrl } = serviceProviderOf(ctx, connection);
  return {
    idpEntityId: settings.idpEntityId,
    idpSSOUrl: singleSignOnUrl(settings),
    idpCertificate,
    idpAdditionalCertificates,
    idpMetadataUrl: settings.idpMetadataUrl,
    spEntityId,
    spACSUrl,
    spCertificate,
    spSignCertificate: spCertificate,
    subjectNameIdFormat: settings.subjectNameIdFormat,
    signRequests: settings.signRequests,
    requestBinding: settings.requestBinding,
    allowIdpInitiated: settings.allowIdpInitiated,
    attributeMapping: settings.attributeMapping,
    groupsMapping: groupsMappingToWire(loaded),
    defaultSSORoles: settings.defaultRoleIds.flatMap((id) => roleNames.get(id) ?? []),
    groupsPriority: settings.groupsPriority,
    renewUserDetails: settings.renewUserDetails,
    replacedProvider: settings.replacedProvider,
    awaitsDecision: settings.awaitsDecision,
    redirectUrl: settings.redirectUrl,
    ...storedToWire(settings),
    configFGATenantIDResourcePrefix: '',
    configFGATenantIDResourceSuffix: '',
    lastSuccessTestTime: testTimeOf(loaded, 'saml'),
  };
}

function oidcToWire(
  ctx: Pick<ProjectContext, 'baseUrl' | 'project'>,
  loaded: LoadedConnection,
): Static<typeof oidcSchema> {
  const { connection, roleNames } = loaded;
  const { settings } = connection;
  const { oidc } = settings;
  const groupsMapping = groupsMappingToWire(loaded);
  return {
    name: oidc.name,
    clientId: oidc.clientId,
    clientSecret: '',
    hasClientSecret: connection.sealedClientSecret !== '',
    redirectUrl: settings.oidcRedirectUrl,
    authUrl: oidc.authorizationUrl,
    tokenUrl: oidc.tokenUrl,
    userDataUrl: oidc.userInfoUrl,
    scope: oidc.scopes,
    JWKsUrl: oidc.jwksUrl,
    userAttrMapping: settings.oidcAttributeMapping,
    manageProviderTokens: settings.extra.manageProviderTokens === true,
    callbackDomain: '',
    prompt: oidc.prompt,
    grantType: 'authorization_code',
    issuer: oidc.issuer,
    discovered: oidc.isDiscovered,
    clientAuthMethod: oidc.authentication === 'post' ? 'client_secret_post' : 'client_secret_basic',
    callbackUrl: oidcCallbackUrl(ctx, connection),
    roleMappings: groupsMapping.map(({ role, groups }) => ({ groups, roleName: role.name })),
    groupsMapping,
    defaultSSORoles: settings.defaultRoleIds.flatMap((id) => roleNames.get(id) ?? []),
    groupsPriority: settings.groupsPriority,
    renewUserDetails: settings.renewUserDetails,
    replacedProvider: settings.replacedProvider,
    awaitsDecision: settings.awaitsDecision,
    ...storedToWire(settings),
    lastSuccessTestTime: testTimeOf(loaded, 'oidc'),
  };
}

function testTimeOf({ connection, testSucceededAt }: LoadedConnection, protocol: 'saml' | 'oidc'): number {
  return connection.protocol === protocol ? Math.floor(testSucceededAt / 1000) : 0;
}

/** Lists mappings to roles that exist. */
export function groupsMappingToWire({
  connection,
  roleNames,
}: LoadedConnection): Static<typeof groupsMappingSchema> {
  return connection.settings.roleMappings.flatMap(({ roleId: id, groups }) => {
    const name = roleNames.get(id);
    return name === undefined ? [] : [{ role: { id, name }, groups }];
  });
}

export function singleSignOnUrl({ requestBinding, idpSsoUrl, idpSsoPostUrl }: ConnectionSettings): string {
  return requestBinding === 'post' ? idpSsoPostUrl : idpSsoUrl;
}

/** Leaves out values that earlier versions stored and that are refused now, so that the settings can be written back. */
function storedToWire(settings: ConnectionSettings) {
  return {
    fgaMappings: {} as Static<typeof fgaMappingsSchema>,
    groupOverage: settings.extra.groupOverage ?? 'keepRoles',
    providerID: settings.extra.providerID ?? '',
    scimProviderID: '',
  };
}
