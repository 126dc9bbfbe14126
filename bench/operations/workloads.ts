import { randomUUID } from 'node:crypto';
import { hashSecret } from '../../server/core/crypto.ts';
import { signInSlot, testSlot } from '../../server/domain/credentials/otp/slots.ts';
import type { Variables } from '../baseline/recipe.ts';
import type { PreparedUser } from '../population.ts';
import { type PreparedSession, sessionIn } from '../prepared-session.ts';
import { get, managed, post } from '../requests.ts';
import { oneTimeCode, password, tenantId } from '../settings.ts';
import { applicationWorkloads } from './application-workloads.ts';
import { flowWorkloads } from './flow-workloads.ts';
import { type Workload, workload } from './workload.ts';

const userOf = ({ id: userId, loginId }: PreparedUser) => ({ userId, loginId });
const searchPath = '/v2/mgmt/user/search';

export const workloads: Workload[] = [
  workload({
    name: 'load',
    title: 'user load',
    subject: (fixtures) => fixtures.anyUser(),
    request: ({ loginId }) => managed(`/v1/mgmt/user?loginId=${encodeURIComponent(loginId)}`),
    variables: userOf,
  }),
  // Before the first changes: the baseline, which does not fold them, would read ever more of them.
  workload({
    name: 'list',
    title: 'user list, 20',
    subject: () => undefined,
    request: () => managed(searchPath, { limit: 20 }),
    variables: () => ({}),
  }),
  workload({
    name: 'search',
    title: 'user search by text',
    subject: (fixtures) => fixtures.anyUser(),
    request: ({ loginId }) => managed(searchPath, { text: loginId, limit: 20 }),
  }),
  workload({
    name: 'create',
    title: 'user create',
    subject: (fixtures) => fixtures.loginId(),
    request: (loginId) =>
      managed('/v1/mgmt/user/create', {
        loginId,
        email: loginId,
        displayName: 'Somebody New',
        userTenants: [{ tenantId, roleNames: ['engineer'] }],
      }),
    variables: (loginId) => ({ loginId }),
  }),
  workload({
    name: 'update',
    title: 'user update',
    subject: (fixtures) => ({ ...fixtures.nextUser(), displayName: `New ${randomUUID()}` }),
    request: ({ loginId, displayName }) =>
      managed('/v1/mgmt/user/update', {
        loginId,
        email: loginId,
        verifiedEmail: true,
        displayName,
        userTenants: [{ tenantId, roleNames: ['engineer'] }],
      }),
    variables: ({ displayName, ...user }) => ({ ...userOf(user), displayName }),
  }),
  workload({
    name: 'session',
    title: 'session start without a credential',
    subject: (fixtures) => fixtures.nextUser(),
    request: ({ loginId }) => managed('/v1/mgmt/auth/signin', { loginId }),
    variables: userOf,
  }),
  workload({
    name: 'refresh',
    title: 'refresh',
    isPerConnection: true,
    subject: (fixtures) => fixtures.session(),
    request: ({ refreshJwt }) => post('/v1/auth/refresh', {}, refreshJwt),
    answered(session, body) {
      Object.assign(session, sessionIn(body));
    },
    variables(session, body) {
      const next = body ? sessionIn(body).tokenHash : hashSecret(randomUUID());
      const variables = { ...sessionVariables(session), next };
      session.tokenHash = next;
      return variables;
    },
  }),
  workload({
    name: 'me',
    title: 'GET me',
    isPerConnection: true,
    subject: (fixtures) => fixtures.session(),
    request: ({ refreshJwt }) => get('/v1/auth/me', refreshJwt),
    variables: sessionVariables,
  }),
  workload({
    name: 'verify',
    title: 'TOTP verify (sign-in)',
    subject: (fixtures) => fixtures.totpSignIn(),
    request: ({ user, code }) => post('/v1/auth/totp/verify', { loginId: user.loginId, code }),
    variables: ({ user, step }) => ({ ...userOf(user), sealedSecret: user.sealedSecret, step }),
  }),
  workload({
    name: 'codeverify',
    title: 'OTP verify (sign-in)',
    subject: (fixtures) => fixtures.codeHolder(),
    request: ({ loginId }) => post('/v1/auth/otp/verify/email', { loginId, code: oneTimeCode }),
    variables: (user) => ({
      ...userOf(user),
      slot: signInSlot('email', user.id),
      testSlot: testSlot(user.id),
    }),
  }),
  workload({
    name: 'exchange',
    title: 'SSO exchange',
    subject: (fixtures) => fixtures.ssoCode(),
    request: ({ code }) => post('/v1/auth/sso/exchange', { code }),
    variables: ({ code, userId }) => ({ codeHash: hashSecret(code), userId }),
  }),
  workload({
    name: 'password',
    title: 'password sign-in',
    runSeconds: 3,
    connections: 8,
    subject: (fixtures) => fixtures.nextUser(),
    request: ({ loginId }) => post('/v1/auth/password/signin', { loginId, password }),
    variables: userOf,
  }),
  ...flowWorkloads,
  ...applicationWorkloads,
];

function sessionVariables({ id: sessionId, userId, tokenHash }: PreparedSession): Variables {
  return { sessionId, userId, tokenHash };
}
