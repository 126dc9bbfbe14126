import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceContext } from '../../../core/context.ts';
import { isLoopbackUrl } from '../../../core/url.ts';

/** The longest time for an address that a stranger has named. */
export const outboundMs = 3_000;

/**
 * Does work that asks an address of a stranger, for at most `outboundMs`. A failure takes as long as the longest one, so that the time
 * does not tell whether something listens there.
 */
export async function inOneTime<T>(
  { mode }: Pick<ServiceContext, 'mode'>,
  url: string,
  work: () => Promise<T>,
): Promise<T> {
  const beganAt = performance.now();
  try {
    return await work();
  } catch (error) {
    // A developer's own computer has no secrets from them.
    if (mode === 'development' && isLoopbackUrl(url)) throw error;
    await sleep(Math.max(0, outboundMs - (performance.now() - beganAt)));
    throw error;
  }
}
