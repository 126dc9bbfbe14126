import type { PreparedExecution } from '../executions.ts';
import { post, type Request } from '../requests.ts';
import { password } from '../settings.ts';
import { type Workload, workload } from './workload.ts';

/** Requests of the web components. Each but the first does what an operation before it does, which is named in its title. */
export const flowWorkloads: Workload[] = [
  workload({
    name: 'codesend',
    title: 'OTP send (email)',
    subject: (fixtures) => fixtures.nextUser(),
    request: ({ loginId }) => post('/v1/auth/otp/signin/email', { loginId }),
  }),
  workload({
    name: 'flowstart',
    title: 'flow/start, the first screen',
    subject: () => undefined,
    request: () => post('/v1/flow/start', { flowId: 'sign-in', interactionId: '', input: {}, options: {} }),
  }),
  workload({
    name: 'flowidentify',
    title: 'flow/start with an address',
    subject: (fixtures) => fixtures.nextUser(),
    request: ({ loginId }) =>
      post('/v1/flow/start', {
        flowId: 'sign-in',
        interactionId: 'continue',
        input: { loginId },
        options: {},
      }),
  }),
  workload({
    name: 'flowsend',
    title: 'flow/next: OTP send (email)',
    subject: (fixtures) => fixtures.executionAt('password', fixtures.nextUser()),
    request: (execution) => next(execution, 'useEmailCode', {}),
  }),
  workload({
    name: 'flowverify',
    title: 'flow/next: TOTP verify (sign-in)',
    subject: (fixtures) => {
      const { user, code } = fixtures.totpSignIn();
      return { execution: fixtures.executionAt('authenticator', user), code };
    },
    request: ({ execution, code }) => next(execution, 'continue', { code }),
  }),
  workload({
    name: 'flowpassword',
    title: 'flow/next: password sign-in',
    runSeconds: 3,
    connections: 8,
    subject: (fixtures) => fixtures.executionAt('password', fixtures.nextUser()),
    request: (execution) => next(execution, 'signIn', { password }),
  }),
];

function next(
  { executionId, stepId, nonce }: PreparedExecution,
  interactionId: string,
  input: object,
): Request {
  const request = post('/v1/flow/next', { executionId, stepId, interactionId, input });
  return { ...request, headers: { ...request.headers, 'x-descope-flow-nonce': nonce } };
}
