import type { ProviderDefinition } from './definition.ts';
import { readStandardClaims } from './read-claims.ts';

export const google: ProviderDefinition = {
  title: 'Google',
  protocol: 'oidc',
  issuer: 'https://accounts.google.com',
  scopes: ['openid', 'profile', 'email'],
  // A refresh token comes at the first consent only, unless consent is asked for again.
  offlineParameters: { access_type: 'offline', prompt: 'consent' },
  authentication: 'post',
  readProfile: readStandardClaims,
};
