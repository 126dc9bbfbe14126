import { ServiceError } from '../../../core/errors.ts';

/** An application that people sign in to with their account here, by one of three protocols. */
export interface SsoApp {
  id: string;
  type: SsoAppType;
  name: string;
  description: string;
  /** The address of a picture, or the picture itself as a `data:` URL; empty: none. */
  logo: string;
  enabled: boolean;
  /** Of OIDC applications; empty for others. */
  clientId: string;
  /** By name. */
  customAttributes: Record<string, unknown>;
  /** Of its type; what is said about the two others is empty. */
  settings: SsoAppSettings;
}

export interface SsoAppSettings {
  oidc: OidcSettings;
  saml: SamlSettings;
  wsfed: WsfedSettings;
}

export type SsoAppType = keyof SsoAppSettings;

export interface OidcSettings {
  loginPageUrl: string;
  customIdpInitiatedLoginPageUrl: string;
  forceAuthentication: boolean;
  clientType: '' | 'confidential' | 'public';
  /** Compared as they are. */
  approvedRedirectUrls: string[];
  authorizationCodeDisabled: boolean;
  clientCredentialsDisabled: boolean;
  refreshTokenDisabled: boolean;
  jwtBearerDisabled: boolean;
  deviceCodeDisabled: boolean;
  forcePkce: boolean;
  /** Empty: both. */
  defaultAudience: '' | 'projectId' | 'clientId';
  backChannelLogoutUrl: string;
  jwtBearerSettings: { issuers: Record<string, JwtBearerIssuer> };
  claims: string[];
}

export interface JwtBearerIssuer {
  jwksUri: string;
  signAlgorithm: string;
  userInfoUri: string;
  externalIdFieldName: string;
}

export interface SamlSettings extends Mappings {
  loginPageUrl: string;
  /** Whether the service provider is described by its metadata, or by the three fields after it. */
  useMetadataInfo: boolean;
  metadataUrl: string;
  entityId: string;
  acsUrl: string;
  /** PEM; several while the service provider changes its key. */
  certificate: string;
  /** With `*` where redirect URLs of a project may have one. */
  acsAllowedCallbacks: string[];
  /** Empty: the user ID. */
  subjectNameIdType: '' | 'email' | 'phone';
  subjectNameIdFormat: string;
  defaultRelayState: string;
  forceAuthentication: boolean;
  logoutRedirectUrl: string;
  errorRedirectUrl: string;
  defaultSignatureAlgorithm: '' | 'sha256';
}

export interface WsfedSettings extends Mappings {
  loginPageUrl: string;
  realm: string;
  replyUrl: string;
  /** As `acsAllowedCallbacks`. */
  replyAllowedCallbacks: string[];
  forceAuthentication: boolean;
  logoutRedirectUrl: string;
  errorRedirectUrl: string;
}

interface Mappings {
  /** Our attribute (`value`) by the name that the application expects. */
  attributeMapping: { name: string; type: string; value: string }[];
  groupsMapping: GroupsMapping[];
}

/** Whoever has one of the roles is in the group. */
export interface GroupsMapping {
  name: string;
  type: string;
  filterType: string;
  value: string;
  /** Roles of the project, as they are called now. */
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
    defaultAudience: '',
    backChannelLogoutUrl: '',
    jwtBearerSettings: { issuers: {} },
    claims: [],
  },
  saml: {
    loginPageUrl: '',
    useMetadataInfo: false,
    metadataUrl: '',
    entityId: '',
    acsUrl: '',
    certificate: '',
    attributeMapping: [],
    groupsMapping: [],
    acsAllowedCallbacks: [],
    subjectNameIdType: '',
    subjectNameIdFormat: '',
    defaultRelayState: '',
    forceAuthentication: false,
    logoutRedirectUrl: '',
    errorRedirectUrl: '',
    defaultSignatureAlgorithm: '',
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

/** Every project has it from the start and keeps it: applications that were never registered sign in through it. */
export const defaultSsoApp = { id: 'descope-default-oidc', name: 'OIDC default application' } as const;

/** Of one list answer. */
export const maxSsoApps = 10_000;

export const ssoAppIdRule = '1 to 64 letters, digits, dots, hyphens and underscores, a letter or digit first';

/** IDs stand in paths of URLs, where a leading dot would have a meaning. */
export function readSsoAppId(id: string): string {
  if (/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(id)) return id;
  throw new ServiceError('E011004', `The ID of an SSO application has ${ssoAppIdRule}`);
}

/** It says which project it is of. A project ID has no dot and always the same length, so no two are alike. */
export function newClientId(projectId: string, appId: string): string {
  return `${projectId}.${appId}`;
}
