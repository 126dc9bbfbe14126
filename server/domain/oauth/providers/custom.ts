import type { ProviderSettings } from '../provider.ts';
import type { Claims, ProviderAnswer, ProviderDefinition, ProviderProfile } from './definition.ts';
import { objectOf, profileOf } from './read-claims.ts';

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

/** Names with dots lead into objects. With OpenID Connect `sub` is who it is, whatever is mapped. */
function readMapped(
  { claims, userInfo }: ProviderAnswer,
  mapping: ProviderSettings['attributeMapping'],
): ProviderProfile {
  const names = { ...standard, ...mapping };
  const all = { ...userInfo, ...claims };
  const email = valueAt(all, names.email);
  // Whether it is verified counts from where the address is from.
  const sources = [claims, userInfo].filter((source) => valueAt(source, names.email) === email);
  return profileOf({
    subject: claims['sub'] ?? valueAt(userInfo, names.subject),
    email,
    emailVerified: sources.some((source) => valueAt(source, names.emailVerified) === true),
    name: valueAt(all, names.name),
    givenName: valueAt(all, names.givenName),
    familyName: valueAt(all, names.familyName),
    picture: valueAt(all, names.picture),
  });
}

function valueAt(claims: Claims, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path];
  let value: unknown = claims;
  for (const name of path.split('.')) {
    const object = objectOf(value);
    value = Object.hasOwn(object, name) ? object[name] : undefined;
  }
  return value;
}

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : '';
}
