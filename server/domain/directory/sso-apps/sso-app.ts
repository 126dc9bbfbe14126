import { ServiceError } from '../../../core/errors.ts';
import { refuseMissing } from '../../../core/names.ts';

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

export interface SsoAppSettings {
  oidc: OidcSettings;
  saml: SamlSettings;
  wsfed: WsfedSettings;
}

export type SsoAppType = keyof SsoAppSettings;

/** How a client proves its identity. */
export interface ClientAuthentication {
  /** Empty: by any way for which it has a secret or keys. */
  tokenEndpointAuthMethod: '' | 'client_secret_basic' | 'client_secret_post' | 'private_key_jwt';
  /** The client's public keys: JSON Web Keys (RFC 7517). */
  jwks: { keys: Record<string, unknown>[] };
  /** Where the client publishes its keys, instead of `jwks`. */
  jwksUri: string;
}

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
  /** Empty: both. */
  defaultAudience: '' | 'projectId' | 'clientId';
  backChannelLogoutUrl: string;
  jwtBearerSettings: { issuers: Record<string, JwtBearerIssuer> };
  claims: string[];
  /** The client must push its requests (RFC 9126). */
  requirePushedAuthorizationRequests: boolean;
  /** The resource servers that access tokens can be for (RFC 8707): absolute URIs. */
  resources: string[];
  /** Empty: `public`, the user ID. `pairwise`: a subject that only applications of the same sector share. */
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
  /** Empty: the user ID. */
  subjectNameIdType: '' | 'email' | 'phone';
  subjectNameIdFormat: string;
  /** What a name in the format `persistent` is. Empty, as in applications that are older than the setting: the user ID. */
  persistentNameId: '' | 'userId' | 'pairwise';
  /**
   * Whether the application gets addresses that nobody has verified, which it cannot tell from others. Empty, as in applications that are
   * older than the setting: it does.
   */
  unverifiedAddresses: '' | 'send' | 'omit';
  defaultRelayState: string;
  forceAuthentication: boolean;
  logoutRedirectUrl: string;
  errorRedirectUrl: string;
  defaultSignatureAlgorithm: '' | 'sha256';
  /** Requests without a signature are refused, whatever the service provider's metadata says. */
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
    tokenEndpointAuthMethod: '',
    jwks: { keys: [] },
    jwksUri: '',
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

export const ssoAppIdRule = '1 to 64 letters, digits, dots, hyphens and underscores, a letter or digit first';

/** IDs are part of URL paths, where a leading dot would have a meaning. */
export function readSsoAppId(id: string): string {
  refuseMissing('The ID of an SSO application', id);
  if (/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(id)) return id;
  throw new ServiceError('E011004', `id must have ${ssoAppIdRule}`);
}

/**
 * Generates a client ID that contains its project ID. A project ID has no dot and a fixed length, so client IDs are
 * unique.
 */
export function newClientId(projectId: string, appId: string): string {
  return `${projectId}.${appId}`;
}
