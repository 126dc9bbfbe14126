import type { ProjectContext } from '../../../../core/context.ts';
import { newSecret } from '../../../../core/crypto.ts';
import {
  type ExecutionState,
  executionLifetimeMs,
  hasEnded,
  sealFor,
  unsealFor,
  wrongNonce,
} from './execution.ts';

/** The parts of an execution that is not stored yet. The nonce carries it, so that looking at a flow stores nothing. */
export interface Unstored {
  flowId: string;
  until: number;
  state: ExecutionState;
}

/** Returns the first nonce of an execution that is not stored. */
export function firstNonce(ctx: ProjectContext, id: string, unstored: Omit<Unstored, 'until'>): string {
  const until = ctx.now() + executionLifetimeMs;
  return `0.${sealFor(ctx, 'nonce', id, { ...unstored, until } satisfies Unstored)}`;
}

/** Reads the nonce of an execution that is not stored. A nonce of another execution is none. */
export function readFirstNonce(
  ctx: ProjectContext,
  { id, flowId, nonce }: { id: string; flowId: string; nonce: string },
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
export function nonceAfter(nonce: string): string {
  const [number = ''] = nonce.split('.');
  const sequence = /^[0-9]{1,9}$/.test(number) ? Number(number) + 1 : 1;
  return `${sequence}.${newSecret()}`;
}
