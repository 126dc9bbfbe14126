import { hashSecret } from '../server/core/crypto.ts';
import { credentialOperations } from './credential-operations.ts';
import { identityOperations } from './identity-operations.ts';
import { messageOperations } from './message-operations.ts';
import type { Operation } from './operation.ts';
import { refresh } from './refresh.ts';
import { managed, post } from './requests.ts';
import { tenantId } from './settings.ts';
import { operation } from './single-request.ts';

export const operations: Operation[] = [
  operation({
    name: 'signup',
    title: 'TOTP sign-up',
    method: 'POST',
    subject: (fixtures) => fixtures.loginId(),
    request: (loginId) => post('/v1/auth/totp/signup', { loginId, user: { name: 'Somebody New' } }),
    variables: (loginId) => ({ loginId }),
  }),
  operation({
    name: 'verify',
    title: 'TOTP verify (sign-in)',
    method: 'POST',
    subject: (fixtures) => fixtures.signIn(),
    request: ({ user, code }) => post('/v1/auth/totp/verify', { loginId: user.loginId, code }),
    variables: ({ user: { id: userId, loginId, sealedSecret }, step }) => {
      return { loginId, userId, sealedSecret, step };
    },
  }),
  operation({
    name: 'exchange',
    title: 'SSO exchange',
    method: 'POST',
    subject: (fixtures) => fixtures.code(),
    request: ({ code }) => post('/v1/auth/sso/exchange', { code }),
    variables: ({ code, userId }) => ({ codeHash: hashSecret(code), userId }),
  }),
  refresh,
  operation({
    name: 'create',
    title: 'user create',
    method: 'POST',
    subject: (fixtures) => fixtures.loginId(),
    request: (loginId) =>
      managed('POST', '/v1/mgmt/user/create', {
        loginId,
        email: loginId,
        displayName: 'Somebody New',
        userTenants: [{ tenantId, roleNames: ['engineer'] }],
      }),
    variables: (loginId) => ({ loginId }),
  }),
  operation({
    name: 'load',
    title: 'user load',
    method: 'GET',
    subject: (fixtures) => fixtures.anyUser(),
    request: ({ loginId }) => managed('GET', `/v1/mgmt/user?loginId=${encodeURIComponent(loginId)}`),
    variables: ({ id: userId, loginId }) => ({ loginId, userId }),
  }),
  ...credentialOperations,
  ...messageOperations,
  ...identityOperations,
];
