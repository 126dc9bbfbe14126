import type { ProviderDescription } from '../description.ts';

export const cognito: ProviderDescription = {
  id: 'cognito',
  title: 'Amazon Cognito',
  oidc: {
    sources: [
      'https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-using-the-id-token.html',
      'https://docs.aws.amazon.com/cognito/latest/developerguide/userinfo-endpoint.html',
      'https://docs.aws.amazon.com/cognito/latest/developerguide/federation-endpoints.html',
    ],
    issuerPath: '/eu-central-1_AbC123',
    discovery: {
      id_token_signing_alg_values_supported: ['RS256'],
      response_types_supported: ['code', 'token'],
      scopes_supported: ['openid', 'email', 'phone', 'profile'],
      subject_types_supported: ['public'],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    },
    algorithm: 'RS256',
    keys: { members: { e: 'AQAB' } },
    authentication: 'client_secret_basic',
    atHash: true,
    idToken: {
      sub: '{uuid}',
      'cognito:groups': '{groups}',
      email_verified: true,
      'cognito:username': '{uuid}',
      given_name: '{givenName}',
      'cognito:roles': ['arn:aws:iam::111122223333:role/my-app'],
      origin_jti: '{uuid}',
      event_id: '{uuid}',
      token_use: 'id',
      auth_time: '{now}',
      name: '{name}',
      family_name: '{familyName}',
      jti: '{uuid}',
      email: '{email}',
    },
    // Flags are texts here.
    userInfo: {
      body: {
        sub: '{uuid}',
        email_verified: 'true',
        name: '{name}',
        given_name: '{givenName}',
        family_name: '{familyName}',
        email: '{email}',
        username: '{uuid}',
      },
    },
    groups: ['staff', 'editors'],
    leaves: { subject: '{uuid}' },
    variants: [
      {
        what: 'sends attributes in the userinfo only',
        idToken: { sub: '{uuid}', 'cognito:groups': '{groups}', token_use: 'id' },
        leaves: { subject: '{uuid}' },
      },
    ],
  },
};
