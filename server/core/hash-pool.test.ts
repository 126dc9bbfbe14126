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
  const prepared: string[] = [];
  const begin = (projectId: string, name = projectId) => {
    const work = () => {
      started.push(name);
      return new Promise<void>((resolve) => ends.push(resolve));
    };
    pool.run(projectId, work, async () => void prepared.push(name)).catch(() => refused.push(name));
  };
  return {
    prepared,
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
  for (let i = 0; i < 20; i += 1) await Promise.resolve();
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
    const end = Promise.withResolvers<void>();
    const all = Array.from({ length: 6 }, () => pool.run('P', () => end.promise));
    const refusal = await all[5]!.catch((error) => error);
    expect(refusal.code).toBe('E130429');
    expect(refusal.retryAfterSeconds).toBeGreaterThanOrEqual(60);
    expect(refusal.retryAfterSeconds).toBeLessThanOrEqual(63);
    end.resolve();
    await Promise.all(all.slice(0, 5));
  });

  test('refuses at once what would wait too long, by the time that jobs take', async () => {
    let time = 0;
    const limits = options({ size: 1, maxWaiting: 1_000, maxWaitMs: 2_000 });
    const pool = createHashPool({ ...limits, elapsed: () => time });
    await pool.run('P', async () => {
      time += 100;
    });
    const end = Promise.withResolvers<void>();
    const all = Array.from({ length: 30 }, () => pool.run('P', () => end.promise));
    const refusal = await Promise.race(all.map((job) => job.then(() => 'done').catch(({ code }) => code)));
    expect(refusal).toBe('E130429');
    // Another project's job would wait for one of them only.
    const other = pool.run('other', async () => 'done');
    end.resolve();
    expect(await other).toBe('done');
    const done = (await Promise.allSettled(all)).filter(({ status }) => status === 'fulfilled');
    expect(done).toHaveLength(21);
  });

  test('prepares only the job that comes next, and none that it refuses', async () => {
    const { begin, prepared, refused, endOne } = controlled({ size: 1 });
    for (let i = 0; i < 6; i += 1) begin('P', `${i}`);
    await settled();
    expect(refused).toEqual(['4', '5']);
    expect(prepared).toEqual(['0', '1']);
    await endOne();
    expect(prepared).toEqual(['0', '1', '2']);
  });

  test('does not start a job whose preparation failed, and continues', async () => {
    const pool = createHashPool(options({ size: 1 }));
    let ran = false;
    const work = async () => {
      ran = true;
    };
    await expect(pool.run('P', work, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(ran).toBe(false);
    expect(await pool.run('P', async () => 'done')).toBe('done');
  });

  test('refuses a job that has waited too long, and does not run it later', async () => {
    const pool = createHashPool(options({ size: 1, maxWaitMs: 10 }));
    let ran = false;
    const end = Promise.withResolvers<void>();
    const slow = pool.run('P', () => end.promise);
    const second = pool.run('P', async () => {});
    const late = pool.run('P', async () => {
      ran = true;
    });
    await expect(late).rejects.toMatchObject({ code: 'E130429' });
    end.resolve();
    await Promise.all([slow, second]);
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
      ...['flood 0', 'a 0', 'b 0'],
      ...['flood 1', 'a 1', 'b 1'],
      ...['flood 2', 'flood 3', 'flood 4', 'flood 5'],
    ]);
  });

  test('find room although one of them fills the queue: the newest job of that one is refused', async () => {
    const { begin, started, refused, endOne } = controlled({ size: 1, maxWaiting: 4 });
    for (let i = 0; i < 6; i += 1) begin('flood', `flood ${i}`);
    await settled();
    expect(refused).toEqual(['flood 5']);
    begin('a');
    await settled();
    expect(refused).toEqual(['flood 5', 'flood 4']);
    for (let i = 0; i < 3; i += 1) await endOne();
    expect(started).toEqual(['flood 0', 'a', 'flood 1', 'flood 2']);
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
