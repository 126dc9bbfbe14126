import { type Problem, problemOf } from '../../hosted-pages/problems.ts';
import type { FlowDefinition } from '../definitions/flow.ts';
import type { FlowAnswer } from '../wire.ts';
import { showScreen } from './answer.ts';
import { beginExecution } from './begin.ts';
import { claimNew, firstNonce } from './claim.ts';
import { type ExecutionState, findFlow, newExecutionId } from './execution.ts';
import type { FlowContext } from './flow-context.ts';
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
  { flowId, options, ...pressed }: FlowStart,
): Promise<FlowAnswer> {
  const definition = findFlow(flowId);
  requireFittingTexts(pressed.input);
  const state = await beginExecution(ctx, definition, options);
  const id = newExecutionId();
  if (!interactionOf(definition, state, pressed.interactionId))
    return showFirst(ctx, { id, definition, state });
  const problem = await refusedAs(() => ctx.count('flow'));
  if (problem) return showFirst(ctx, { id, definition, state, problem });
  return runInteraction(ctx, await claimNew(ctx, { id, flowId, state }), pressed);
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
