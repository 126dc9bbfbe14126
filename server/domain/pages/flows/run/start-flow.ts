import { type Problem, problemOf } from '../../hosted-pages/problems.ts';
import type { ProjectFlow } from '../definitions/flow.ts';
import { flows as builtIn } from '../definitions/flows.ts';
import { idpInitiated } from '../definitions/shared-screens.ts';
import { offering } from '../documents/offering.ts';
import type { FlowAnswer } from '../wire.ts';
import { showScreen } from './answer.ts';
import { beginExecution } from './begin.ts';
import { claimNew } from './claim.ts';
import { type ExecutionState, findFlow, newExecutionId } from './execution.ts';
import type { FlowContext } from './flow-context.ts';
import { firstNonce } from './nonce.ts';
import { openNew } from './open.ts';
import { textIn } from './page.ts';
import { requireFittingTexts } from './read-input.ts';
import { interactionOf, runInteraction, settleInteraction } from './run-interaction.ts';

export interface FlowStart {
  flowId: string;
  options: Record<string, unknown>;
  interactionId: string;
  input: Record<string, unknown>;
  /** The version of the flow whose first screen the page has drawn. */
  version?: unknown;
}

/**
 * Starts a flow. Without an interaction it only shows the first screen, and stores nothing: the nonce carries what the execution
 * begins with.
 */
export async function startFlow(
  caller: FlowContext,
  { flowId, options, version, ...start }: FlowStart,
): Promise<FlowAnswer> {
  const definition = await findFlow(caller, flowId);
  const ctx = offering(caller, definition);
  requireFittingTexts(start.input);
  const pressed = broughtBack(start);
  const state = await beginExecution(ctx, definition, options);
  const id = newExecutionId();
  if (!interactionOf(definition, state, pressed.interactionId) || hasDrawnOther(definition, version))
    return showFirst(ctx, { id, definition, state });
  const problem = await refusedAs(() => ctx.count('flow'));
  if (problem) return showFirst(ctx, { id, definition, state, problem });
  const opened = openNew(ctx, { id, flowId, state });
  const settled = await settleInteraction(ctx, { opened, definition }, pressed);
  return (
    settled ??
    runInteraction(ctx, { claimed: await claimNew(ctx, { id, flowId, state }), definition }, pressed)
  );
}

/** Reports whether the page may have drawn another first screen, whose buttons can have the same IDs. */
function hasDrawnOther({ base, start, version }: ProjectFlow, drawn: unknown): boolean {
  return drawn !== undefined && drawn !== version && start !== builtIn.get(base)?.start;
}

type Pressed = Pick<FlowStart, 'interactionId' | 'input'>;

/** A page that an identity provider has opened brings a code, and begins with it. */
function broughtBack(start: Pressed): Pressed {
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
    definition: ProjectFlow;
    state: ExecutionState;
    problem?: Problem | undefined;
  },
): Promise<FlowAnswer> {
  const flowId = definition.id;
  return {
    ...(await showScreen(ctx, { id, definition }, state, problem)),
    nonce: firstNonce(ctx, id, { flowId, state }),
  };
}
