import type { ProjectContext } from '../../../../core/context.ts';
import { hashSecret } from '../../../../core/crypto.ts';
import { type ExecutionRow, insertExecution, settleExecution } from '../store.ts';
import { type Place, type Request, rowOf, spendingOf } from './claim.ts';
import { type ExecutionState, executionLifetimeMs, unsealFor } from './execution.ts';
import { nonceAfter } from './nonce.ts';
import { answerFields, type Kept } from './stored-answer.ts';

/** A request whose nonce is valid, as the execution was read. Nothing is spent yet. */
export interface Open {
  id: string;
  flowId: string;
  state: ExecutionState;
  /** The nonce that comes with the answer. */
  nonce: string;
  /**
   * Prepares to spend the nonce and store the answer in one statement. The result can be part of a transaction. It returns `false` if another
   * request has come first.
   */
  settling(kept: Kept): (ctx: ProjectContext) => Promise<boolean>;
}

/** Opens a new execution, in the name of the request that starts it. */
export function openNew(
  ctx: ProjectContext,
  { id, flowId, state }: { id: string; flowId: string; state: ExecutionState },
): Open {
  const until = ctx.now() + executionLifetimeMs;
  return openUnstored(ctx, { id, flowId, state, until, nextNonce: nonceAfter('') });
}

/** Opens the request, if its nonce is valid and nobody works on it. Whatever else it is, `claim` decides. */
export function open(ctx: ProjectContext, request: Request, row: ExecutionRow | undefined): Open | undefined {
  const { id, flowId, nonce, unstored } = request;
  if (!row && unstored) {
    const { nextNonce, requestHash } = spendingOf(ctx, request);
    return openUnstored(ctx, { ...unstored, id, nonce, nextNonce, requestHash });
  }
  const isOpen = row && !row.isCompleted && row.workingSince === 0 && row.nonceHash === hashSecret(nonce);
  if (!isOpen) return undefined;
  const { nextNonce, ...spending } = spendingOf(ctx, request);
  const { sequence } = row;
  return {
    id,
    flowId,
    state: unsealFor<ExecutionState>(ctx, 'state', id, row.sealedState),
    nonce: nextNonce,
    settling(kept) {
      const answer = answerFields(ctx, id, kept);
      const claim = { ...spending, sequence, now: ctx.now() };
      return ({ db }) => settleExecution(db, claim, answer);
    },
  };
}

function openUnstored(ctx: ProjectContext, place: Place): Open {
  const { id, flowId, state, until, nextNonce } = place;
  const bounded = { ...state, until };
  return {
    id,
    flowId,
    state: bounded,
    nonce: nextNonce,
    settling(kept) {
      const row = { ...rowOf(ctx, place), workingSince: 0, ...answerFields(ctx, id, kept) };
      return ({ db }) => insertExecution(db, row);
    },
  };
}
