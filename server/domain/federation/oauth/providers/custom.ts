import { claimAt } from '../../../../protocols/oidc/claims.ts';
import type { ProviderSettings } from '../provider.ts';
import type { ProviderAnswer, ProviderDefinition, ProviderProfile } from './definition.ts';
import { profileOf } from './read-claims.ts';

/** A provider that the project describes itself. */
export function customProvider(id: string, settings: ProviderSettings): ProviderDefinition {
  const isOidc = settings.protocol === 'oidc';
  return {
    title: settings.title || id,
    protocol: isOidc ? 'oidc' : 'oauth2',
    issuer: settings.issuer || originOf(settings.tokenUrl),
    scopes: isOidc ? ['openid', 'profile', 'email'] : [],
    // OpenID Connect Core §11.
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

/** With OpenID Connect `sub` is who it is, whatever is mapped. */
function readMapped(
  { claims, userInfo }: ProviderAnswer,
  mapping: ProviderSettings['attributeMapping'],
): ProviderProfile {
  const names = { ...standard, ...mapping };
  const all = { ...userInfo, ...claims };
  const email = claimAt(all, names.email);
  // Whether it is verified counts from where the address is from.
  const sources = [claims, userInfo].filter((source) => claimAt(source, names.email) === email);
  return profileOf({
    subject: claims['sub'] ?? claimAt(userInfo, names.subject),
    email,
    emailVerified: sources.some((source) => claimAt(source, names.emailVerified) === true),
    name: claimAt(all, names.name),
    givenName: claimAt(all, names.givenName),
    familyName: claimAt(all, names.familyName),
    picture: claimAt(all, names.picture),
  });
}

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : '';
}
