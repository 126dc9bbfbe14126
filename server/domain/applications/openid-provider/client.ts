import type { ProjectContext, ServiceContext } from '../../../core/context.ts';
import { isSameLoopback } from '../../../protocols/oauth/loopback.ts';
import { OAuthError } from '../../../protocols/oauth/oauth-error.ts';
import { findMcpServer } from '../../directory/applications/mcp-servers/load-server.ts';
import type { McpServer } from '../../directory/applications/mcp-servers/mcp-server.ts';
import { findProjectOfClient } from '../../directory/applications/sso/find-client.ts';
import { findSsoApp, findSsoAppOfClient } from '../../directory/applications/sso/load-app.ts';
import {
  defaultSsoApp,
  emptySettings,
  type OidcSettings,
  type SsoApp,
} from '../../directory/applications/sso/sso-app.ts';
import { type InboundApp, inboundAppRef } from '../../directory/applications/third-party/inbound-app.ts';
import { findInboundAppOfClient } from '../../directory/applications/third-party/load-app.ts';
import { isAllowedRedirect } from '../../project/projects/redirect-urls.ts';
import { findDescribedClient, isDocumentAddress } from '../client-registration/described-client.ts';
import type { CountDocument } from '../client-registration/read-document.ts';
import { type Issuer, issuerAt, type Place } from './place.ts';
import { type ThirdParty, thirdPartyOf } from './third-party.ts';

/** An application as a client of the OpenID provider. */
export interface Client {
  id: string;
  app: ClientApp;
  settings: OidcSettings;
  /**
   * The client ID is the project's: an application of the project's own, which need not be registered. It gets the
   * project's session and refresh JWTs. Other clients get tokens that the project's API does not accept.
   */
  isProject: boolean;
  /** A client that has no secret, such as a script in a browser (RFC 6749 §2.1). */
  isPublic: boolean;
  /** Absent: an SSO application, or the project's own. */
  thirdParty?: ThirdParty;
  /** The issuer whose endpoints the client uses. */
  issuer: Issuer;
}

/** The application as users see it. The ID of a third-party application begins with `~`. */
export type ClientApp = Pick<SsoApp, 'id' | 'name' | 'logo'>;

/**
 * Returns the project of a client. Its ID is the project's, or begins with it and a dot. One that moved here kept its former
 * ID, which belongs to one application of this server. Returns an empty text for an unknown client.
 */
export async function findProjectId(
  service: ServiceContext,
  clientId: string,
  place: Place,
): Promise<string> {
  if ('projectId' in place && place.projectId) return place.projectId;
  const [, projectId] = /^(P[0-9A-Za-z]{27})(\.|$)/.exec(clientId) ?? [];
  if (projectId) return projectId;
  const appId = place.kind === 'application' ? place.appId : undefined;
  return (isVisible(clientId) && (await findProjectOfClient(service, clientId, appId))) || '';
}

/**
 * Finds the client of a request. In an application's place, its own client ID and the project's are accepted. `count` is needed to
 * load the document of a client that describes itself. Throws `invalid_client` without a hint about what exists.
 */
export async function findClient(
  ctx: ProjectContext,
  clientId: string,
  place: Place,
  count?: CountDocument,
): Promise<Client> {
  if (!isVisible(clientId)) throw unknownClient();
  if (place.kind === 'thirdParty' || place.kind === 'mcpServer')
    return findThirdParty(ctx, clientId, place, count);
  const isProject = clientId === ctx.project.id;
  const placeId = place.kind === 'application' ? place.appId : undefined;
  const app = isProject
    ? await findSsoApp(ctx, placeId ?? defaultSsoApp.id)
    : await findSsoAppOfClient(ctx, clientId);
  if (!app?.enabled || app.type !== 'oidc' || app.id !== (placeId ?? app.id)) throw unknownClient();
  const settings = app.settings.oidc;
  return {
    id: clientId,
    app,
    settings,
    isProject,
    isPublic: isProject || settings.clientType === 'public',
    issuer: issuerAt(ctx, ctx.project.id, place),
  };
}

/** RFC 6749 appendix A.1. PostgreSQL refuses a question about a text with a NUL character. */
function isVisible(clientId: string): boolean {
  return /^[\x20-\x7e]+$/.test(clientId);
}

/** Finds a client of the endpoints for third-party applications, or of those of an MCP server. */
async function findThirdParty(
  ctx: ProjectContext,
  clientId: string,
  place: Place,
  count: CountDocument | undefined,
): Promise<Client> {
  const mcpServer = place.kind === 'mcpServer' ? await findMcpServer(ctx, place.mcpServerId) : undefined;
  if (place.kind === 'mcpServer' && !mcpServer) throw unknownClient();
  const isDescribed = isDocumentAddress(ctx, clientId) && allowsDocuments(ctx, mcpServer);
  const inboundApp = isDescribed
    ? await findDescribedClient(ctx, clientId, count)
    : await findInboundAppOfClient(ctx, clientId);
  if (!inboundApp || !countsAt(inboundApp, mcpServer)) throw unknownClient();
  const { name, settings } = inboundApp;
  return {
    id: clientId,
    app: { id: inboundAppRef(inboundApp.id), name, logo: settings.logo },
    settings: clientSettingsOf(inboundApp),
    isProject: false,
    isPublic: settings.nonConfidentialClient,
    thirdParty: thirdPartyOf(ctx, inboundApp, mcpServer),
    issuer: issuerAt(ctx, ctx.project.id, place),
  };
}

function allowsDocuments({ project }: ProjectContext, mcpServer: McpServer | undefined): boolean {
  return mcpServer ? !mcpServer.settings.metadataDocumentsDisabled : project.settings.clientMetadataDocuments;
}

/** A client that registered itself at the endpoints of one server counts nowhere else. */
function countsAt({ isDynamic, settings }: InboundApp, mcpServer: McpServer | undefined): boolean {
  const { readAt, mcpServerId } = settings.registration;
  return !isDynamic || readAt > 0 || mcpServerId === (mcpServer?.id ?? '');
}

/** The settings that third-party applications share with SSO applications. */
function clientSettingsOf({ isDynamic, settings }: InboundApp): OidcSettings {
  const { tokenEndpointAuthMethod, jwks, jwksUri, forcePkce, defaultAudience, registration } = settings;
  return {
    ...emptySettings.oidc,
    tokenEndpointAuthMethod,
    jwks,
    jwksUri,
    forcePkce,
    defaultAudience,
    approvedRedirectUrls: settings.approvedCallbackUrls,
    resources: settings.audienceWhitelist,
    userClaimsInIdToken: settings.userClaimsInIdToken,
    subjectType: registration.subjectType,
    sectorIdentifierUri: registration.sectorIdentifierUri,
    requirePushedAuthorizationRequests: registration.requirePushedRequests,
    dpopBoundAccessTokens: registration.dpopBoundTokens,
    refreshTokenDisabled:
      registration.grantTypes.length > 0 && !registration.grantTypes.includes('refresh_token'),
    clientCredentialsDisabled: isDynamic,
    // Anyone could register an application, and send users codes in its name.
    deviceCodeDisabled: isDynamic,
  };
}

export function unknownClient(): OAuthError {
  return new OAuthError(
    'invalid_client',
    'The client is unknown or disabled, belongs to another issuer, or could not be authenticated',
  );
}

/**
 * Reports whether the client may be sent to this address. Addresses of an application are compared as texts (RFC 9700
 * §2.1), except for the port of a third-party application on the user's computer. The project's own applications use the
 * project's list.
 */
export function isRegisteredRedirect(ctx: ProjectContext, client: Client, url: string): boolean {
  if (client.isProject) return isAllowedRedirect(ctx, url);
  return isOneOf(client.settings.approvedRedirectUrls, client, url);
}

/** Reports whether the browser may be sent there after a logout: to each redirect URL, and to those that the client registered for it. */
export function isRegisteredLogoutRedirect(ctx: ProjectContext, client: Client, url: string): boolean {
  const registered = client.thirdParty?.inboundApp.settings.registration.postLogoutRedirectUris ?? [];
  return isRegisteredRedirect(ctx, client, url) || isOneOf(registered, client, url);
}

function isOneOf(urls: string[], { thirdParty }: Client, url: string): boolean {
  return urls.includes(url) || (thirdParty !== undefined && urls.some((known) => isSameLoopback(url, known)));
}
