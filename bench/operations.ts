import { hashSecret } from '../server/core/crypto.ts';
import type { Request } from './load.ts';
import type { Operation } from './operation.ts';
import type { OperationName } from './options.ts';
import { refresh } from './refresh.ts';
import { boundRequest, managed, post } from './requests.ts';
import { tenantId } from './settings.ts';
import type { Takers } from './takers.ts';
import type { Variables } from './variables.ts';

/** A request that needs nothing of the one before it. */
interface Kind<S> {
  name: OperationName;
  title: string;
  method: 'GET' | 'POST';
  subject(takers: Takers): S;
  request(subject: S): Request;
  /** What of the subject comes up in statements. */
  variables(subject: S): Variables;
}

function operation<S>({ name, title, method, subject, request, variables }: Kind<S>): Operation {
  return {
    ...{ name, title, method },
    server: async (takers) => ({ next: () => request(subject(takers)) }),
    bound: (takers) => ({ next: () => boundRequest(name, method, variables(subject(takers))) }),
    samples: async (takers) =>
      Array.from({ length: 3 }, () => {
        const one = subject(takers);
        return { request: request(one), variables: () => variables(one) };
      }),
  };
}

export const operations: Operation[] = [
  operation({
    name: 'signup',
    title: 'TOTP sign-up',
    method: 'POST',
    subject: (takers) => takers.loginId(),
    request: (loginId) => post('/v1/auth/totp/signup', { loginId, user: { name: 'Somebody New' } }),
    variables: (loginId) => ({ loginId }),
  }),
  operation({
    name: 'verify',
    title: 'TOTP verify (sign-in)',
    method: 'POST',
    subject: (takers) => takers.signIn(),
    request: ({ user, code }) => post('/v1/auth/totp/verify', { loginId: user.loginId, code }),
    variables: ({ user: { id: userId, loginId, sealedSecret }, step }) => {
      return { loginId, userId, sealedSecret, step };
    },
  }),
  operation({
    name: 'exchange',
    title: 'SSO exchange',
    method: 'POST',
    subject: (takers) => takers.code(),
    request: ({ code }) => post('/v1/auth/sso/exchange', { code }),
    variables: ({ code, userId }) => ({ codeHash: hashSecret(code), userId }),
  }),
  refresh,
  operation({
    name: 'create',
    title: 'user create',
    method: 'POST',
    subject: (takers) => takers.loginId(),
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
    subject: (takers) => takers.anyUser(),
    request: ({ loginId }) => managed('GET', `/v1/mgmt/user?loginId=${encodeURIComponent(loginId)}`),
    variables: ({ id: userId, loginId }) => ({ loginId, userId }),
  }),
];
