import type { ProviderDefinition } from './definition.ts';
import { readStandardClaims } from './read-claims.ts';

export const google: ProviderDefinition = {
  title: 'Google',
  protocol: 'oidc',
  issuer: 'https://accounts.google.com',
  scopes: ['openid', 'profile', 'email'],
  // A refresh token comes with the first consent only, so consent is requested each time.
  offlineParameters: { access_type: 'offline', prompt: 'consent' },
  authentication: 'post',
  readProfile: readStandardClaims,
};
