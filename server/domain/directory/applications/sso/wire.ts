import type { ProjectContext } from '../../../../core/context.ts';
import { type Static, t } from '../../../../http/schema.ts';
import { applicationKeysUrl } from '../../../project/projects/pages.ts';
import { clientAuthenticationSchema } from '../wire.ts';
import { endpointsUrl, issuerUrl, maxSsoApps, type SsoApp, samlIdpUrls } from './sso-app.ts';

const attributeMapping = t.list(t.object({ name: t.text(), type: t.text(), value: t.text() }));
const groupsMapping = t.list(
  t.object({
    name: t.text(),
    type: t.text(),
    filterType: t.text(),
    value: t.text(),
    roles: t.list(t.object({ id: t.text(), name: t.text() })),
  }),
);

/** There is no endpoint to name. */
const ours = t.text({
  description: 'Empty: users cannot sign in to WS-Federation applications',
});

const oidcSettings = t.object({
  loginPageUrl: t.text(),
  customIdpInitiatedLoginPageUrl: t.text(),
  issuer: t.text({ description: 'The issuer of the application’s ID tokens' }),
  discoveryUrl: t.text({ description: 'The document that describes the issuer’s endpoints' }),
  authorizationUrl: t.text({ description: 'The issuer’s endpoints, for applications that ask for each' }),
  tokenUrl: t.text(),
  userInfoUrl: t.text(),
  endSessionUrl: t.text(),
  jwksUrl: t.text(),
  forceAuthentication: t.flag(),
  clientId: t.text(),
  clientType: t.choice(['', 'confidential', 'public']),
  approvedRedirectUrls: t.list(t.text()),
  authorizationCodeDisabled: t.flag(),
  clientCredentialsDisabled: t.flag(),
  refreshTokenDisabled: t.flag(),
  jwtBearerDisabled: t.flag(),
  deviceCodeDisabled: t.flag(),
  forcePkce: t.flag(),
  dpopBoundAccessTokens: t.flag(),
  userClaimsInIdToken: t.flag(),
  defaultAudience: t.choice(['', 'projectId', 'clientId']),
  backChannelLogoutUrl: t.text(),
  jwtBearerSettings: t.object({
    issuers: t.map(
      t.object({
        jwksUri: t.text(),
        signAlgorithm: t.text(),
        userInfoUri: t.text(),
        externalIdFieldName: t.text(),
      }),
    ),
  }),
  claims: t.list(t.text()),
  ...clientAuthenticationSchema,
  requirePushedAuthorizationRequests: t.flag(),
  resources: t.list(t.text()),
  subjectType: t.choice(['', 'public', 'pairwise']),
  sectorIdentifierUri: t.text(),
});

const samlSettings = t.object({
  loginPageUrl: t.text(),
  idpCert: t.text({ description: 'The certificate that signs assertions, PEM', maxLength: 65_536 }),
  useMetadataInfo: t.flag(),
  metadataUrl: t.text(),
  entityId: t.text(),
  acsUrl: t.text(),
  certificate: t.text({ maxLength: 65_536 }),
  hasNoCertificate: t.flag(),
  attributeMapping,
  groupsMapping,
  idpMetadataUrl: t.text({
    description: 'The metadata that the application needs; also this server’s entity ID',
  }),
  idpEntityId: t.text(),
  idpSsoUrl: t.text(),
  idpInitiatedUrl: t.text(),
  idpLogoutUrl: t.text(),
  acsAllowedCallbacks: t.list(t.text()),
  subjectNameIdType: t.text(),
  subjectNameIdFormat: t.text(),
  persistentNameId: t.choice(['', 'userId', 'pairwise']),
  unverifiedAddresses: t.choice(['', 'send', 'omit']),
  defaultRelayState: t.text(),
  forceAuthentication: t.flag(),
  logoutRedirectUrl: t.text(),
  logoutRedirectURL: t.text({ description: 'A copy; the Java SDK reads this spelling' }),
  errorRedirectURL: t.text(),
  defaultSignatureAlgorithm: t.text(),
  signedRequestsRequired: t.flag(),
  assertionEncrypted: t.flag(),
});

const wsfedSettings = t.object({
  loginPageUrl: t.text(),
  realm: t.text(),
  replyUrl: t.text(),
  replyAllowedCallbacks: t.list(t.text()),
  attributeMapping,
  groupsMapping,
  forceAuthentication: t.flag(),
  logoutRedirectUrl: t.text(),
  errorRedirectUrl: t.text(),
  idpInitiatedUrl: ours,
  idpMetadataUrl: ours,
  idpEntityId: ours,
  idpSsoUrl: ours,
  idpCert: ours,
});

export const ssoAppSchema = t.object(
  {
    id: t.text(),
    name: t.text(),
    description: t.text(),
    enabled: t.flag(),
    logo: t.text({ maxLength: 16_384 }),
    appType: t.choice(['oidc', 'saml', 'wsfed']),
    templateId: t.text({ description: 'Always empty: templates are not supported' }),
    oidcSettings,
    samlSettings,
    wsfedSettings,
    customSettings: t.object({ loginPageUrl: t.text() }, { description: 'Always empty' }),
    customAttributes: t.map(t.any()),
  },
  { $id: 'SsoApplication', description: 'The settings of the two other types are empty' },
);

export const ssoAppsSchema = t.object({ apps: t.list(ssoAppSchema, { maxItems: maxSsoApps }) });

/** The endpoints as the discovery document names them. Empty for applications of other types. */
function oidcUrls(ctx: Pick<ProjectContext, 'baseUrl' | 'project'>, { id, type }: SsoApp) {
  const is = (url: string) => (type === 'oidc' ? url : '');
  const issuer = issuerUrl(ctx, ctx.project.id, id);
  const endpoints = endpointsUrl(ctx, id);
  return {
    issuer: is(issuer),
    discoveryUrl: is(`${issuer}/.well-known/openid-configuration`),
    authorizationUrl: is(`${endpoints}/authorize`),
    tokenUrl: is(`${endpoints}/token`),
    userInfoUrl: is(`${endpoints}/userinfo`),
    endSessionUrl: is(`${endpoints}/logout`),
    jwksUrl: is(applicationKeysUrl(ctx, ctx.project.id)),
  };
}

function samlUrls(ctx: Pick<ProjectContext, 'baseUrl' | 'project'>, id: string) {
  const { entityId, ssoUrl, initiatedUrl, logoutUrl } = samlIdpUrls(ctx, ctx.project.id, id);
  return {
    idpMetadataUrl: entityId,
    idpEntityId: entityId,
    idpSsoUrl: ssoUrl,
    idpInitiatedUrl: initiatedUrl,
    idpLogoutUrl: logoutUrl,
  };
}

export function ssoAppToWire(
  ctx: Pick<ProjectContext, 'baseUrl' | 'project'>,
  app: SsoApp,
  certificate = '',
): Static<typeof ssoAppSchema> {
  const { id, name, description, enabled, logo, type, clientId, customAttributes } = app;
  const { oidc, saml, wsfed } = app.settings;
  const { errorRedirectUrl, ...samlFields } = saml;
  const idp = { idpCert: '', idpMetadataUrl: '', idpEntityId: '', idpSsoUrl: '', idpInitiatedUrl: '' };
  return {
    id,
    name,
    description,
    enabled,
    logo,
    customAttributes,
    appType: type,
    templateId: '',
    oidcSettings: { ...oidc, clientId, ...oidcUrls(ctx, app) },
    samlSettings: {
      ...samlFields,
      ...idp,
      ...(type === 'saml' ? { ...samlUrls(ctx, id), idpCert: certificate } : { idpLogoutUrl: '' }),
      logoutRedirectURL: saml.logoutRedirectUrl,
      errorRedirectURL: errorRedirectUrl,
    },
    wsfedSettings: { ...wsfed, ...idp },
    customSettings: { loginPageUrl: '' },
  };
}
