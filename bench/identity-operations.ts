import { hashSecret } from '../server/core/crypto.ts';
import type { Operation } from './operation.ts';
import { assertion } from './passkey.ts';
import { managed, post } from './requests.ts';
import { oauthProvider, passkeyOrigin } from './settings.ts';
import { operation } from './single-request.ts';

/** Operations with an identity of another provider, or a passkey. */
export const identityOperations: Operation[] = [
  operation({
    name: 'oauthexchange',
    title: 'OAuth exchange',
    method: 'POST',
    subject: (fixtures) => fixtures.oauthCode(),
    request: ({ code }) => post('/v1/auth/oauth/exchange', { code }),
    variables: ({ code, userId }) => ({ codeHash: hashSecret(code), userId }),
  }),
  operation({
    name: 'providertoken',
    title: 'getProviderToken, from the store',
    method: 'GET',
    subject: (fixtures) => fixtures.nextUser(),
    request({ loginId }) {
      const query = new URLSearchParams({ loginId, provider: oauthProvider.id });
      return managed('GET', `/v1/mgmt/user/provider/token?${query}`);
    },
    variables: ({ id: userId, loginId }) => ({ userId, loginId }),
  }),
  operation({
    name: 'passkeystart',
    title: 'passkey sign-in start',
    method: 'POST',
    subject: (fixtures) => fixtures.nextUser(),
    request: ({ loginId }) => post('/v1/auth/webauthn/signin/start', { loginId, origin: passkeyOrigin }),
    variables: ({ id: userId, loginId }) => ({ userId, loginId }),
  }),
  operation({
    name: 'passkeyfinish',
    title: 'passkey sign-in finish',
    method: 'POST',
    subject: (fixtures) => fixtures.ceremony(),
    request: ({ transactionId, credentialId, challenge }) =>
      post('/v1/auth/webauthn/signin/finish', {
        transactionId,
        response: assertion(credentialId, challenge),
      }),
    variables: ({ transactionId, credentialId, user: { id: userId, loginId } }) => ({
      ...{ transactionHash: hashSecret(transactionId), credentialId, userId, loginId },
    }),
  }),
];
