import type { ProviderDefinition } from './definition.ts';
import { readStandardClaims } from './read-claims.ts';

/**
 * LinkedIn. Its ID tokens have no nonce, and it refuses a web client that sends a PKCE verifier. The code is tied to this
 * client by the client secret, and to the browser by `state`.
 */
export const linkedin: ProviderDefinition = {
  title: 'LinkedIn',
  protocol: 'oidc',
  issuer: 'https://www.linkedin.com/oauth',
  scopes: ['openid', 'profile', 'email'],
  authentication: 'post',
  lacks: ['nonce', 'pkce'],
  readProfile: readStandardClaims,
};
