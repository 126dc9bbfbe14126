import { OAuthError } from '../../../protocols/oauth/oauth-error.ts';
import type { Client } from './client.ts';

/**
 * Returns the resource servers that an access token is for (RFC 8707 §2.2): those that are asked for, or all that were granted.
 * Empty: the default audience. Throws `invalid_target` for one that was not granted, or that the application may no
 * longer use. Without a grant, the application may ask for each that its settings list, and so may one of the project's own whose grant
 * names none. The user of a third-party application was asked for those of the grant only.
 */
export function narrowResources(
  { isProject, settings, thirdParty }: Client,
  grant: readonly string[] | undefined,
  asked: readonly string[],
): string[] {
  if (thirdParty?.mcpServer) return requireServer(thirdParty.mcpServer.url, asked);
  // The project's own applications get session JWTs, which are for the project itself.
  const allowed = isProject ? [] : settings.resources;
  const granted = grant ?? [];
  if (thirdParty && grant && asked.some((one) => !grant.includes(one)))
    throw new OAuthError(
      'invalid_target',
      'resource or audience contains a value that the user has not consented to. Include it in the request ' +
        'that starts the sign-in',
    );
  const possible = granted.length > 0 ? granted.filter((one) => allowed.includes(one)) : allowed;
  if (asked.length > 0) {
    if (asked.every((one) => possible.includes(one))) return [...new Set(asked)];
    throw new OAuthError(
      'invalid_target',
      `resource or audience contains a value that this application may not use. ${remedyOf(thirdParty !== undefined)}`,
    );
  }
  if (granted.length > 0 && possible.length === 0)
    throw new OAuthError('invalid_target', 'The application may no longer use the resource of its sign-in');
  return granted.length > 0 ? possible : [];
}

/** An application that registered itself has no list of audiences; for an MCP server it uses the server's own endpoints. */
function remedyOf(isThirdParty: boolean): string {
  return isThirdParty
    ? 'Add it to `audienceWhitelist` in its settings, or use the endpoints of the MCP server'
    : 'Add it to `resources` in its settings';
}

/** A third-party application gets tokens for the MCP server at whose endpoints it asks, whether it names the server or not. */
function requireServer(url: string, asked: readonly string[]): string[] {
  if (asked.every((one) => withoutSlash(one) === withoutSlash(url))) return [];
  throw new OAuthError('invalid_target', `resource must be ${url}, which these endpoints belong to`);
}

function withoutSlash(url: string): string {
  return url.replace(/\/$/, '');
}
