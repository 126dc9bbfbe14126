import type { ProviderDescription } from '../description.ts';

export const apple: ProviderDescription = {
  id: 'apple',
  title: 'Apple',
  knownAs: 'apple',
  oidc: {
    sources: [
      'https://developer.apple.com/documentation/signinwithapple/authenticating-users-with-sign-in-with-apple',
      'https://developer.apple.com/documentation/signinwithapplerestapi/generate-and-validate-tokens',
      'https://appleid.apple.com/.well-known/openid-configuration',
    ],
    issuerPath: '/apple',
    discovery: {
      response_types_supported: ['code'],
      response_modes_supported: ['query', 'fragment', 'form_post'],
      subject_types_supported: ['pairwise'],
      id_token_signing_alg_values_supported: ['RS256'],
      scopes_supported: ['openid', 'email', 'name'],
      token_endpoint_auth_methods_supported: ['client_secret_post'],
      claims_supported: [
        'aud',
        'email',
        'email_verified',
        'exp',
        'iat',
        'is_private_email',
        'iss',
        'nonce',
        'sub',
      ],
    },
    algorithm: 'RS256',
    authentication: 'client_secret_post',
    atHash: true,
    idToken: {
      sub: '001234.a1b2{number}.0957',
      email: '{email}',
      email_verified: 'true',
      is_private_email: 'false',
      auth_time: '{now}',
      nonce_supported: true,
      real_user_status: 2,
    },
    answersByForm: true,
    redirect: {
      user: '{"name":{"firstName":"{givenName}","lastName":"{familyName}"},"email":"{email}"}',
    },
    leavesAsProvider: { name: '{givenName} {familyName}', subject: '001234.a1b2{number}.0957' },
  },
};
