import { ServiceError } from '../../../../core/errors.ts';
import { LastWayError } from '../../../credentials/accounts/ways-to-sign-in.ts';
import { type Changing, isRecent } from '../../account/recent.ts';
import { missingFactors, usableFactors } from '../../hosted-pages/second-factors.ts';
import type { Acting, Taken } from '../run/acting.ts';
import type { OwnSession } from '../run/execution.ts';
import { ownFactors, proveAgain } from '../run/prove-again.ts';
import { plainTexts } from '../run/read-input.ts';
import type { AccountChange } from './account-changes.ts';
import { enterOwnSession } from './own-session.ts';

/**
 * Makes a change for the user in whose session the flow runs. Asks first who they are if the account page would: the session is not
 * recent, or lacks a factor that the user has.
 */
export async function changeAccount(acting: Acting, { isSensitive, make }: AccountChange): Promise<Taken> {
  const { flow, state } = acting;
  const { ctx } = flow;
  if (!state.session) return { kind: 'screen', state, problem: 'signInFirst' };
  const { ctx: own, session, user } = await enterOwnSession(ctx, state.session);
  const { origin } = flow.place;
  if (isSensitive && !(await isRecent(ctx, { session, user }, { otherOrigin: origin }))) {
    const methods = await factorsToProve(acting, { session, user });
    return confirmFirst(acting, state.session, { loginIds: user.loginIds, methods });
  }
  const self = {
    ctx: own,
    user,
    count: (kind: Parameters<typeof flow.count>[0]) => flow.count(kind),
  };
  const begun = isFirst(acting)
    ? { ...acting, state: { ...state, change: changeOf(acting), typed: plainTexts(acting.input) } }
    : acting;
  try {
    return await make(begun, self);
  } catch (error) {
    if (error instanceof LastWayError) return { kind: 'screen', state, problem: 'lastWay' };
    if (error instanceof ServiceError && error.code === 'E011004')
      return { kind: 'screen', state, problem: { name: 'wrongForm' } };
    throw error;
  }
}

/** Lets the user prove who they are. The flow then begins the change again, because what it began belongs to the session before. */
function confirmFirst(
  acting: Acting,
  session: OwnSession,
  { loginIds, methods }: { loginIds: string[]; methods: ReturnType<typeof ownFactors> },
): Taken {
  const { state } = acting;
  const change = isFirst(acting)
    ? changeOf(acting)
    : (state.change ?? { interactionId: 'continue', input: {} });
  const { changing: _, ...rest } = state;
  const waiting = { ...rest, session, change, depth: state.depth + 1 };
  return { kind: 'screen', state: proveAgain(waiting, { loginIds }, { methods, raises: false }) };
}

/** Returns the factors that make the session recent, or else those that the user has. */
async function factorsToProve({ flow }: Acting, changing: Changing) {
  const { ctx } = flow;
  const here = await missingFactors(flow, changing);
  if (here.length > 0) return here;
  const own = await missingFactors({ ctx, place: { origin: new URL(ctx.baseUrl).origin } }, changing);
  return usableFactors(flow, own.length > 0 ? own : ownFactors(changing.user));
}

/** Reports whether the interaction begins the change. What the browser brings back goes on with it. */
function isFirst({ state, definition, interactionId }: Acting): boolean {
  return state.screen === definition.start && interactionId !== 'submit';
}

function changeOf({ interactionId, input }: Acting) {
  return { interactionId, input: { ...input } };
}
