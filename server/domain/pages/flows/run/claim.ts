import { setTimeout as sleep } from 'node:timers/promises';
import type { ProjectContext } from '../../../../core/context.ts';
import { hashSecret, newSecret } from '../../../../core/crypto.ts';
import { ServiceError } from '../../../../core/errors.ts';
import { requireUnclaimedSession } from '../../../sessions/sessions/live-session.ts';
import {
  answerExecution,
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
  answerLifetimeMs,
  type ExecutionState,
  executionLifetimeMs,
  hasEnded,
  idleLifetimeMs,
  isRefusal,
  sealFor,
  unsealFor,
  waitingScreens,
  wrongNonce,
} from './execution.ts';

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

/** The parts of an execution that is not stored yet. The nonce carries it, so that looking at a flow stores nothing. */
interface Unstored {
  flowId: string;
  until: number;
  state: ExecutionState;
}

interface Request {
  flowId: string;
  id: string;
  nonce: string;
  /** Everything that makes two requests the same. */
  content: unknown;
  /** The content of the nonce, if it is the first one. */
  unstored: Unstored | undefined;
}

/** A stored answer, with what its repetition requires. */
interface StoredAnswer {
  answer: FlowAnswer;
  handle?: { sessionId: string; tokenId: string };
}

/** For how long a request is the only one to be worked on. After that its instance is regarded as gone. */
const workingMs = 60_000;
const waitMs = 50;

/** Returns the first nonce of an execution that is not stored. */
export function firstNonce(ctx: ProjectContext, id: string, unstored: Omit<Unstored, 'until'>): string {
  const until = ctx.now() + executionLifetimeMs;
  return `0.${sealFor(ctx, 'nonce', id, { ...unstored, until } satisfies Unstored)}`;
}

/** Stores a new execution, in the name of the request that starts it. */
export async function claimNew(
  ctx: ProjectContext,
  { id, flowId, state }: { id: string; flowId: string; state: ExecutionState },
): Promise<Claimed> {
  const claimed = await store(ctx, { id, flowId, state, until: ctx.now() + executionLifetimeMs });
  if (!claimed) throw new Error('an execution with this random ID exists');
  return claimed;
}

/**
 * Spends the nonce. Returns the right to answer, or the answer that the same request with this nonce has got already: a client
 * that has not received an answer asks again, and must not be shut out. Throws E108201 for any other nonce, and E103205 if there is
 * nothing to go on with.
 */
export async function claim(
  ctx: ProjectContext,
  request: Request,
): Promise<{ claimed: Claimed } | { repeated: FlowAnswer }> {
  const { id, flowId, nonce } = request;
  const requestHash = hashSecret(JSON.stringify(request.content));
  const nextNonce = nonceAfter(nonce);
  const { now } = ctx;
  const spending = {
    projectId: ctx.project.id,
    id,
    nonceHash: hashSecret(nonce),
    nextNonceHash: hashSecret(nextNonce),
    requestHash,
  };
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
  for (;;) {
    // Reads before it writes: anyone can send a made-up nonce, and many requests may wait for the same answer.
    const found = await findExecution(ctx.db, spending, now());
    if (!found) {
      // Again in each round: a request that has failed takes its execution away.
      const { unstored } = request;
      if (!unstored || unstored.until <= now()) throw hasEnded();
      const stored = await store(ctx, { ...unstored, id, nonce, requestHash });
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

async function store(
  ctx: ProjectContext,
  {
    id,
    flowId,
    state,
    until,
    nonce = '',
    requestHash = '',
  }: Unstored & { id: string; nonce?: string; requestHash?: string },
): Promise<Claimed | undefined> {
  const nextNonce = nonceAfter(nonce);
  const bounded = { ...state, until };
  const row = {
    projectId: ctx.project.id,
    id,
    flowId,
    sealedState: sealFor(ctx, 'state', id, bounded),
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
  if (!(await insertExecution(ctx.db, row))) return undefined;
  return { id, flowId, state: bounded, nonce: nextNonce, release: (ctx) => deleteExecution(ctx.db, row) };
}

/** Reads the nonce of an execution that is not stored. A nonce of another execution is none. */
export function readFirstNonce(
  ctx: ProjectContext,
  { id, flowId, nonce }: Pick<Request, 'id' | 'flowId' | 'nonce'>,
): Unstored | undefined {
  if (!nonce.startsWith('0.')) return undefined;
  let unstored: Unstored;
  try {
    unstored = unsealFor<Unstored>(ctx, 'nonce', id, nonce.slice('0.'.length));
  } catch {
    throw wrongNonce();
  }
  if (unstored.flowId !== flowId) throw wrongNonce();
  if (unstored.until <= ctx.now()) throw hasEnded();
  return unstored;
}

/** Returns the next nonce: its number tells browsers which of two is the newer one. */
function nonceAfter(nonce: string): string {
  const [number = ''] = nonce.split('.');
  const sequence = /^[0-9]{1,9}$/.test(number) ? Number(number) + 1 : 1;
  return `${sequence}.${newSecret()}`;
}

/**
 * Stores the answer of the request, and what the execution goes on with. Returns `false` if another request has taken over, because this
 * one has worked for too long: then nobody may get the answer.
 */
export async function keepAnswer(
  ctx: ProjectContext,
  { id, nonce }: Claimed,
  kept: StoredAnswer & { state: ExecutionState; userId?: string | undefined; sessionId?: string | undefined },
): Promise<boolean> {
  const { state, answer, handle, userId, sessionId = '' } = kept;
  const isCompleted = answer.status === 'completed';
  const named = { projectId: ctx.project.id, id, nonceHash: hashSecret(nonce) };
  return answerExecution(ctx.db, named, {
    // The end needs nothing that was typed.
    sealedState: isCompleted ? '' : sealFor(ctx, 'state', id, state),
    sealedAnswer: sealFor(ctx, 'answer', id, { answer, ...(handle && { handle }) } satisfies StoredAnswer),
    answeredAt: ctx.now(),
    isCompleted: isCompleted ? 1 : 0,
    sessionId,
    userId: userId ?? null,
    expiresAt: endOf(ctx, state),
  });
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
