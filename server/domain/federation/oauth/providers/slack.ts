import type { ProviderDefinition } from './definition.ts';
import { readStandardClaims } from './read-claims.ts';

export const slack: ProviderDefinition = {
  title: 'Slack',
  protocol: 'oidc',
  issuer: 'https://slack.com',
  scopes: ['openid', 'profile', 'email'],
  authentication: 'post',
  readProfile: readStandardClaims,
};
