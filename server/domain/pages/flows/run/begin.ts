import { findSession } from '../../../credentials/challenges/bringer.ts';
import { loadUserById } from '../../../directory/users/load-user.ts';
import { requireLiveSession } from '../../../sessions/sessions/live-session.ts';
import { usableFactors } from '../../hosted-pages/second-factors.ts';
import type { ProjectFlow } from '../definitions/flow.ts';
import { type ExecutionState, hasEnded, isRefusal } from './execution.ts';
import { type FlowContext, flowOf } from './flow-context.ts';
import { initialVisit, namedTenant } from './initial-visit.ts';
import { readPage, textIn } from './page.ts';
import { screenFor } from './screen-steps.ts';

/** Returns what an execution begins with. Stores nothing and sends nothing. */
export async function beginExecution(
  ctx: FlowContext,
  definition: ProjectFlow,
  options: Record<string, unknown>,
): Promise<ExecutionState> {
  const tenantId = await namedTenant(ctx, textIn(options, 'tenant'));
  const state: ExecutionState = {
    screen: definition.start,
    depth: 0,
    visit: initialVisit(ctx, definition.start, tenantId),
    locale: textIn(options, 'locale').slice(0, 35),
    page: readPage(ctx, options),
  };
  return definition.base === 'step-up' ? beginStepUp(ctx, definition.id, state) : state;
}

/** Lets the signed-in user prove a factor that they have. Without a session, the first screen says what is missing. */
async function beginStepUp(ctx: FlowContext, flowId: string, state: ExecutionState): Promise<ExecutionState> {
  const stepUp = await findSessionToRaise(ctx);
  if (!stepUp) return state;
  const user = await loadUserById(ctx, stepUp.userId);
  const own = [
    ...(user.hasTotp ? ['totp'] : []),
    ...(user.hasPasskey ? ['passkey'] : []),
    ...(user.hasPassword ? ['password'] : []),
    ...(user.verifiedPhone ? ['sms'] : []),
    ...(user.verifiedEmail ? ['email'] : []),
  ];
  const flow = flowOf(ctx, { id: '', flowId, state });
  const usable = await usableFactors(flow, own);
  const visit: ExecutionState['visit'] = {
    loginId: user.loginIds[0] ?? '',
    awaiting: {
      sessionId: stepUp.sessionId,
      tokenId: stepUp.tokenId,
      userId: user.id,
      firstSeen: false,
      methods: usable,
      enrol: false,
      stepUp: true,
    },
  };
  const { tokenId: _, ...kept } = stepUp;
  const [only, ...others] = usable;
  // A code is sent when the user asks for it.
  const hasToChoose = others.length > 0 || only === 'sms' || only === 'email';
  const screen = hasToChoose ? 'step-up' : screenFor('second-factor', { visit, at: state.screen });
  return { ...state, visit, stepUp: kept, screen };
}

async function findSessionToRaise(
  ctx: FlowContext,
): Promise<(NonNullable<ExecutionState['stepUp']> & { tokenId: string }) | undefined> {
  let tokenId = '';
  const session = await findSession(async () => {
    const user = await ctx.signedInUser();
    tokenId = user.session.tokenId;
    return user;
  });
  return session && { sessionId: session.id, userId: session.userId, tokenId };
}

/** Throws E103205 if the session in which the flow began has ended, or its user may no longer act. */
export async function requireOwnSession(ctx: FlowContext, { stepUp }: ExecutionState): Promise<void> {
  if (!stepUp) return;
  try {
    await requireLiveSession(ctx, stepUp.sessionId);
  } catch (error) {
    if (isRefusal(error)) throw hasEnded();
    throw error;
  }
}
