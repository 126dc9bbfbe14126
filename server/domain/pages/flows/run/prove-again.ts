import type { User } from '../../../directory/users/user.ts';
import type { PageFactor } from '../../hosted-pages/page-factor.ts';
import type { ExecutionState, OwnSession } from './execution.ts';
import { screenFor } from './screen-steps.ts';

/** Returns the factors by which a signed-in user can prove again who they are. */
export function ownFactors(
  user: Pick<User, 'hasTotp' | 'hasPasskey' | 'hasPassword' | 'verifiedPhone' | 'verifiedEmail'>,
): PageFactor[] {
  return [
    ...(user.hasTotp ? (['totp'] as const) : []),
    ...(user.hasPasskey ? (['passkey'] as const) : []),
    ...(user.hasPassword ? (['password'] as const) : []),
    ...(user.verifiedPhone ? (['sms'] as const) : []),
    ...(user.verifiedEmail ? (['email'] as const) : []),
  ];
}

/** Goes to the screen on which the user of the session proves one of the factors. `raises`: the new session has the claim `su`. */
export function proveAgain(
  state: ExecutionState & { session: OwnSession },
  user: Pick<User, 'loginIds'>,
  { methods, raises }: { methods: PageFactor[]; raises: boolean },
): ExecutionState {
  const visit: ExecutionState['visit'] = {
    loginId: user.loginIds[0] ?? '',
    awaiting: { ...state.session, firstSeen: false, methods, enrol: false, stepUp: raises },
  };
  const [only, ...others] = methods;
  // A code is sent when the user asks for it.
  const hasToChoose = others.length > 0 || only === 'sms' || only === 'email';
  const screen = hasToChoose ? 'step-up' : screenFor('second-factor', { visit, at: state.screen });
  return { ...state, visit, screen };
}
