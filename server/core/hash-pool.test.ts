import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createHashPool, hashPoolSize } from './hash-pool.ts';

function options(changes: Partial<Parameters<typeof createHashPool>[0]> = {}) {
  return { size: 2, maxWaiting: 3, maxWaitMs: 60_000, ...changes };
}

/** Creates a pool whose jobs end when the test says so, in the order of their start. */
function controlled(changes: Partial<Parameters<typeof createHashPool>[0]> = {}) {
  const pool = createHashPool(options(changes));
  const started: string[] = [];
  const refused: string[] = [];
  const ends: (() => void)[] = [];
  const begin = (projectId: string, name = projectId) => {
    pool
      .run(projectId, () => {
        started.push(name);
        return new Promise<void>((resolve) => ends.push(resolve));
      })
      .catch(() => refused.push(name));
  };
  return {
    pool,
    started,
    refused,
    begin,
    /** Ends the job that has run longest. */
    async endOne() {
      ends.shift()?.();
      await settled();
    },
  };
}

/** Lets pending promise callbacks run. */
async function settled() {
  for (let i = 0; i < 10; i += 1) await Promise.resolve();
}

describe('the hash pool', () => {
  test('never runs more jobs at once than its size, in order of arrival', async () => {
    const pool = createHashPool(options({ maxWaiting: 20 }));
    const started: number[] = [];
    let running = 0;
    let most = 0;
    await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        pool.run('P', async () => {
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

  test('refuses at once jobs that its queue has no room for, with a time to retry', async () => {
    const pool = createHashPool(options());
    expect(() => pool.requireRoom('P')).not.toThrow();
    const end = Promise.withResolvers<void>();
    const all = Array.from({ length: 6 }, () => pool.run('P', () => end.promise));
    expect(() => pool.requireRoom('P')).toThrow('try again');
    const refusal = await all[5]!.catch((error) => error);
    expect(refusal.code).toBe('E130429');
    expect(refusal.retryAfterSeconds).toBeGreaterThanOrEqual(60);
    expect(refusal.retryAfterSeconds).toBeLessThanOrEqual(63);
    end.resolve();
    await Promise.all(all.slice(0, 5));
  });

  test('refuses a job that has waited too long, and does not run it later', async () => {
    const pool = createHashPool(options({ size: 1, maxWaitMs: 10 }));
    let ran = false;
    const end = Promise.withResolvers<void>();
    const slow = pool.run('P', () => end.promise);
    const late = pool.run('P', async () => {
      ran = true;
    });
    await expect(late).rejects.toMatchObject({ code: 'E130429' });
    end.resolve();
    await slow;
    expect(ran).toBe(false);
    expect(await pool.run('P', async () => 'free again')).toBe('free again');
  });

  test('continues after a failed job', async () => {
    const pool = createHashPool(options({ size: 1 }));
    await expect(pool.run('P', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await pool.run('P', async () => 1)).toBe(1);
  });

  test('leaves two threads of the thread pool to commits and signatures', () => {
    expect(hashPoolSize(2, 4)).toBe(2);
    expect(hashPoolSize(16, 4)).toBe(2);
    expect(hashPoolSize(16, 18)).toBe(16);
    expect(hashPoolSize(1, 2)).toBe(1);
  });
});

describe('projects that hash at the same time', () => {
  test('are served in turn, however many jobs one of them has', async () => {
    const { begin, started, endOne } = controlled({ size: 1, maxWaiting: 20 });
    for (let i = 0; i < 6; i += 1) begin('flood', `flood ${i}`);
    for (const projectId of ['a', 'b']) for (let i = 0; i < 2; i += 1) begin(projectId, `${projectId} ${i}`);
    await settled();
    for (let i = 0; i < 10; i += 1) await endOne();
    expect(started).toEqual([
      ...['flood 0', 'flood 1', 'a 0', 'b 0'],
      ...['flood 2', 'a 1', 'b 1'],
      ...['flood 3', 'flood 4', 'flood 5'],
    ]);
  });

  test('find room although one of them fills the queue: the newest job of that one is refused', async () => {
    const { pool, begin, started, refused, endOne } = controlled({ size: 1, maxWaiting: 4 });
    for (let i = 0; i < 5; i += 1) begin('flood', `flood ${i}`);
    await settled();
    expect(() => pool.requireRoom('flood')).toThrow('try again');
    expect(() => pool.requireRoom('a')).not.toThrow();
    begin('a');
    await settled();
    expect(refused).toEqual(['flood 4']);
    for (let i = 0; i < 3; i += 1) await endOne();
    expect(started).toEqual(['flood 0', 'flood 1', 'a', 'flood 2']);
  });

  test('share the queue evenly, and none evicts a job of a project with no more jobs', async () => {
    const { begin, refused } = controlled({ size: 1, maxWaiting: 4 });
    for (let i = 0; i < 5; i += 1) begin('a', `a ${i}`);
    for (let i = 0; i < 4; i += 1) begin('b', `b ${i}`);
    await settled();
    // Each project has two places left; further jobs are refused.
    expect(refused.sort()).toEqual(['a 3', 'a 4', 'b 2', 'b 3']);
    begin('a', 'a again');
    await settled();
    expect(refused.at(-1)).toBe('a again');
  });
});
