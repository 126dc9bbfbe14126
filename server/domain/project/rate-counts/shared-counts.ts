import type { ServiceContext } from '../../../core/context.ts';
import { dialectOf } from '../../../storage/engine.ts';
import { type Counted, deletePaidBack, readCount, takeCount } from './store.ts';

const answerWithinMs = 1_000;
const pauseMs = 5_000;

/**
 * Counts for all instances. Returns undefined if the database is SQLite, which has one instance, or does not answer in
 * time; for the next seconds it is then not asked, so that a slow database gets no further statements.
 */
export function createSharedCounts({ db, log }: ServiceContext) {
  if (dialectOf(db) === 'sqlite') return undefined;
  let pausedUntil = 0;

  async function count(counted: Counted): Promise<{ isTaken: boolean; paidBackAt: number }> {
    const paidBackAt = await takeCount(db, counted);
    if (paidBackAt !== undefined) return { isTaken: true, paidBackAt };
    return { isTaken: false, paidBackAt: await readCount(db, counted.projectId, counted.subject) };
  }

  return async (counted: Counted) => {
    if (performance.now() < pausedUntil) return undefined;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('no response in time')), answerWithinMs);
    });
    try {
      return await Promise.race([count(counted), late]);
    } catch (error) {
      const isKnown = performance.now() < pausedUntil;
      pausedUntil = performance.now() + pauseMs;
      if (!isKnown)
        log.warn(
          { err: error },
          'rate limits are counted by this instance alone until the database responds',
        );
      return undefined;
    } finally {
      clearTimeout(timer);
    }
  };
}

export async function deletePaidBackCounts({ db, now }: ServiceContext): Promise<void> {
  await deletePaidBack(db, now());
}
