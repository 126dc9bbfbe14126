import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createHashPool, hashPoolSize } from './hash-pool.ts';

function options(changes: Partial<Parameters<typeof createHashPool>[0]> = {}) {
  return { size: 2, maxWaiting: 3, maxWaitMs: 60_000, ...changes };
}

describe('the hash pool', () => {
  test('never runs more at once than its size, in the order of arrival', async () => {
    const pool = createHashPool(options({ maxWaiting: 20 }));
    const started: number[] = [];
    let running = 0;
    let most = 0;
    await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        pool.run(async () => {
          started.push(index);
          running += 1;
          most = Math.max(most, running);
          await nextTurn();
          running -= 1;
        }),
      ),
    );
    expect(most).toBe(2);
    expect(started).toEqual([...started].sort((a, b) => a - b));
  });

  test('refuses at once what its queue has no place for, with a time to try again', async () => {
    const pool = createHashPool(options());
    expect(() => pool.requireRoom()).not.toThrow();
    const end = Promise.withResolvers<void>();
    const all = Array.from({ length: 6 }, () => pool.run(() => end.promise));
    expect(() => pool.requireRoom()).toThrow('try again');
    const refusal = await all[5]!.catch((error) => error);
    expect(refusal.code).toBe('E130429');
    expect(refusal.retryAfterSeconds).toBeGreaterThanOrEqual(60);
    expect(refusal.retryAfterSeconds).toBeLessThanOrEqual(63);
    end.resolve();
    await Promise.all(all.slice(0, 5));
  });

  test('refuses what has waited too long, and does not run it later', async () => {
    const pool = createHashPool(options({ size: 1, maxWaitMs: 10 }));
    let ran = false;
    const end = Promise.withResolvers<void>();
    const slow = pool.run(() => end.promise);
    const late = pool.run(async () => {
      ran = true;
    });
    await expect(late).rejects.toMatchObject({ code: 'E130429' });
    end.resolve();
    await slow;
    expect(ran).toBe(false);
    expect(await pool.run(async () => 'free again')).toBe('free again');
  });

  test('goes on after work that failed', async () => {
    const pool = createHashPool(options({ size: 1 }));
    await expect(pool.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await pool.run(async () => 1)).toBe(1);
  });

  test('leaves two threads of the thread pool to commits and signatures', () => {
    expect(hashPoolSize(2, 4)).toBe(2);
    expect(hashPoolSize(16, 4)).toBe(2);
    expect(hashPoolSize(16, 18)).toBe(16);
    expect(hashPoolSize(1, 2)).toBe(1);
  });
});
