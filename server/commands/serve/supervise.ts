import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../core/log.ts';
import { answerQuestions } from './peers.ts';
import { watchStopSignals } from './stop.ts';

/** Keeps a worker that fails at once from using the whole machine. */
const restartMilliseconds = 1_000;

/** A worker cuts off its own requests before that; one that hangs does not. */
const stopMilliseconds = 60_000;

/**
 * Starts `count` workers on the same ports (one, or two with the metrics), each an instance of its own, and replaces those that end. The first one
 * migrates and prints the addresses before the others start. SIGHUP restarts them one after the other, SIGTERM
 * and SIGINT stop them. Returns the exit code.
 */
export async function superviseWorkers(
  count: number,
  { ports, log }: { ports: number; log: Log },
): Promise<number> {
  const serving = new Set<Worker>();
  const signals = watchStopSignals();
  let isStopping = false;
  // The primary accepts and hands connections out in turn. The kernel would give one worker most of them.
  cluster.schedulingPolicy = cluster.SCHED_RR;
  answerQuestions(serving);

  /** Resolves when the worker listens on all its ports. Rejects with its exit code if it ends before. */
  function start(): Promise<void> {
    const worker = cluster.fork();
    return new Promise((resolve, reject) => {
      let listening = 0;
      worker.on('listening', () => {
        listening += 1;
        if (listening < ports) return;
        serving.add(worker);
        resolve();
      });
      worker.once('exit', (code, signal) => {
        reject(code ?? 1);
        if (!serving.delete(worker) || isStopping) return;
        log.error({ worker: worker.id, exitCode: code, signal }, 'a worker has ended: starting another one');
        void startAgain();
      });
    });
  }

  async function startAgain(): Promise<void> {
    while (!isStopping) {
      await sleep(restartMilliseconds);
      if (isStopping) return;
      try {
        return await start();
      } catch {
        log.error('a worker did not start: trying again');
      }
    }
  }

  async function restartAll(): Promise<void> {
    log.info('SIGHUP: restarting the workers one by one');
    for (const old of [...serving]) {
      if (isStopping || !serving.has(old)) continue;
      try {
        await start();
      } catch {
        log.error('the new worker did not start: the other workers keep running');
        return;
      }
      if (serving.delete(old)) await stop(old);
    }
    if (!isStopping) log.info('the workers have been restarted');
  }

  void signals.first.then(() => {
    isStopping = true;
  });
  try {
    await start();
  } catch (code) {
    return isStopping ? 0 : (code as number);
  }
  for (let index = 1; index < count; index++) if (!isStopping) void start().catch(startAgain);
  let restarting = Promise.resolve();
  process.on('SIGHUP', () => {
    restarting = restarting.then(restartAll);
  });

  await signals.first;
  const codes = await Promise.all(Object.values(cluster.workers!).map((worker) => stop(worker!)));
  return codes.every((code) => code === 0) ? 0 : 1;
}

/** Lets the worker finish its requests, and returns its exit code. */
async function stop(worker: Worker): Promise<number | null> {
  const deadline = setTimeout(() => worker.process.kill('SIGKILL'), stopMilliseconds);
  worker.process.kill('SIGTERM');
  const [code] = (await once(worker, 'exit')) as [number | null];
  clearTimeout(deadline);
  return code;
}
