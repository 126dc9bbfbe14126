import { claimAt, isTrue } from '../../../../protocols/oidc/claims.ts';
import type { ProviderSettings } from '../provider-settings.ts';
import type { ProviderAnswer, ProviderDefinition, ProviderProfile } from './definition.ts';
import { profileOf } from './read-claims.ts';

/** Returns the definition of a provider that the project describes itself. */
export function customProvider(id: string, settings: ProviderSettings): ProviderDefinition {
  const isOidc = settings.protocol === 'oidc';
  return {
    title: settings.title || id,
    protocol: isOidc ? 'oidc' : 'oauth2',
    issuer: settings.issuer || originOf(settings.tokenUrl),
    scopes: isOidc ? ['openid', 'profile', 'email'] : [],
    // The scope of refresh tokens in OpenID Connect Core §11.
    ...(isOidc && { offlineScopes: ['offline_access'], offlineParameters: { prompt: 'consent' } }),
    authentication: 'basic',
    readProfile: (answer) => readMapped(answer, settings.attributeMapping),
  };
}

const standard: Required<ProviderSettings['attributeMapping']> = {
  subject: 'sub',
  email: 'email',
  emailVerified: 'email_verified',
  name: 'name',
  givenName: 'given_name',
  familyName: 'family_name',
  picture: 'picture',
};

/** Reads the mapped fields. With OpenID Connect, `sub` identifies the user, whatever is mapped. */
function readMapped(
  { claims, userInfo }: ProviderAnswer,
  mapping: ProviderSettings['attributeMapping'],
): ProviderProfile {
  const names = { ...standard, ...mapping };
  const all = { ...userInfo, ...claims };
  const email = claimAt(all, names.email);
  // The verification flag must come from the same source as the address.
  const sources = [claims, userInfo].filter((source) => claimAt(source, names.email) === email);
  return profileOf({
    subject: claims['sub'] ?? claimAt(userInfo, names.subject),
    email,
    emailVerified: sources.some((source) => isTrue(claimAt(source, names.emailVerified))),
    name: claimAt(all, names.name),
    givenName: claimAt(all, names.givenName),
    familyName: claimAt(all, names.familyName),
    picture: claimAt(all, names.picture),
  });
}

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : '';
}
