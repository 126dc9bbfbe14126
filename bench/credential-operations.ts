import { hashSecret } from '../server/core/crypto.ts';
import { me } from './me.ts';
import type { Operation } from './operation.ts';
import { managed, post } from './requests.ts';
import { impersonatorLoginId, password } from './settings.ts';
import { operation } from './single-request.ts';

/** Operations with a credential that an administrator has set. */
export const credentialOperations: Operation[] = [
  operation({
    name: 'password',
    title: 'password sign-in',
    method: 'POST',
    runSeconds: 3,
    subject: (fixtures) => fixtures.nextUser(),
    request: ({ loginId }) => post('/v1/auth/password/signin', { loginId, password }),
    variables: ({ id: userId, loginId }) => ({ userId, loginId }),
  }),
  operation({
    name: 'session',
    title: 'session start without a credential',
    method: 'POST',
    subject: (fixtures) => fixtures.nextUser(),
    request: ({ loginId }) => managed('POST', '/v1/mgmt/auth/signin', { loginId }),
    variables: ({ id: userId, loginId }) => ({ userId, loginId }),
  }),
  me,
  operation({
    name: 'accesskey',
    title: 'access-key exchange',
    method: 'POST',
    subject: (fixtures) => fixtures.accessKey(),
    request: ({ key }) => post('/v1/auth/accesskey/exchange', {}, `:${key}`),
    variables: ({ id: keyId, key }) => ({ keyId, keyHash: hashSecret(key) }),
  }),
  operation({
    name: 'impersonate',
    title: 'impersonate',
    method: 'POST',
    subject: (fixtures) => fixtures.nextUser(),
    request: ({ loginId }) =>
      managed('POST', '/v1/mgmt/impersonate', {
        impersonatorId: impersonatorLoginId,
        loginId,
        validateConsent: false,
      }),
    variables: ({ id: userId, loginId }) => ({ userId, loginId }),
  }),
];
