import { type ErrorCode, universalErrors } from '../core/errors.ts';
import { startsSession } from './cookies.ts';
import type { Auth, Endpoint } from './endpoint.ts';

const refreshErrors = ['E064001', 'E064002', 'E064004', 'E062109'] as const;

const impersonationErrors = ['E064006'] as const;

/** A sign-in that awaits its second factor may not be allowed to do this. */
const awaitingErrors = ['E064007'] as const;

/** Any sign-in can meet a tenant that requires another method, or a sign-in policy. */
const signInErrors = ['E064005', 'E064007', 'E064008'] as const;

const tenantAdministratorErrors = [
  ...refreshErrors,
  ...impersonationErrors,
  ...awaitingErrors,
  'E064013',
] as const;

/** The errors with which each kind of credentials can be refused. */
const authErrors: Record<Auth, readonly ErrorCode[]> = {
  project: ['E111119'],
  management: ['E111119', 'E064010', 'E064011', 'E064012'],
  accessKey: ['E111119', 'E062802', 'E062803'],
  refresh: ['E111119', ...refreshErrors],
  optionalRefresh: ['E111119', ...refreshErrors],
  session: ['E111119', 'E064001', 'E064002', 'E062109'],
};

export function declaredErrors(endpoint: Endpoint): Set<ErrorCode> {
  return new Set([...universalErrors, ...particularErrors(endpoint)]);
}

/** Returns the endpoint's error codes without the universal ones. */
export function particularErrors(endpoint: Endpoint): Set<ErrorCode> {
  const isSignIn = endpoint.auth !== 'refresh' && startsSession(endpoint);
  const { auth, takesAwaiting, takesImpersonated, forTenantAdministrators, forSignedInUsers, errors } =
    endpoint;
  const takesToken =
    auth === 'refresh' || auth === 'optionalRefresh' || auth === 'session' || forSignedInUsers !== undefined;
  return new Set([
    ...authErrors[auth],
    ...(takesToken && !takesImpersonated ? impersonationErrors : []),
    ...(takesAwaiting ? awaitingErrors : []),
    ...(forSignedInUsers ? [...refreshErrors, ...(forSignedInUsers.errors ?? [])] : []),
    ...(forTenantAdministrators ? tenantAdministratorErrors : []),
    ...(isSignIn ? signInErrors : []),
    ...errors,
  ]);
}
