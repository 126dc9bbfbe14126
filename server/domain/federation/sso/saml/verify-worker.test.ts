import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { expect, test } from 'vitest';
import { createWorkerPool } from '../../../../core/worker-pool.ts';

/** Returns the nice value of each thread of this process (proc_pid_stat(5)). */
function priorities(): number[] {
  return readdirSync('/proc/self/task').map((thread) => {
    const stat = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]);
  });
}

test.runIf(process.platform === 'linux')(
  'responses are verified at a lower priority than the event loop has',
  async () => {
    const entry = new URL('./verify-worker.ts', import.meta.url);
    const pool = createWorkerPool(entry, { size: 1, deadlineMs: 60_000, maxQueueLength: 1 });
    const own = getPriority();
    // The input is incomplete, but the worker has started.
    await expect(pool.run({})).rejects.toThrow();
    expect(Math.max(...priorities())).toBe(10);
    expect(getPriority()).toBe(own);
    await pool.close();
  },
);
