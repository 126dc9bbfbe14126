import { setTimeout as sleep } from 'node:timers/promises';
import type { ProjectContext } from '../../../../core/context.ts';
import { hashSecret } from '../../../../core/crypto.ts';
import { ServiceError } from '../../../../core/errors.ts';
import {
  claimExecution,
  deleteExecution,
  type ExecutionRow,
  findExecution,
  insertExecution,
  releaseExecution,
  takeOverExecution,
} from '../store.ts';
import type { FlowAnswer } from '../wire.ts';
import {
  type ExecutionState,
  executionLifetimeMs,
  hasEnded,
  sealFor,
  unsealFor,
  wrongNonce,
} from './execution.ts';
import { nonceAfter, type Unstored } from './nonce.ts';
import { repeatAnswer } from './stored-answer.ts';

/** The right to answer one request, which no other request has. */
export interface Claimed {
  id: string;
  flowId: string;
  state: ExecutionState;
  /** The nonce that comes with the answer. */
  nonce: string;
  /** Makes the request possible again, after a failure that is not the caller’s. */
  release(ctx: ProjectContext): Promise<void>;
}

export interface Request {
  flowId: string;
  id: string;
  nonce: string;
  /** Everything that makes two requests the same. */
  content: unknown;
  /** The content of the nonce, if it is the first one. */
  unstored: Unstored | undefined;
}

/** For how long a request is the only one to be worked on. After that its instance is regarded as gone. */
const workingMs = 60_000;
const waitMs = 50;

/** Stores a new execution, in the name of the request that starts it. */
export async function claimNew(
  ctx: ProjectContext,
  { id, flowId, state }: { id: string; flowId: string; state: ExecutionState },
): Promise<Claimed> {
  const until = ctx.now() + executionLifetimeMs;
  const claimed = await store(ctx, { id, flowId, state, until, nextNonce: nonceAfter('') });
  if (!claimed) throw new Error('an execution with this random ID exists');
  return claimed;
}

/**
 * Spends the nonce. Returns the right to answer, or the answer that the same request with this nonce has got already: a client
 * that has not received an answer asks again, and must not be shut out. Throws E108201 for any other nonce, and E103205 if there is
 * nothing to go on with. `row` is the execution as it was read last.
 */
export async function claim(
  ctx: ProjectContext,
  request: Request,
  row: ExecutionRow | undefined,
): Promise<{ claimed: Claimed } | { repeated: FlowAnswer }> {
  const { id, flowId, nonce } = request;
  const { now } = ctx;
  const { nextNonce, ...spending } = spendingOf(ctx, request);
  const { requestHash } = spending;
  const claimedOf = (row: ExecutionRow): { claimed: Claimed } => ({
    claimed: {
      id,
      flowId,
      state: unsealFor<ExecutionState>(ctx, 'state', id, row.sealedState),
      nonce: nextNonce,
      release: (ctx) => releaseExecution(ctx.db, spending),
    },
  });
  const giveUpAt = now() + workingMs;
  // Reads before it writes: anyone can send a made-up nonce, and many requests may wait for the same answer.
  for (let found = row; ; found = await findExecution(ctx.db, spending, now())) {
    if (!found) {
      // Again in each round: a request that has failed takes its execution away.
      const { unstored } = request;
      if (!unstored || unstored.until <= now()) throw hasEnded();
      const stored = await store(ctx, { ...unstored, id, nonce, nextNonce, requestHash });
      if (stored) return { claimed: stored };
    } else if (found.nonceHash === spending.nonceHash) {
      if (found.isCompleted) throw hasEnded();
      const row = await claimExecution(ctx.db, { ...spending, now: now() });
      if (row) return claimedOf(row);
    } else {
      if (found.spentNonceHash !== spending.nonceHash || found.requestHash !== requestHash)
        throw wrongNonce();
      if (found.workingSince === 0) return { repeated: await repeatAnswer(ctx, found) };
      const claimedBefore = now() - workingMs;
      const isGone = found.workingSince < claimedBefore;
      const taken = isGone && (await takeOverExecution(ctx.db, { ...spending, now: now(), claimedBefore }));
      if (taken) return claimedOf(taken);
    }
    if (now() >= giveUpAt || ctx.stopping.aborted)
      throw new ServiceError('E011012', 'The same request is still being worked on. Send it again');
    await sleep(waitMs);
  }
}

/** Returns what the request spends and leaves behind. */
export function spendingOf(ctx: ProjectContext, { id, nonce, content }: Request) {
  const nextNonce = nonceAfter(nonce);
  return {
    projectId: ctx.project.id,
    id,
    nonceHash: hashSecret(nonce),
    nextNonce,
    nextNonceHash: hashSecret(nextNonce),
    requestHash: hashSecret(JSON.stringify(content)),
  };
}

/** The place of an execution that is stored with its first interaction. */
export type Place = Unstored & { id: string; nextNonce: string; nonce?: string; requestHash?: string };

async function store(ctx: ProjectContext, place: Place): Promise<Claimed | undefined> {
  const { id, flowId, state, until, nextNonce } = place;
  const bounded = { ...state, until };
  const row = { ...rowOf(ctx, place), sealedState: sealFor(ctx, 'state', id, bounded) };
  if (!(await insertExecution(ctx.db, row))) return undefined;
  return { id, flowId, state: bounded, nonce: nextNonce, release: (ctx) => deleteExecution(ctx.db, row) };
}

/** Returns the row of a new execution, without its state. */
export function rowOf(
  ctx: ProjectContext,
  { id, flowId, until, nextNonce, nonce = '', requestHash = '' }: Place,
) {
  return {
    projectId: ctx.project.id,
    id,
    flowId,
    sequence: 1,
    nonceHash: hashSecret(nextNonce),
    spentNonceHash: nonce && hashSecret(nonce),
    requestHash,
    workingSince: ctx.now(),
    sealedAnswer: '',
    answeredAt: 0,
    isCompleted: 0,
    sessionId: '',
    userId: null,
    createdAt: ctx.now(),
    expiresAt: until,
  } as const;
}
