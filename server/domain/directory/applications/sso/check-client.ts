import { ServiceError } from '../../../../core/errors.ts';
import { checkAuthentication } from '../client-authentication.ts';
import { emptySettings, type OidcSettings } from './sso-app.ts';

/** Checks the settings of a client that depend on each other. E011004 names the field to change. */
export function checkClient(stored: Partial<OidcSettings>): void {
  const settings = { ...emptySettings.oidc, ...stored };
  checkAuthentication(settings, settings.clientType === 'public');
  if (settings.subjectType === 'pairwise' && sectorOf(settings) === undefined)
    throw new ServiceError(
      'E011004',
      'sectorIdentifierUri is required for pairwise subjects unless all redirect URLs have one host',
    );
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
