import { type ClientAuthentication, noAuthentication } from '../client-authentication.ts';

/** An application to which users sign in with their account of this project, by one of three protocols. */
export interface SsoApp {
  id: string;
  type: SsoAppType;
  name: string;
  description: string;
  /** The URL of a picture, or the picture itself as a `data:` URL; empty: none. */
  logo: string;
  enabled: boolean;
  /** The client ID of an OIDC application; empty for others. */
  clientId: string;
  /** Values by attribute name. */
  customAttributes: Record<string, unknown>;
  /** The settings of its type; those of the two other types are empty. */
  settings: SsoAppSettings;
}

/** The details that applications of every type have. */
export interface SsoAppDetails {
  name: string;
  description?: string;
  logo?: string;
  enabled?: boolean;
  /** Values by attribute name. */
  customAttributes?: Record<string, unknown>;
}

export interface SsoAppSettings {
  oidc: OidcSettings;
  saml: SamlSettings;
  wsfed: WsfedSettings;
}

export type SsoAppType = keyof SsoAppSettings;

export interface OidcSettings extends ClientAuthentication {
  loginPageUrl: string;
  customIdpInitiatedLoginPageUrl: string;
  forceAuthentication: boolean;
  clientType: '' | 'confidential' | 'public';
  /** Compared exactly. */
  approvedRedirectUrls: string[];
  authorizationCodeDisabled: boolean;
  clientCredentialsDisabled: boolean;
  refreshTokenDisabled: boolean;
  jwtBearerDisabled: boolean;
  deviceCodeDisabled: boolean;
  forcePkce: boolean;
  /** Token requests need a DPoP proof (RFC 9449 §5.2). */
  dpopBoundAccessTokens: boolean;
  /** The ID token has what `profile`, `email` and `phone` give, too, and not only `userinfo`. */
  userClaimsInIdToken: boolean;
  /** The audience of the tokens; empty for both. */
  defaultAudience: '' | 'projectId' | 'clientId';
  backChannelLogoutUrl: string;
  jwtBearerSettings: { issuers: Record<string, JwtBearerIssuer> };
  claims: string[];
  /** The client must push its requests (RFC 9126). */
  requirePushedAuthorizationRequests: boolean;
  /** The resource servers that access tokens can be for (RFC 8707): absolute URIs. */
  resources: string[];
  /** The kind of subject. `public` or empty: the user ID. `pairwise`: a subject that only applications of the same sector share. */
  subjectType: '' | 'public' | 'pairwise';
  /** Its host is the sector. Empty: the host of the redirect URLs. */
  sectorIdentifierUri: string;
}

export interface JwtBearerIssuer {
  jwksUri: string;
  signAlgorithm: string;
  userInfoUri: string;
  externalIdFieldName: string;
}

export interface SamlSettings extends Mappings {
  loginPageUrl: string;
  /** The service provider is described by its metadata instead of the three fields below. */
  useMetadataInfo: boolean;
  metadataUrl: string;
  entityId: string;
  acsUrl: string;
  /** PEM; several certificates while the service provider changes its key. */
  certificate: string;
  /** The service provider does not sign its requests and has no certificate. */
  hasNoCertificate: boolean;
  /** May contain `*` in the same places as the project's redirect URLs. */
  acsAllowedCallbacks: string[];
  /** The name ID that the application gets; empty for the user ID. */
  subjectNameIdType: '' | 'email' | 'phone';
  subjectNameIdFormat: string;
  /** The value of a name in the format `persistent`. Applications that are older than the setting have an empty one, and get the user ID. */
  persistentNameId: '' | 'userId' | 'pairwise';
  /** Decides about addresses that no user has verified, which the application cannot tell from others. Applications that are older than the setting have an empty one, and get them. */
  unverifiedAddresses: '' | 'send' | 'omit';
  defaultRelayState: string;
  forceAuthentication: boolean;
  logoutRedirectUrl: string;
  errorRedirectUrl: string;
  defaultSignatureAlgorithm: '' | 'sha256';
  /** Unsigned requests are rejected, whatever the service provider's metadata says. */
  signedRequestsRequired: boolean;
  /** The assertion is encrypted for the service provider's certificate. */
  assertionEncrypted: boolean;
}

export interface WsfedSettings extends Mappings {
  loginPageUrl: string;
  realm: string;
  replyUrl: string;
  /** Like `acsAllowedCallbacks`. */
  replyAllowedCallbacks: string[];
  forceAuthentication: boolean;
  logoutRedirectUrl: string;
  errorRedirectUrl: string;
}

interface Mappings {
  /** Maps the name that the application expects to a user attribute (`value`). */
  attributeMapping: { name: string; type: string; value: string }[];
  groupsMapping: GroupsMapping[];
}

/** Users with one of the roles are in the group. */
export interface GroupsMapping {
  name: string;
  type: string;
  filterType: string;
  value: string;
  /** Roles of the project with their current names. */
  roles: { id: string; name: string }[];
}

export const emptySettings: SsoAppSettings = {
  oidc: {
    loginPageUrl: '',
    customIdpInitiatedLoginPageUrl: '',
    forceAuthentication: false,
    clientType: '',
    approvedRedirectUrls: [],
    authorizationCodeDisabled: false,
    clientCredentialsDisabled: false,
    refreshTokenDisabled: false,
    jwtBearerDisabled: false,
    deviceCodeDisabled: false,
    forcePkce: false,
    dpopBoundAccessTokens: false,
    userClaimsInIdToken: false,
    defaultAudience: '',
    backChannelLogoutUrl: '',
    jwtBearerSettings: { issuers: {} },
    claims: [],
    ...noAuthentication,
    requirePushedAuthorizationRequests: false,
    resources: [],
    subjectType: '',
    sectorIdentifierUri: '',
  },
  saml: {
    loginPageUrl: '',
    useMetadataInfo: false,
    metadataUrl: '',
    entityId: '',
    acsUrl: '',
    certificate: '',
    hasNoCertificate: false,
    attributeMapping: [],
    groupsMapping: [],
    acsAllowedCallbacks: [],
    subjectNameIdType: '',
    subjectNameIdFormat: '',
    persistentNameId: '',
    unverifiedAddresses: '',
    defaultRelayState: '',
    forceAuthentication: false,
    logoutRedirectUrl: '',
    errorRedirectUrl: '',
    defaultSignatureAlgorithm: '',
    signedRequestsRequired: false,
    assertionEncrypted: false,
  },
  wsfed: {
    loginPageUrl: '',
    realm: '',
    replyUrl: '',
    replyAllowedCallbacks: [],
    attributeMapping: [],
    groupsMapping: [],
    forceAuthentication: false,
    logoutRedirectUrl: '',
    errorRedirectUrl: '',
  },
};

/** Every project has this application and keeps it: applications that were never registered sign in through it. */
export const defaultSsoApp = { id: 'descope-default-oidc', name: 'OIDC default application' } as const;

/** Returns the OpenID issuer of an application, or of the project for applications that were never registered. */
export function issuerUrl({ baseUrl }: { baseUrl: string }, projectId: string, appId?: string): string {
  return `${baseUrl}/${projectId}${appId === undefined ? '' : `/${appId}`}`;
}

/** Returns the address under which the OpenID endpoints of an application are. */
export function endpointsUrl({ baseUrl }: { baseUrl: string }, appId: string): string {
  return `${baseUrl}/${appId}/oauth2/v1`;
}

/** Returns the addresses of the SAML identity provider for an application. The metadata's address is the entity ID. */
export function samlIdpUrls({ baseUrl }: { baseUrl: string }, projectId: string, appId: string) {
  const of = (path: string) => `${baseUrl}/v1/auth/${path}?app=${projectId}-${appId}`;
  return {
    entityId: of('saml/idp/metadata'),
    ssoUrl: of('saml/idp/sso'),
    initiatedUrl: of('saml/idp/initiate'),
    logoutUrl: of('idp/sso/logout'),
  };
}

/** The largest list in one response. */
export const maxSsoApps = 10_000;

/**
 * Generates a client ID that contains its project ID. A project ID has no dot and a fixed length, so client IDs are
 * unique.
 */
export function newClientId(projectId: string, appId: string): string {
  return `${projectId}.${appId}`;
}
