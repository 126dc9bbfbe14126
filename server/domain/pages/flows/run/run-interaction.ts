import type { ProjectContext } from '../../../../core/context.ts';
import { ServiceError } from '../../../../core/errors.ts';
import type { Alongside } from '../../../credentials/challenges/send.ts';
import { recordRefusal } from '../../../directory/sign-in-refusals/record-refusal.ts';
import { endSessionsById } from '../../../sessions/sessions/end-session.ts';
import { problemOf } from '../../hosted-pages/problems.ts';
import { methodOf } from '../../hosted-pages/run-step.ts';
import { type Action, actions as allActions, type Input } from '../definitions/actions.ts';
import type { FlowDefinition, Interaction, Next, ProjectFlow } from '../definitions/flow.ts';
import { providerPrefix } from '../screens/parts.ts';
import type { FlowAnswer } from '../wire.ts';
import type { Taken } from './acting.ts';
import { type Reached, reach, showScreen } from './answer.ts';
import { requireOwnSession, requireSameUser } from './begin.ts';
import type { Claimed } from './claim.ts';
import type { ExecutionState } from './execution.ts';
import { type FlowContext, flowOf } from './flow-context.ts';
import type { Open } from './open.ts';
import { textIn } from './page.ts';
import { plainTexts, readInput } from './read-input.ts';
import { keepAnswer } from './stored-answer.ts';
import { restarted, takeAction } from './take-action.ts';

const actions: Record<string, Action> = allActions;

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
  { claimed, definition }: { claimed: Claimed; definition: ProjectFlow },
  pressed: Pressed,
): Promise<FlowAnswer> {
  let reached: Reached;
  try {
    reached = await interact(ctx, { claimed, definition }, pressed);
  } catch (error) {
    await claimed.release(ctx);
    throw error;
  }
  const answer: FlowAnswer = { ...reached.answer, nonce: claimed.nonce };
  const sessionId = reached.handle?.sessionId ?? reached.state.session?.sessionId;
  if (await keepAnswer(ctx, claimed, { ...reached, answer, sessionId })) return answer;
  // Another request has taken over. Its answer counts, and a session that nobody gets must not live.
  const { handle } = reached;
  if (handle && handle.sessionId !== reached.state.session?.sessionId)
    await endSessionsById(ctx, [handle.sessionId]);
  throw new ServiceError('E011012', 'Another instance has responded to the same request. Send it again');
}

/** Another request with the nonce has come first. */
class Overtaken extends Error {}

/**
 * Runs an interaction that has no effect but the message it sends. Spends the nonce and stores the answer in the transaction of the message:
 * both happen, or neither. Returns `undefined` for any other interaction, and if another request with the nonce has come first. Then nothing
 * has happened, and the request must be claimed.
 */
export async function settleInteraction(
  ctx: FlowContext,
  { opened, definition }: { opened: Open; definition: ProjectFlow },
  pressed: Pressed,
): Promise<FlowAnswer | undefined> {
  if (!settles(definition, opened.state, pressed.interactionId)) return undefined;
  const stored: { reached?: Reached; answer?: FlowAnswer } = {};
  const keeping = (reached: Reached) => {
    const answer = { ...reached.answer, nonce: opened.nonce };
    Object.assign(stored, { reached, answer });
    const sessionId = reached.state.session?.sessionId;
    const settle = opened.settling({ ...reached, answer, sessionId });
    return async (ctx: ProjectContext) => {
      if (!(await settle(ctx))) throw new Overtaken();
    };
  };
  try {
    const reached = await interact(ctx, { claimed: opened, definition, keeping }, pressed);
    // Nothing was sent, or sending was refused and its transaction undone.
    if (stored.reached !== reached) await keeping(reached)(ctx);
  } catch (error) {
    if (error instanceof Overtaken) return undefined;
    throw error;
  }
  return stored.answer;
}

/** Reports whether the interaction has no effect but a message. Anything that the screen does not have only shows the screen. */
function settles(definition: ProjectFlow, state: ExecutionState, interactionId: string): boolean {
  const interaction = interactionOf(definition, state, interactionId);
  if (!interaction) return true;
  const { settles } = actions[interaction.does] ?? {};
  return settles === true || (settles?.includes(state.screen) ?? false);
}

async function interact(
  ctx: FlowContext,
  {
    claimed,
    definition,
    keeping,
  }: {
    claimed: Pick<Claimed, 'id' | 'flowId' | 'state'>;
    definition: ProjectFlow;
    keeping?: (reached: Reached) => Alongside;
  },
  pressed: Pressed,
): Promise<Reached> {
  const { id, flowId, state } = claimed;
  await requireOwnSession(ctx, state);
  await requireSameUser(ctx, state);
  const running = { id, definition };
  if (!definition.screens[state.screen]) {
    // The project has taken the screen out of the flow meanwhile.
    const first = restarted(ctx, { definition, state });
    return { answer: await showScreen(ctx, running, first), state: first };
  }
  const interaction = interactionOf(definition, state, pressed.interactionId);
  // A tab that shows an earlier screen gets the current one. What the browser brings back belongs to no screen.
  const { stepId = String(state.depth), interactionId } = pressed;
  const isCurrent = stepId === String(state.depth) || interactionId === 'submit';
  if (!interaction || !isCurrent) return { answer: await showScreen(ctx, running, state), state };
  const origin = textIn(pressed.input, 'origin') || state.page.origin;
  const before = origin === state.page.origin ? state : { ...state, page: { ...state.page, origin } };
  const flow = flowOf(ctx, { id, flowId, state: before }, pressed.input);
  const input = readInput(pressed);
  const reachBy = async (taken: Taken) => {
    const reached = await reach(ctx, running, { before, taken, origin });
    requireDeclared(interaction, { before, taken: taken.kind, reached });
    return reached;
  };
  const kept: { reached?: Reached } = {};
  try {
    const taken = await takeAction({
      flow,
      definition,
      state: before,
      interaction,
      input,
      interactionId: pressed.interactionId,
      keeping:
        keeping &&
        (async (taken) => {
          kept.reached = await reachBy(taken);
          return keeping(kept.reached);
        }),
    });
    return kept.reached ?? (await reachBy(taken));
  } catch (error) {
    // The same request may have been counted several times. The one that claims it decides.
    if (keeping && error instanceof ServiceError && error.code === 'E130429') throw new Overtaken();
    const method = methodOf(flow);
    const problem = problemOf(error, method);
    if (!problem) throw error;
    const isSignIn = actions[interaction.does]?.changes === undefined;
    const loginId = before.visit.loginId || input['loginId'] || input['email'] || '';
    if (isSignIn) await recordRefusal(ctx, { method, error, loginId });
    const at = isSignIn
      ? screenOfRefusal(before, interaction, input)
      : { ...before, typed: { ...before.typed, ...plainTexts(input) } };
    return { answer: await showScreen(ctx, running, at, problem), state: at };
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
  { before, taken, reached }: { before: ExecutionState; taken: Taken['kind']; reached: Reached },
): void {
  const { answer, state } = reached;
  if (taken === 'screen' && state.screen === before.screen) return;
  const next: Next =
    answer.status === 'completed'
      ? 'done'
      : taken === 'otherSite' || taken === 'passkeyDialog'
        ? taken
        : state.screen;
  if (!to.includes(next)) throw new Error(`${does} opens ${next}, which the flow does not declare`);
}
