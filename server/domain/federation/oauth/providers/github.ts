import { objectOf } from '../../../../protocols/oidc/claims.ts';
import type { ProviderAnswer, ProviderDefinition } from './definition.ts';
import { profileOf } from './read-claims.ts';

/** GitHub, by OAuth 2.0. The profile's address is for display only; another endpoint says which addresses are verified. */
export const github: ProviderDefinition = {
  title: 'GitHub',
  protocol: 'oauth2',
  issuer: 'https://github.com',
  endpoints: {
    authorizationUrl: 'https://github.com/login/oauth/authorize',
    tokenUrl: 'https://github.com/login/oauth/access_token',
    userInfoUrl: 'https://api.github.com/user',
    emailsUrl: 'https://api.github.com/user/emails',
  },
  scopes: ['read:user', 'user:email'],
  authentication: 'post',
  readProfile({ userInfo, emails }) {
    const primary = primaryOf(emails);
    return profileOf({
      subject: userInfo['id'],
      email: primary?.['email'],
      emailVerified: primary?.['verified'] === true,
      name: userInfo['name'] ?? userInfo['login'],
      picture: userInfo['avatar_url'],
    });
  },
};

function primaryOf(emails: ProviderAnswer['emails']) {
  return Array.isArray(emails) ? emails.map(objectOf).find((one) => one['primary'] === true) : undefined;
}
