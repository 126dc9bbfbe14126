import { findSession } from '../../../credentials/challenges/bringer.ts';
import { loadUserById } from '../../../directory/users/load-user.ts';
import { requireLiveSession } from '../../../sessions/sessions/live-session.ts';
import { usableFactors } from '../../hosted-pages/second-factors.ts';
import type { ProjectFlow } from '../definitions/flow.ts';
import { describeSettings } from '../profile/tenant-settings.ts';
import { type ExecutionState, hasEnded, isRefusal, type OwnSession } from './execution.ts';
import { type FlowContext, flowOf } from './flow-context.ts';
import { initialVisit, namedTenant } from './initial-visit.ts';
import { readPage, textIn } from './page.ts';
import { ownFactors, proveAgain } from './prove-again.ts';

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
  if (!definition.session) return state;
  const session = await findOwnSession(ctx);
  if (!session) return state;
  if (definition.session === 'raised') return beginStepUp(ctx, definition.id, state, session);
  const own = { ...state, session };
  if (definition.session !== 'tenant') return own;
  const ofTenant = { ...own, tenantId: textIn(options, 'tenant').slice(0, 255) };
  const { shows } = definition;
  return shows ? { ...ofTenant, shown: await describeSettings(ctx, ofTenant, shows) } : ofTenant;
}

/** Lets the signed-in user prove a factor that they have. Without a session, the first screen says what is missing. */
async function beginStepUp(
  ctx: FlowContext,
  flowId: string,
  state: ExecutionState,
  session: OwnSession,
): Promise<ExecutionState> {
  const user = await loadUserById(ctx, session.userId);
  const flow = flowOf(ctx, { id: '', flowId, state });
  const methods = await usableFactors(flow, ownFactors(user));
  return proveAgain({ ...state, session }, user, { methods, raises: true });
}

/** Returns the session of the signed-in user who starts the flow. An impersonator has none. */
async function findOwnSession(ctx: FlowContext): Promise<OwnSession | undefined> {
  let tokenId = '';
  const session = await findSession(async () => {
    const user = await ctx.signedInUser();
    tokenId = user.session.tokenId;
    return user;
  });
  return session && { sessionId: session.id, userId: session.userId, tokenId };
}

/** Throws E103205 if the session in which the flow runs has ended, or its user may no longer act. */
export async function requireOwnSession(ctx: FlowContext, { session }: ExecutionState): Promise<void> {
  if (!session) return;
  try {
    await requireLiveSession(ctx, session.sessionId);
  } catch (error) {
    if (isRefusal(error)) throw hasEnded();
    throw error;
  }
}

/** Throws E103205 if another user has signed in on this page since the flow began. A dead token says nothing. */
export async function requireSameUser(ctx: FlowContext, { session }: ExecutionState): Promise<void> {
  if (!session) return;
  const caller = await findSession(ctx.signedInUser);
  if (caller && caller.userId !== session.userId) throw hasEnded();
}
