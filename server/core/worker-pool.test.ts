import { afterEach, expect, test } from 'vitest';
import {
  createWorkerPool,
  WorkerDeadlineError,
  type WorkerPool,
  WorkerQueueFullError,
} from './worker-pool.ts';

const entry = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort, threadId } from 'node:worker_threads';
    parentPort.on('message', async (input) => {
      if (input === 'thread') parentPort.postMessage({ output: threadId });
      else if (input === 'fail') parentPort.postMessage({ error: new Error('refused') });
      else if (input === 'loop') for (;;);
      else if (input === 'throw') throw new Error('broken');
      else if (input === 'exit') process.exit(0);
      else if (input === 'memory') { const all = []; for (;;) all.push(new Array(1e6).fill({})); }
      else setTimeout(() => parentPort.postMessage({ output: input }), 30);
    });
  `)}`,
);

let pool: WorkerPool;

function open(options: { size?: number; deadlineMs?: number; maxQueueLength?: number } = {}) {
  pool = createWorkerPool(entry, { size: 1, deadlineMs: 120_000, maxQueueLength: 10, ...options });
  return pool;
}

afterEach(() => pool.close());

test('each caller gets the result of its own input', async () => {
  const { run } = open({ size: 2 });
  expect(await Promise.all(['a', 'b', 'c', 'd', 'e'].map((input) => run(input)))).toEqual([
    'a',
    'b',
    'c',
    'd',
    'e',
  ]);
});

test('the pool starts no more workers than it has jobs', async () => {
  const { run } = open({ size: 4 });
  expect(await run('thread')).toBe(await run('thread'));
});

test('a refused job is reported, and the worker continues', async () => {
  const { run } = open();
  const thread = await run('thread');
  await expect(run('fail')).rejects.toThrow('refused');
  expect(await run('thread')).toBe(thread);
});

test('a job that does not end is cut off, and another worker runs the next one', async () => {
  const { run } = open({ deadlineMs: 500 });
  // The first job includes the start of the thread and may take longer.
  await run('first');
  const stuck = run('loop');
  const waiting = run('next');
  await expect(stuck).rejects.toThrow(WorkerDeadlineError);
  expect(await waiting).toBe('next');
});

test.each(['throw', 'exit', 'memory'])('a worker that dies (%s) loses only its own job', async (death) => {
  const { run } = open();
  const dying = run(death);
  const waiting = run('next');
  await expect(dying).rejects.toThrow();
  expect(await waiting).toBe('next');
});

test('input that cannot be copied to a thread fails alone', async () => {
  const { run } = open();
  const first = run('a');
  const wrong = run(() => {});
  const last = run('b');
  await expect(wrong).rejects.toThrow();
  expect([await first, await last]).toEqual(['a', 'b']);
});

test('a full queue refuses at once', async () => {
  const { run } = open({ maxQueueLength: 2 });
  const accepted = [run('a'), run('b'), run('c')];
  await expect(run('d')).rejects.toThrow(WorkerQueueFullError);
  expect(await Promise.all(accepted)).toEqual(['a', 'b', 'c']);
});

test('closing refuses running, waiting and new jobs', async () => {
  const { run, close } = open();
  const pending = [run('loop'), run('a')].map((work) => expect(work).rejects.toThrow('closed'));
  await close();
  await Promise.all(pending);
  await expect(run('b')).rejects.toThrow('closed');
});
