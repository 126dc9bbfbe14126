import type { ProviderDefinition } from './definition.ts';
import { readStandardClaims } from './read-claims.ts';

/**
 * Microsoft. An administrator of an organization there can write any address into its users (nOAuth). Only the optional
 * claim `xms_edov` says that the domain of the address is verified, so `email_verified` is ignored.
 */
export const microsoft: ProviderDefinition = {
  title: 'Microsoft',
  protocol: 'oidc',
  issuer: 'https://login.microsoftonline.com/common/v2.0',
  scopes: ['openid', 'profile', 'email'],
  offlineScopes: ['offline_access'],
  authentication: 'post',
  needsNoUserInfo: true,
  readProfile(answer) {
    const profile = readStandardClaims(answer);
    const isOwn = [true, 1, '1', 'true'].includes(answer.claims['xms_edov'] as never);
    return {
      ...profile,
      emailVerified: profile.email !== '' && answer.claims['email'] !== undefined && isOwn,
    };
  },
};
