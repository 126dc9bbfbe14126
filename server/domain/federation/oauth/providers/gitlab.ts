import type { ProviderDefinition } from './definition.ts';
import { readStandardClaims } from './read-claims.ts';

/** A server of one's own has its address as the issuer. */
export const gitlab: ProviderDefinition = {
  title: 'GitLab',
  protocol: 'oidc',
  issuer: 'https://gitlab.com',
  scopes: ['openid', 'profile', 'email'],
  authentication: 'basic',
  readProfile: readStandardClaims,
};
