import { type Problem, problemOf } from '../../hosted-pages/problems.ts';
import type { FlowDefinition } from '../definitions/flow.ts';
import { idpInitiated } from '../definitions/shared-screens.ts';
import type { FlowAnswer } from '../wire.ts';
import { showScreen } from './answer.ts';
import { beginExecution } from './begin.ts';
import { claimNew, firstNonce } from './claim.ts';
import { type ExecutionState, findFlow, newExecutionId } from './execution.ts';
import type { FlowContext } from './flow-context.ts';
import { textIn } from './page.ts';
import { requireFittingTexts } from './read-input.ts';
import { interactionOf, runInteraction } from './run-interaction.ts';

export interface FlowStart {
  flowId: string;
  options: Record<string, unknown>;
  interactionId: string;
  input: Record<string, unknown>;
}

/**
 * Starts a flow. Without an interaction it only shows the first screen, and stores nothing: the nonce carries what the execution
 * begins with.
 */
export async function startFlow(
  ctx: FlowContext,
  { flowId, options, ...start }: FlowStart,
): Promise<FlowAnswer> {
  const definition = findFlow(flowId);
  requireFittingTexts(start.input);
  const pressed = broughtBack(start);
  const state = await beginExecution(ctx, definition, options);
  const id = newExecutionId();
  if (!interactionOf(definition, state, pressed.interactionId))
    return showFirst(ctx, { id, definition, state });
  const problem = await refusedAs(() => ctx.count('flow'));
  if (problem) return showFirst(ctx, { id, definition, state, problem });
  return runInteraction(ctx, await claimNew(ctx, { id, flowId, state }), pressed);
}

/** A page that an identity provider has opened brings a code, and begins with it. */
function broughtBack(start: Omit<FlowStart, 'flowId' | 'options'>): Omit<FlowStart, 'flowId' | 'options'> {
  const { interactionId, input } = start;
  const isBrought = input['idpInitiated'] === true && textIn(input, 'exchangeCode') !== '';
  return isBrought && (interactionId === '' || interactionId === idpInitiated)
    ? { interactionId: idpInitiated, input }
    : start;
}

/** Returns the problem with which something is refused, which a person can read. */
export async function refusedAs(work: () => Promise<void>): Promise<Problem | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    const problem = problemOf(error);
    if (!problem) throw error;
    return problem;
  }
}

/** Shows the first screen of an execution that is not stored. */
export async function showFirst(
  ctx: FlowContext,
  {
    id,
    definition,
    state,
    problem,
  }: {
    id: string;
    definition: FlowDefinition;
    state: ExecutionState;
    problem?: Problem | undefined;
  },
): Promise<FlowAnswer> {
  const flowId = definition.id;
  return {
    ...(await showScreen(ctx, { id, flowId }, state, problem)),
    nonce: firstNonce(ctx, id, { flowId, state }),
  };
}
