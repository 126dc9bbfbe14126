import type { ProjectContext } from '../../../../core/context.ts';
import { hashSecret } from '../../../../core/crypto.ts';
import { requireUnclaimedSession } from '../../../sessions/sessions/live-session.ts';
import { answerExecution, type ExecutionRow } from '../store.ts';
import type { FlowAnswer } from '../wire.ts';
import {
  answerLifetimeMs,
  type ExecutionState,
  executionLifetimeMs,
  hasEnded,
  idleLifetimeMs,
  isRefusal,
  sealFor,
  unsealFor,
  waitingScreens,
} from './execution.ts';

/** A stored answer, with what its repetition requires. */
interface StoredAnswer {
  answer: FlowAnswer;
  handle?: { sessionId: string; tokenId: string };
}

/** Everything that an answer leaves behind. */
export type Kept = StoredAnswer & {
  state: ExecutionState;
  userId?: string | undefined;
  sessionId?: string | undefined;
};

/**
 * Stores the answer of the request, and what the execution goes on with. Returns `false` if another request has taken over, because this
 * one has worked for too long: then nobody may get the answer.
 */
export async function keepAnswer(
  ctx: ProjectContext,
  { id, nonce }: { id: string; nonce: string },
  kept: Kept,
): Promise<boolean> {
  const named = { projectId: ctx.project.id, id, nonceHash: hashSecret(nonce) };
  return answerExecution(ctx.db, named, answerFields(ctx, id, kept));
}

/** Returns the columns that an answer fills. */
export function answerFields(ctx: ProjectContext, id: string, kept: Kept) {
  const { state, answer, handle, userId, sessionId = '' } = kept;
  const isCompleted = answer.status === 'completed';
  return {
    // The end needs nothing that was typed.
    sealedState: isCompleted ? '' : sealFor(ctx, 'state', id, state),
    sealedAnswer: sealFor(ctx, 'answer', id, { answer, ...(handle && { handle }) } satisfies StoredAnswer),
    answeredAt: ctx.now(),
    isCompleted: isCompleted ? 1 : 0,
    sessionId,
    userId: userId ?? null,
    expiresAt: endOf(ctx, state),
  } as const;
}

/** Returns when the row is no longer needed. Only a link is waited for longer than for a person who has left. */
function endOf({ now }: ProjectContext, { screen, until }: ExecutionState): number {
  const latest = until ?? now() + executionLifetimeMs;
  return waitingScreens.includes(screen) ? latest : Math.min(latest, now() + idleLifetimeMs);
}

/**
 * Returns the stored answer, byte for byte. One with a session is given only while nobody has used that session, because its refresh
 * token works once, and never after the session has ended.
 */
export async function repeatAnswer(ctx: ProjectContext, row: ExecutionRow): Promise<FlowAnswer> {
  if (row.sealedAnswer === '' || row.answeredAt + answerLifetimeMs <= ctx.now()) throw hasEnded();
  const { answer, handle } = unsealFor<StoredAnswer>(ctx, 'answer', row.id, row.sealedAnswer);
  if (handle) await requireUnused(ctx, handle);
  return answer;
}

async function requireUnused(
  ctx: ProjectContext,
  handle: NonNullable<StoredAnswer['handle']>,
): Promise<void> {
  try {
    await requireUnclaimedSession(ctx, handle);
  } catch (error) {
    if (isRefusal(error)) throw hasEnded();
    throw error;
  }
}
