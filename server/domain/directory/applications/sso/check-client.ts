import { ServiceError } from '../../../../core/errors.ts';
import { type ClientAuthentication, emptySettings, type OidcSettings } from './sso-app.ts';

/** Checks the settings of a client that depend on each other. E011004 names the field to change. */
export function checkClient(stored: Partial<OidcSettings>): void {
  const settings = { ...emptySettings.oidc, ...stored };
  checkAuthentication(settings, settings.clientType === 'public');
  if (settings.subjectType === 'pairwise' && sectorOf(settings) === undefined)
    throw wrong(
      'sectorIdentifierUri',
      'is required for pairwise subjects unless all redirect URLs have one host',
    );
}

/** Checks how a client proves its identity. E011004 names the field to change. */
export function checkAuthentication(
  { tokenEndpointAuthMethod: method, jwks, jwksUri }: ClientAuthentication,
  isPublic: boolean,
): void {
  if (isPublic && method !== '')
    throw wrong('tokenEndpointAuthMethod', 'must be empty for a public client, which cannot keep a secret');
  if (jwksUri !== '' && jwks.keys.length > 0)
    throw wrong('jwksUri', 'and `jwks` cannot be used together. Leave one of them empty');
  if (method === 'private_key_jwt' && jwksUri === '' && jwks.keys.length === 0)
    throw wrong('tokenEndpointAuthMethod', 'can be `private_key_jwt` only with `jwks` or `jwksUri`');
}

/** Returns the host that stands for a client's organization (OpenID Connect Core §8.1). */
export function sectorOf({
  sectorIdentifierUri,
  approvedRedirectUrls,
}: Pick<OidcSettings, 'sectorIdentifierUri' | 'approvedRedirectUrls'>): string | undefined {
  if (sectorIdentifierUri) return new URL(sectorIdentifierUri).hostname;
  const hosts = new Set(approvedRedirectUrls.map((url) => new URL(url).hostname));
  return hosts.size === 1 ? [...hosts][0] : undefined;
}

function wrong(field: string, rule: string): ServiceError {
  return new ServiceError('E011004', `${field} ${rule}`);
}
