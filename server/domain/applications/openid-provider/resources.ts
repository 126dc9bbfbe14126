import { OAuthError } from '../../../protocols/oauth/oauth-error.ts';
import type { Client } from './client.ts';
import type { ThirdParty } from './third-party.ts';

/**
 * Returns the resource servers that an access token is for (RFC 8707 §2.2): those that are asked for, or all that were granted.
 * Empty: the default audience. Throws `invalid_target` for one that was not granted, or that the application may no
 * longer use. Without a grant, the application may ask for each that its settings list.
 */
export function narrowResources(
  { isProject, settings, thirdParty }: Client,
  granted: readonly string[],
  asked: readonly string[],
): string[] {
  const hasList = settings.resources.length > 0 && !thirdParty?.mcpServer;
  if (thirdParty && !hasList) return requireServer(thirdParty, asked);
  // The project's own applications get session JWTs, which are for the project itself.
  const allowed = isProject ? [] : settings.resources;
  const possible = granted.length > 0 ? granted.filter((one) => allowed.includes(one)) : allowed;
  if (asked.length > 0) {
    if (asked.every((one) => possible.includes(one))) return [...new Set(asked)];
    throw new OAuthError(
      'invalid_target',
      'resource or audience names what this application may not use. Add it to `resources` in its settings',
    );
  }
  if (granted.length > 0 && possible.length === 0)
    throw new OAuthError('invalid_target', 'The application may no longer use the resource of its sign-in');
  return granted.length > 0 ? possible : [];
}

/**
 * A third-party application gets tokens for the server at whose endpoints it asks, whether it names the server or not. At the
 * common endpoints, an application without a list of audiences may name what it likes: its tokens are for the project.
 */
function requireServer({ mcpServer }: ThirdParty, asked: readonly string[]): string[] {
  const own = mcpServer && withoutSlash(mcpServer.url);
  if (own === undefined || asked.every((one) => withoutSlash(one) === own)) return [];
  throw new OAuthError('invalid_target', `resource must be ${mcpServer?.url}, whose endpoints these are`);
}

function withoutSlash(url: string): string {
  return url.replace(/\/$/, '');
}
