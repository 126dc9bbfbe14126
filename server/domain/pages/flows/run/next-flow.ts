import { hashSecret } from '../../../../core/crypto.ts';
import { findLink } from '../../../credentials/challenges/spend.ts';
import { findLiveSession } from '../../../sessions/sessions/live-session.ts';
import type { ProjectFlow } from '../definitions/flow.ts';
import { loadFlows } from '../documents/load-flows.ts';
import { offering } from '../documents/offering.ts';
import { addressOf } from '../screens/screens.ts';
import { type ExecutionRow, findExecution } from '../store.ts';
import type { FlowAnswer } from '../wire.ts';
import { type Running, showScreen } from './answer.ts';
import { beginExecution, requireOwnSession } from './begin.ts';
import { claim } from './claim.ts';
import {
  type ExecutionState,
  hasEnded,
  isRefusal,
  newExecutionId,
  readExecutionId,
  unsealFor,
  waitingScreens,
  wholeId,
  wrongNonce,
} from './execution.ts';
import type { FlowContext } from './flow-context.ts';
import { initialVisit } from './initial-visit.ts';
import { readFirstNonce } from './nonce.ts';
import { open } from './open.ts';
import { textIn } from './page.ts';
import { requireFittingTexts } from './read-input.ts';
import { runInteraction, settleInteraction } from './run-interaction.ts';
import { refusedAs, showFirst } from './start-flow.ts';
import { repeatAnswer } from './stored-answer.ts';
import { openedState } from './take-action.ts';

export interface FlowNext {
  executionId: string;
  stepId: string;
  interactionId: string;
  input: Record<string, unknown>;
}

/** Goes on with a flow, in the browser that has its nonce. */
export async function nextFlow(caller: FlowContext, next: FlowNext): Promise<FlowAnswer> {
  const { definition, id } = await readExecutionId(caller, next.executionId);
  const ctx = offering(caller, definition);
  const { interactionId, input } = next;
  requireFittingTexts(input);
  const nonce = ctx.request.flowNonce ?? '';
  const token = textIn(input, 'token');
  if (nonce === '' && interactionId === 'submit' && token !== '')
    return openElsewhere(ctx, { definition, id, token });
  if (nonce === '') throw wrongNonce();
  if (interactionId === 'polling') return poll(ctx, { id, definition, nonce });
  const unstored = readFirstNonce(ctx, { id, flowId: definition.id, nonce });
  const first = unstored && (await countFirst(ctx, { id, definition }, unstored));
  if (first) return first;
  const row = await findExecution(ctx.db, { projectId: ctx.project.id, id }, ctx.now());
  if (row && row.flowId !== definition.id) throw wrongNonce();
  const further = unstored ? undefined : await countFurther(ctx, { id, definition }, { row, nonce });
  if (further) return further;
  const content = [next.stepId, interactionId, input];
  const request = { id, flowId: definition.id, nonce, content, unstored };
  const opened = open(ctx, request, row);
  const settled = opened && (await settleInteraction(ctx, { opened, definition }, next));
  if (settled) return settled;
  const result = await claim(ctx, request, row);
  return 'repeated' in result
    ? result.repeated
    : runInteraction(ctx, { claimed: result.claimed, definition }, next);
}

/** Counts the first interaction. Beyond the limit, returns its screen with a text, and spends nothing. */
async function countFirst(
  ctx: FlowContext,
  running: Running,
  { state }: { state: ExecutionState },
): Promise<FlowAnswer | undefined> {
  const problem = await refusedAs(() => ctx.count('flow'));
  return problem && showScreen(ctx, running, state, problem);
}

/** The number of further interactions of which one counts like the first one. A person needs fewer. */
const countedEvery = 5;

/** Counts a further interaction if it is its turn. A nonce that is not the current one costs nothing here, and is refused later. */
async function countFurther(
  ctx: FlowContext,
  running: Running,
  { row, nonce }: { row: ExecutionRow | undefined; nonce: string },
): Promise<FlowAnswer | undefined> {
  const { id } = running;
  if (Number(nonce.split('.')[0]) % countedEvery !== 0) return undefined;
  if (!row || row.isCompleted || row.workingSince > 0 || row.nonceHash !== hashSecret(nonce))
    return undefined;
  const problem = await refusedAs(() => ctx.count('flow'));
  if (!problem) return undefined;
  return showScreen(ctx, running, unsealFor<ExecutionState>(ctx, 'state', id, row.sealedState), problem);
}

/** Says whether the flow goes on. Spends nothing, because several tabs of one browser may ask. */
async function poll(
  ctx: FlowContext,
  { id, definition, nonce }: { id: string; definition: ProjectFlow; nonce: string },
): Promise<FlowAnswer> {
  const flowId = definition.id;
  const row = await findExecution(ctx.db, { projectId: ctx.project.id, id }, ctx.now());
  if (!row || row.flowId !== flowId) throw hasEnded();
  const shown = hashSecret(nonce);
  if (shown !== row.nonceHash && shown !== row.spentNonceHash) throw wrongNonce();
  if (row.isCompleted) return showEnd(ctx, row);
  const state = unsealFor<ExecutionState>(ctx, 'state', id, row.sealedState);
  await requireOwnSession(ctx, state);
  const head = { executionId: wholeId(flowId, id), stepId: String(state.depth), stepName: state.screen };
  if (row.workingSince > 0 || waitingScreens.includes(state.screen)) {
    return {
      ...head,
      status: 'waiting',
      action: 'poll',
      screen: { id: addressOf(definition, state.screen), state: {} },
      output: {},
    };
  }
  return showScreen(ctx, { id, definition }, state);
}

/** Gives the session to the other tabs of the browser too, unless it is used already: then they have it from the browser’s storage. */
async function showEnd(ctx: FlowContext, row: ExecutionRow): Promise<FlowAnswer> {
  try {
    const { nonce: _, ...answer } = await repeatAnswer(ctx, row);
    return answer;
  } catch (error) {
    if (!isRefusal(error) || !(await findLiveSession(ctx, row.sessionId))) throw error;
    const executionId = wholeId(row.flowId, row.id);
    const screen = { id: '', state: {} };
    return {
      executionId,
      stepId: '0',
      stepName: '',
      status: 'completed',
      action: 'none',
      screen,
      output: {},
    };
  }
}

/**
 * Opens a link in a browser that has not asked for it. An execution of its own begins there, whose button uses the link: whoever
 * clicks is who signs in, and the browser that has asked gets nothing.
 */
async function openElsewhere(
  ctx: FlowContext,
  { definition, id: asked, token }: { definition: ProjectFlow; id: string; token: string },
): Promise<FlowAnswer> {
  const problem = await refusedAs(() => ctx.count('flow'));
  if (problem) {
    const signIn = await fallback(ctx);
    const state = await beginExecution(ctx, signIn, {});
    return showFirst(ctx, { id: newExecutionId(), definition: signIn, state, problem });
  }
  const row = await findExecution(ctx.db, { projectId: ctx.project.id, id: asked }, ctx.now());
  const isGoingOn = row && !row.isCompleted && row.sealedState !== '';
  const before = isGoingOn ? unsealFor<ExecutionState>(ctx, 'state', asked, row.sealedState) : undefined;
  const setsPassword = await isReset(ctx, token);
  const canSetPassword = definition.screens['set-password'] !== undefined;
  const own =
    definition.screens['open-link'] && (canSetPassword || !setsPassword) ? definition : await fallback(ctx);
  const state: ExecutionState = {
    screen: own.start,
    depth: -1,
    visit: initialVisit(ctx, own.start),
    locale: before?.locale ?? '',
    page: before?.page ?? { url: '', origin: '', hasPasskeys: true },
    openedFor: asked,
  };
  return showFirst(ctx, {
    id: newExecutionId(),
    definition: own,
    state: openedState(state, token, setsPassword),
  });
}

/** Finds the flow in which a link is opened that the asking flow cannot open. */
async function fallback(ctx: FlowContext): Promise<ProjectFlow> {
  const signIn = (await loadFlows(ctx)).get('sign-in');
  if (!signIn || signIn.isDisabled) throw hasEnded();
  return signIn;
}

async function isReset(ctx: FlowContext, token: string): Promise<boolean> {
  try {
    return (await findLink(ctx, token)).purpose === 'passwordReset';
  } catch (error) {
    // The button says that the link no longer works.
    if (isRefusal(error)) return false;
    throw error;
  }
}
