import { hasSignInName } from '../../../directory/users/identifiers/find-addressee.ts';
import type { User } from '../../../directory/users/user.ts';
import type { StartedSession } from '../../../sessions/sessions/start-session.ts';
import { answerExchange, answerSession } from '../../../sessions/sessions/wire.ts';
import type { Flow } from '../../hosted-pages/flow.ts';
import { nextStep } from '../../hosted-pages/next-step.ts';
import { problemOf } from '../../hosted-pages/problems.ts';
import { methodOf } from '../../hosted-pages/run-step.ts';
import type { ProjectFlow } from '../definitions/flow.ts';
import { addressOf } from '../screens/screens.ts';
import { findExecution, replaceState } from '../store.ts';
import type { FlowAnswer } from '../wire.ts';
import type { Taken } from './acting.ts';
import { type ExecutionState, sealFor, unsealFor, wholeId } from './execution.ts';
import { type FlowContext, flowOf } from './flow-context.ts';
import { plainTexts } from './read-input.ts';
import { screenFor } from './screen-steps.ts';
import { type FlowProblem, stateOf } from './show-screen.ts';
import { takeAction } from './take-action.ts';

/** The execution and its flow. */
export interface Running {
  id: string;
  definition: ProjectFlow;
}

/** The result of an interaction: the answer, and the state with which the execution goes on. */
export interface Reached {
  answer: FlowAnswer;
  state: ExecutionState;
  handle?: { sessionId: string; tokenId: string };
  userId?: string | undefined;
}

/** Shows the screen of the state. */
export async function showScreen(
  ctx: FlowContext,
  running: Running,
  state: ExecutionState,
  problem?: FlowProblem,
): Promise<FlowAnswer> {
  const { id, definition } = running;
  const flow = flowOf(ctx, { id, flowId: definition.id, state });
  return {
    ...headOf(ctx, running, state),
    action: 'screen',
    screen: {
      id: addressOf(definition, state.screen),
      state: await stateOf(flow, state, { definition, problem }),
    },
  };
}

function headOf(ctx: FlowContext, { id, definition }: Running, state: ExecutionState) {
  const flowId = definition.id;
  const { loginId } = state.visit;
  const authMethod = methodOf(flowOf(ctx, { id, flowId, state }));
  return {
    executionId: wholeId(flowId, id),
    stepId: String(state.depth),
    stepName: state.screen,
    status: 'waiting' as const,
    output: {},
    ...(loginId && authMethod !== 'page' && { lastAuth: { authMethod, loginId } }),
  };
}

/** Turns the result of an interaction into the answer. */
export async function reach(
  ctx: FlowContext,
  running: Running,
  { before, taken, origin }: Reaching,
): Promise<Reached> {
  switch (taken.kind) {
    case 'screen': {
      return { answer: await showScreen(ctx, running, taken.state, taken.problem), state: taken.state };
    }
    case 'otherSite': {
      const screen = { id: '', state: {} };
      const redirect = { url: taken.url };
      return {
        answer: { ...headOf(ctx, running, before), action: 'redirect', redirect, screen },
        state: before,
      };
    }
    case 'passkeyDialog': {
      const shown = await showScreen(ctx, running, before);
      const { transactionId, options } = taken;
      const action = taken.creates ? 'webauthnCreate' : 'webauthnGet';
      const webauthn = { transactionId, options: JSON.stringify(options) };
      return { answer: { ...shown, action, webauthn }, state: { ...before, dialog: transactionId } };
    }
    case 'started':
      return goOn(ctx, running, { before, taken, origin });
    case 'changed':
      return { answer: endOf(ctx, running, before), state: before, userId: before.session?.userId };
  }
}

interface Reaching {
  before: ExecutionState;
  taken: Taken;
  origin: string;
}

function endOf(ctx: FlowContext, running: Running, before: ExecutionState) {
  const screen = { id: '', state: {} };
  return { ...headOf(ctx, running, before), status: 'completed' as const, action: 'none' as const, screen };
}

/** Goes on to what the sign-in still needs, or ends with the session. */
async function goOn(
  ctx: FlowContext,
  running: Running,
  { before, taken, origin }: Reaching & { taken: Extract<Taken, { kind: 'started' }> },
): Promise<Reached> {
  const { started, firstSeen, visit, idp } = taken;
  const { session, tokenId, user } = started;
  const handle = { sessionId: session.id, tokenId };
  if (before.openedFor && !started.session.awaits) await tellOpener(ctx, before.openedFor, started.user);
  const trustedDevice = started.trustedDevice ?? before.trustedDevice;
  const kept: ExecutionState = {
    ...before,
    ...(trustedDevice && { trustedDevice }),
    // A proof replaces the session in which the flow runs.
    ...(before.session && { session: { ...handle, userId: user.id } }),
  };
  const { id, definition } = running;
  const flow = { ...flowOf(ctx, { id, flowId: definition.id, state: kept }, { origin }), visit };
  const next = await stepAfter(flow, { before, definition }, { started, firstSeen });
  if (next) {
    const { problem, ...asked } = next.visit;
    const { awaiting } = asked;
    const isRaised = definition.session === 'raised' && awaiting;
    const rest = isRaised ? { ...asked, awaiting: { ...awaiting, stepUp: true } } : asked;
    const wanted = screenFor(next.step, { visit: rest, at: before.screen });
    // A flow without the screens that add a factor says that there is no way to go on.
    const screen = definition.screens[wanted] ? wanted : 'unavailable';
    const state: ExecutionState = { ...kept, screen, visit: rest, depth: before.depth + 1 };
    return { answer: await showScreen(ctx, running, state, problem), state, userId: started.user.id };
  }
  const complete: StartedSession = { ...started, ...(trustedDevice && { trustedDevice }) };
  if (before.change) {
    const authInfo = await answerSession(ctx, complete, { firstSeen: false });
    const reached = await goOnChanging(ctx, running, kept, origin);
    // The browser must have the new session even if the change is refused: the one before has ended.
    return { ...reached, answer: { ...reached.answer, authInfo }, handle, userId: user.id };
  }
  const authInfo = idp
    ? await answerExchange(ctx, { started: complete, grant: { firstSeen, idp } })
    : await answerSession(ctx, complete, { firstSeen });
  return { answer: { ...endOf(ctx, running, before), authInfo }, state: kept, handle, userId: user.id };
}

/** Makes the change for which the user has just proven who they are. */
async function goOnChanging(
  ctx: FlowContext,
  running: Running,
  proven: ExecutionState,
  origin: string,
): Promise<Reached> {
  const { id, definition } = running;
  const { change, visit, ...rest } = proven;
  const { interactionId = '', input = {} } = change ?? {};
  const interaction = definition.screens[definition.start]?.[interactionId];
  if (!interaction) throw new Error(`${definition.id} has no ${interactionId}`);
  const before = { ...rest, screen: definition.start, visit: { loginId: '' }, depth: proven.depth + 1 };
  const flow = flowOf(ctx, { id, flowId: definition.id, state: before }, { origin });
  try {
    const taken = await takeAction({ flow, definition, state: before, interaction, interactionId, input });
    return await reach(ctx, running, { before, taken, origin });
  } catch (error) {
    const problem = problemOf(error);
    if (!problem) ctx.log.error({ id: ctx.request.id, err: error }, 'a change after a proof failed');
    const state = { ...before, typed: plainTexts(input) };
    return { answer: await showScreen(ctx, running, state, problem ?? { name: 'mistake' }), state };
  }
}

/** Returns the step that the sign-in still needs. A proof in a session offers nothing: its user wants to go on. */
async function stepAfter(
  flow: Flow,
  { before, definition }: { before: ExecutionState; definition: ProjectFlow },
  ended: { started: StartedSession; firstSeen: boolean },
): ReturnType<typeof nextStep> {
  const { page, session } = before;
  if (session && !ended.started.session.awaits) return undefined;
  const offersPasskeys = page.hasPasskeys && definition.screens['offer-passkey'] !== undefined;
  // A trusted device does not stand in for the factor without which nobody changes how they sign in.
  const choosesPassword = flow.visit.choosing?.secret === '' && ended.started.trustedDevice !== undefined;
  const target = { ...flow.target, ...(choosesPassword && { secondFactor: true as const }) };
  return nextStep({ ...flow, target, place: { ...flow.place, offersPasskeys } }, ended);
}

/** Lets the browser that has asked for the link know that it was opened in another one. */
async function tellOpener(ctx: FlowContext, id: string, user: Pick<User, 'loginIds'>): Promise<void> {
  const row = await findExecution(ctx.db, { projectId: ctx.project.id, id }, ctx.now());
  if (!row || row.isCompleted || row.sealedState === '') return;
  const state = unsealFor<ExecutionState>(ctx, 'state', id, row.sealedState);
  const isWaiting = state.screen === 'link' || state.screen === 'reset-sent';
  if (!isWaiting || !hasSignInName(user as User, state.visit.loginId)) return;
  const told: ExecutionState = { ...state, screen: 'opened-elsewhere', depth: state.depth + 1 };
  await replaceState(ctx.db, row, sealFor(ctx, 'state', id, told));
}
