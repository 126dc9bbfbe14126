import type { NotServedRow } from './row.ts';

/** OpenID Connect, OAuth, SAML and FedCM as an identity provider: addresses that browsers and other servers open. */
export const protocolAddresses: NotServedRow[] = [
  ['GET', '/v1/auth/wsfed/idp/sso', 'wsfedIdp.sso'],
  ['GET', '/v1/auth/wsfed/idp/initiate', 'wsfedIdp.initiate'],
  ['POST', '/v1/auth/wsfed/idp/sso', 'wsfedIdp.sso'],
  ['POST', '/v1/auth/wsfed/idp/initiate', 'wsfedIdp.initiate'],
  ['POST', '/v1/auth/saml/idp/sso-finish', 'samlIdp.ssoFinish'],
  ['GET', '/v1/auth/wsfed/idp/metadata', 'wsfedIdp.metadata'],
  ['POST', '/v1/auth/wsfed/idp/sso-finish', 'wsfedIdp.ssoFinish'],
  ['GET', '/:projectId/fedcm/config', 'fedcm.config'],
  ['GET', '/fedcm/clientmetadata', 'fedcm.clientMetadata'],
  ['GET', '/v1/auth/fedcm/accounts', 'fedcm.accounts'],
  ['POST', '/v1/auth/fedcm/assertion', 'fedcm.assertion'],
  ['GET', '/.well-known/project-configuration/:projectId', 'wellKnown.projectConfiguration'],
  ['GET', '/oauth2/v1/finish-authorize', 'oidc.finishAuthorize'],
  ['POST', '/oauth2/v1/finish-authorize', 'oidc.finishAuthorize'],
  ['POST', '/oauth2/v1/apps/bc-authorize', 'oauthApps.bc-authorize'],
  ['POST', '/oauth2/v1/apps/:projectId/bc-authorize', 'oauthAppsProject.bc-authorize'],
  ['POST', '/oauth2/v1/authorize/entramfa', 'oidc.authorizeEntraMfa'],
  ['POST', '/:ssoAppId/oauth2/v1/authorize/entramfa', 'oidcSsoapp.authorizeEntraMfa'],
];
