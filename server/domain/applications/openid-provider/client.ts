import type { ProjectContext, ServiceContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { OAuthError } from '../../../protocols/oauth/oauth-error.ts';
import { findAppIdOfClient, findProjectsOfClient } from '../../directory/sso-apps/find-client.ts';
import { loadSsoApp, noSsoApp } from '../../directory/sso-apps/load-app.ts';
import { defaultSsoApp, type OidcSettings, type SsoApp } from '../../directory/sso-apps/sso-app.ts';
import { isAllowedRedirect } from '../../project/projects/redirect-urls.ts';
import { type Issuer, issuerAt, type Place } from './place.ts';

/** An application as a client of the OpenID provider. */
export interface Client {
  id: string;
  app: SsoApp;
  settings: OidcSettings;
  /**
   * The client ID is the project's: an application of the project's own, which need not be registered. It gets the
   * project's session and refresh JWTs. Other clients get tokens that the project's API does not accept.
   */
  isProject: boolean;
  /** A client that has no secret, such as a script in a browser (RFC 6749 §2.1). */
  isPublic: boolean;
  /** The issuer whose endpoints the client uses. */
  issuer: Issuer;
}

/**
 * Returns the project of a client. Its ID is the project's, or begins with it and a dot. One that moved here kept its former
 * ID, which must be unique on this server. Returns an empty text for an unknown client.
 */
export async function findProjectId(
  service: ServiceContext,
  clientId: string,
  place: Place,
): Promise<string> {
  const [, projectId] = /^(P[0-9A-Za-z]{27})(\.|$)/.exec(clientId) ?? [];
  if (projectId) return projectId;
  const appId = place.kind === 'application' ? place.appId : undefined;
  const found = clientId ? await findProjectsOfClient(service, clientId, appId) : [];
  return (found.length === 1 && found[0]) || '';
}

/**
 * Finds the client of a request. In an application's place, its own client ID and the project's are accepted.
 * Throws `invalid_client` without a hint about what exists.
 */
export async function findClient(ctx: ProjectContext, clientId: string, place: Place): Promise<Client> {
  const isProject = clientId === ctx.project.id;
  const ownAppId = isProject ? undefined : await findAppIdOfClient(ctx, clientId);
  const appId = place.kind === 'application' ? place.appId : (ownAppId ?? defaultSsoApp.id);
  if (!isProject && ownAppId !== appId) throw unknownClient();
  const app = await findOidcApp(ctx, appId);
  if (!app?.enabled) throw unknownClient();
  const settings = app.settings.oidc;
  return {
    id: clientId,
    ...{ app, settings, isProject },
    isPublic: isProject || settings.clientType === 'public',
    issuer: issuerAt(ctx, ctx.project.id, place),
  };
}

export function unknownClient(): OAuthError {
  return new OAuthError(
    'invalid_client',
    'The client is unknown or disabled, belongs to another address, or has not proven its identity',
  );
}

async function findOidcApp(ctx: ProjectContext, id: string): Promise<SsoApp | undefined> {
  try {
    const app = await loadSsoApp(ctx, id);
    return app.type === 'oidc' ? app : undefined;
  } catch (error) {
    if (error instanceof ServiceError && error.code === noSsoApp(id).code) return undefined;
    throw error;
  }
}

/**
 * Reports whether the client may be sent to this address. Addresses of an application are compared as texts (RFC 9700
 * §2.1). The project's own applications use the project's list.
 */
export function isRegisteredRedirect(ctx: ProjectContext, client: Client, url: string): boolean {
  return client.isProject ? isAllowedRedirect(ctx, url) : client.settings.approvedRedirectUrls.includes(url);
}
