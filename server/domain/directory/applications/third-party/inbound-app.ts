import type { ClientMetadata, GrantType } from '../../../../protocols/oauth/client-metadata.ts';
import { type ClientAuthentication, noAuthentication } from '../client-authentication.ts';

/** A third-party application: it gets access to the accounts of users who allow it. */
export interface InboundApp {
  id: string;
  name: string;
  clientId: string;
  /** The application registered itself, so nobody here has checked who it is. */
  isDynamic: boolean;
  settings: InboundAppSettings;
  /** Values by attribute name. */
  customAttributes: Record<string, unknown>;
  createdAt: number;
  modifiedAt: number;
}

export interface InboundAppSettings extends ClientAuthentication {
  description: string;
  /** As for SSO applications. */
  logo: string;
  loginPageUrl: string;
  /** Compared exactly, except for the port of a loopback address (RFC 8252 §7.3). */
  approvedCallbackUrls: string[];
  /** Scopes that give the application roles of the user. */
  permissionsScopes: InboundScope[];
  /** Scopes that show the application attributes of the user. */
  attributesScopes: InboundScope[];
  /** Scopes that give the application claims made of attributes. */
  scopeClaimMapping: ScopeClaims[];
  forcePkce: boolean;
  defaultAudience: '' | 'projectId' | 'clientId';
  /** Further audiences that the application may ask for. */
  audienceWhitelist: string[];
  /** The application gets all roles and tenants of the user, whatever its scopes are. */
  forceAddAllAuthorizationInfo: boolean;
  /** The application has no secret. */
  nonConfidentialClient: boolean;
  /** As for SSO applications. */
  userClaimsInIdToken: boolean;
  /** The fields that only a registration has. */
  registration: Registration;
}

export interface InboundScope {
  name: string;
  /** The text that the user reads on the consent page. */
  description: string;
  /** Names of roles or of attributes. */
  values: string[];
  /** The user can decline it and allow the rest. */
  optional: boolean;
}

export interface ScopeClaims {
  scope: string;
  description: string;
  /** By claim: a text, in which `{{user.email}}` represents an attribute. */
  claims: Record<string, string>;
  /** The claims are those that the project gives the scope. */
  useProjectMapping?: boolean;
  mandatory: boolean;
}

/** The fields of a description that have no place among the other settings. */
export interface Registration
  extends Omit<
    ClientMetadata,
    'name' | 'redirectUris' | 'logoUri' | 'initiateLoginUri' | 'jwks' | 'jwksUri'
  > {
  /** The kinds of grants that the application may use; empty for all. */
  grantTypes: GrantType[];
  /** The hash of the token with which the application changes its registration (RFC 7592 §3). */
  accessTokenHash: string;
  /** For a client that describes itself by a document: when it was last read. */
  readAt: number;
  /** Until when that counts; 0: an hour. */
  freshUntil: number;
  /** The MCP server at which the application registered itself, where alone it counts; empty: at none. */
  mcpServerId: string;
}

export const emptyInboundSettings: InboundAppSettings = {
  description: '',
  logo: '',
  loginPageUrl: '',
  approvedCallbackUrls: [],
  permissionsScopes: [],
  attributesScopes: [],
  scopeClaimMapping: [],
  forcePkce: false,
  defaultAudience: '',
  audienceWhitelist: [],
  forceAddAllAuthorizationInfo: false,
  nonConfidentialClient: false,
  userClaimsInIdToken: false,
  ...noAuthentication,
  registration: {
    clientUri: '',
    tosUri: '',
    policyUri: '',
    contacts: [],
    softwareId: '',
    softwareVersion: '',
    grantTypes: [],
    authMethod: 'client_secret_basic',
    scope: '',
    assertionAlgorithm: '',
    subjectType: '',
    sectorIdentifierUri: '',
    userInfoAlgorithm: '',
    applicationType: 'web',
    postLogoutRedirectUris: [],
    defaultMaxAgeSeconds: undefined,
    defaultAcrValues: [],
    requirePushedRequests: false,
    dpopBoundTokens: false,
    accessTokenHash: '',
    readAt: 0,
    freshUntil: 0,
    mcpServerId: '',
  },
};

/**
 * Returns the client ID of an application. The ID of an SSO application cannot begin with `~`, so the two kinds of
 * clients are never confused.
 */
export function inboundClientId(projectId: string, appId: string): string {
  return `${projectId}.${inboundAppRef(appId)}`;
}

/** Reports whether a client ID is a third-party application's. One that describes itself has the address of its document as ID. */
export function isInboundClientId(projectId: string, clientId: string): boolean {
  return clientId.startsWith(inboundClientId(projectId, '')) || /^https?:\/\//.test(clientId);
}

/** Names the application where an SSO application could stand, too. */
export function inboundAppRef(appId: string): string {
  return `~${appId}`;
}

export function isInboundAppRef(id: string): boolean {
  return id.startsWith('~');
}

/** The largest list in one response. */
export const maxInboundApps = 10_000;
