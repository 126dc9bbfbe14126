import { objectOf } from '../../../../protocols/oidc/claims.ts';
import type { ProviderDefinition } from './definition.ts';
import { profileOf } from './read-claims.ts';

/** Facebook, by OAuth 2.0. It never says whether an address is verified, so none counts as verified. */
export const facebook: ProviderDefinition = {
  title: 'Facebook',
  protocol: 'oauth2',
  issuer: 'https://www.facebook.com',
  endpoints: {
    authorizationUrl: 'https://www.facebook.com/v23.0/dialog/oauth',
    tokenUrl: 'https://graph.facebook.com/v23.0/oauth/access_token',
    userInfoUrl:
      'https://graph.facebook.com/v23.0/me?fields=id,name,first_name,last_name,email,picture.type(large)',
  },
  scopes: ['public_profile', 'email'],
  authentication: 'post',
  readProfile: ({ userInfo }) =>
    profileOf({
      subject: userInfo['id'],
      email: userInfo['email'],
      emailVerified: false,
      name: userInfo['name'],
      givenName: userInfo['first_name'],
      familyName: userInfo['last_name'],
      picture: objectOf(objectOf(userInfo['picture'])['data'])['url'],
    }),
};
