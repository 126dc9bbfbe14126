import { setTimeout as sleep } from 'node:timers/promises';
import { failureOf } from '../failure.ts';
import { waitMilliseconds } from '../patience.ts';

/**
 * Retries while another process holds the lock, without blocking the event loop as SQLite's own busy timeout
 * would. A statement refused as busy has had no effect.
 */
export async function untilFree<R>(attempt: () => R): Promise<R> {
  const deadline = performance.now() + waitMilliseconds();
  for (let pauseMilliseconds = 1; ; pauseMilliseconds = Math.min(2 * pauseMilliseconds, 8)) {
    try {
      return attempt();
    } catch (error) {
      if (failureOf(error) !== 'busy' || performance.now() > deadline) throw error;
    }
    await sleep(pauseMilliseconds * (0.5 + Math.random()));
  }
}
