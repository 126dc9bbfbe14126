import { ServiceError } from '../../../../core/errors.ts';
import { recordRefusal } from '../../../directory/sign-in-refusals/record-refusal.ts';
import { endSessionsById } from '../../../sessions/sessions/end-session.ts';
import { problemOf } from '../../hosted-pages/problems.ts';
import { methodOf } from '../../hosted-pages/run-step.ts';
import type { Input } from '../definitions/actions.ts';
import type { FlowDefinition, Interaction, Next } from '../definitions/flow.ts';
import { flows } from '../definitions/flows.ts';
import { providerPrefix } from '../screens/parts.ts';
import type { FlowAnswer } from '../wire.ts';
import { type Reached, reach, showScreen } from './answer.ts';
import { requireOwnSession } from './begin.ts';
import { type Claimed, keepAnswer } from './claim.ts';
import type { ExecutionState } from './execution.ts';
import { type FlowContext, flowOf } from './flow-context.ts';
import { textIn } from './page.ts';
import { readInput } from './read-input.ts';
import { takeAction } from './take-action.ts';

interface Pressed {
  /** Absent at the start. */
  stepId?: string;
  interactionId: string;
  input: Record<string, unknown>;
}

/** Finds the interaction of the shown screen. The button of a provider has the provider in its ID. */
export function interactionOf(
  { screens }: FlowDefinition,
  { screen }: Pick<ExecutionState, 'screen'>,
  id: string,
): Interaction | undefined {
  const name = id.startsWith(providerPrefix) ? 'provider' : id;
  const interactions = screens[screen] ?? {};
  return Object.hasOwn(interactions, name) ? interactions[name] : undefined;
}

/** Answers a claimed request, and stores the answer. */
export async function runInteraction(
  ctx: FlowContext,
  claimed: Claimed,
  pressed: Pressed,
): Promise<FlowAnswer> {
  let reached: Reached;
  try {
    reached = await interact(ctx, claimed, pressed);
  } catch (error) {
    await claimed.release(ctx);
    throw error;
  }
  const answer: FlowAnswer = { ...reached.answer, nonce: claimed.nonce };
  const sessionId = reached.handle?.sessionId ?? reached.state.stepUp?.sessionId;
  if (await keepAnswer(ctx, claimed, { ...reached, answer, sessionId })) return answer;
  // Another request has taken over. Its answer counts, and a session that nobody gets must not live.
  const { handle } = reached;
  if (handle && handle.sessionId !== reached.state.stepUp?.sessionId)
    await endSessionsById(ctx, [handle.sessionId]);
  throw new ServiceError('E011012', 'The same request was answered meanwhile. Send it again');
}

async function interact(ctx: FlowContext, claimed: Claimed, pressed: Pressed): Promise<Reached> {
  const { id, flowId, state } = claimed;
  const definition = flows.get(flowId) as FlowDefinition;
  await requireOwnSession(ctx, state);
  const interaction = interactionOf(definition, state, pressed.interactionId);
  const place = { id, flowId };
  // A tab that shows an earlier screen gets the current one. What the browser brings back belongs to no screen.
  const { stepId = String(state.depth), interactionId } = pressed;
  const isCurrent = stepId === String(state.depth) || interactionId === 'submit';
  if (!interaction || !isCurrent) return { answer: await showScreen(ctx, place, state), state };
  const origin = textIn(pressed.input, 'origin') || state.page.origin;
  const before = origin === state.page.origin ? state : { ...state, page: { ...state.page, origin } };
  const flow = flowOf(ctx, { id, flowId, state: before }, pressed.input);
  const input = readInput(pressed);
  try {
    const taken = await takeAction({ flow, definition, state: before, interaction, input });
    const reached = await reach(ctx, place, { before, taken, origin });
    requireDeclared(interaction, { before, taken: taken.kind, reached });
    return reached;
  } catch (error) {
    const method = methodOf(flow);
    const problem = problemOf(error, method);
    if (!problem) throw error;
    const loginId = before.visit.loginId || input['loginId'] || input['email'] || '';
    await recordRefusal(ctx, { method, error, loginId });
    const at = screenOfRefusal(before, interaction, input);
    return { answer: await showScreen(ctx, place, at, problem), state: at };
  }
}

/** A refused interaction stays on its screen, except that the component loses a message after a redirect. */
function screenOfRefusal(before: ExecutionState, { to }: Interaction, input: Input): ExecutionState {
  const isBack = to.includes('provider-problem') && input['exchangeCode'];
  return isBack ? { ...before, screen: 'provider-problem', depth: before.depth + 1 } : before;
}

/** Holds a flow to its definition: whoever reads it sees everything that can follow. */
function requireDeclared(
  { does, to }: Interaction,
  {
    before,
    taken,
    reached,
  }: { before: ExecutionState; taken: Next | 'screen' | 'started'; reached: Reached },
): void {
  const { answer, state } = reached;
  if (taken === 'screen' && state.screen === before.screen) return;
  const next =
    answer.status === 'completed' ? 'done' : taken === 'screen' || taken === 'started' ? state.screen : taken;
  if (!to.includes(next)) throw new Error(`${does} opens ${next}, which the flow does not declare`);
}
