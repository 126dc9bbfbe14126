import type { ProviderDescription } from '../description.ts';

export const linkedin: ProviderDescription = {
  id: 'linkedin',
  title: 'LinkedIn',
  knownAs: 'linkedin',
  oidc: {
    sources: [
      'https://learn.microsoft.com/en-us/linkedin/consumer/integrations/self-serve/sign-in-with-linkedin-v2',
      'https://github.com/logto-io/logto/issues/6843',
      'https://support.auth0.com/center/s/article/LinkedIn-is-returning-the-ID-Token-with-the-locale',
    ],
    issuerPath: '/oauth',
    discovery: {
      response_types_supported: ['code'],
      subject_types_supported: ['pairwise'],
      id_token_signing_alg_values_supported: ['RS256'],
      scopes_supported: ['openid', 'profile', 'email'],
      claims_supported: [
        'iss',
        'aud',
        'iat',
        'exp',
        'sub',
        'name',
        'given_name',
        'family_name',
        'picture',
        'email',
        'email_verified',
        'locale',
      ],
    },
    algorithm: 'RS256',
    authentication: 'client_secret_post',
    withoutNonce: true,
    // The flag is a text here, and a flag in the userinfo.
    idToken: {
      sub: '782bbtaQ{number}',
      email_verified: 'true',
      name: '{name}',
      locale: { country: 'US', language: 'en' },
      given_name: '{givenName}',
      family_name: '{familyName}',
      email: '{email}',
      picture:
        'https://media.licdn-ei.com/dms/image/C5F03AQHqK8v7tB1HCQ/profile-displayphoto-shrink_100_100/0/',
    },
    userInfo: {
      body: {
        sub: '782bbtaQ{number}',
        name: '{name}',
        given_name: '{givenName}',
        family_name: '{familyName}',
        locale: { country: 'US', language: 'en' },
        email: '{email}',
        email_verified: true,
      },
    },
    leavesAsProvider: { subject: '782bbtaQ{number}' },
    variants: [],
  },
};
