import { hashSecret } from '../server/core/crypto.ts';
import { signInSlot, testSlot } from '../server/domain/credentials/otp/slots.ts';
import type { Operation } from './operation.ts';
import type { PreparedUser } from './prepared.ts';
import { managed, post } from './requests.ts';
import { oneTimeCode, projectId, tenantId } from './settings.ts';
import { operation } from './single-request.ts';
import type { Variables } from './variables.ts';

const batchSize = 100;

/** Operations with a secret from a message. The messages stay in the outbox: see `suppress-delivery.ts`. */
export const messageOperations: Operation[] = [
  operation({
    name: 'codeverify',
    title: 'OTP verify (sign-in)',
    method: 'POST',
    subject: (fixtures) => fixtures.codeHolder(),
    request: ({ loginId }) => post('/v1/auth/otp/verify/email', { loginId, code: oneTimeCode }),
    variables: (user) => ({ ...person(user), testSlot: testSlot(user.id) }),
  }),
  operation({
    name: 'linkverify',
    title: 'magic link verify (sign-in)',
    method: 'POST',
    subject: (fixtures) => fixtures.link(),
    request: ({ token }) => post('/v1/auth/magiclink/verify', { token }),
    variables: ({ token, user }) => ({ ...person(user), linkHash: hashSecret(token) }),
  }),
  operation({
    name: 'code',
    title: 'OTP sign-in start',
    method: 'POST',
    subject: (fixtures) => fixtures.recipient(),
    request: ({ loginId }) => post('/v1/auth/otp/signin/email', { loginId }),
    variables: (user) => ({ ...person(user), recipient: recipientOf(user.loginId) }),
  }),
  operation({
    name: 'invite',
    title: `invite ${batchSize} users in one call`,
    method: 'POST',
    connections: 2,
    runSeconds: 3,
    subject: (fixtures) => Array.from({ length: batchSize }, () => fixtures.loginId()),
    request: (loginIds) =>
      managed('POST', '/v1/mgmt/user/create/batch', {
        users: loginIds.map((loginId) => ({
          loginId,
          email: loginId,
          displayName: 'Somebody New',
          userTenants: [{ tenantId, roleNames: ['engineer'] }],
        })),
        invite: true,
        sendMail: true,
      }),
    variables: (loginIds) =>
      Object.fromEntries(
        loginIds.flatMap((loginId, index) => [
          [`loginId${index}`, loginId],
          [`recipient${index}`, recipientOf(loginId)],
        ]),
      ),
  }),
];

function person({ id: userId, loginId }: PreparedUser): Variables {
  return { userId, loginId, slot: signInSlot('email', userId) };
}

/** Identifies an address as the limit of messages does (`delivery/limits.ts`). */
function recipientOf(loginId: string): string {
  return hashSecret(`email/${projectId}/${loginId}`);
}
