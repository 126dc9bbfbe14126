import type { ProviderDefinition } from './definition.ts';
import { readStandardClaims } from './read-claims.ts';

/** GitLab. A self-hosted server has its own address as issuer. */
export const gitlab: ProviderDefinition = {
  title: 'GitLab',
  protocol: 'oidc',
  issuer: 'https://gitlab.com',
  scopes: ['openid', 'profile', 'email'],
  authentication: 'basic',
  readProfile: readStandardClaims,
};
