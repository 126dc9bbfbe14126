import { Worker } from 'node:worker_threads';

/** Runs slow or hostile work outside the event loop, each job with a deadline. */
export interface WorkerPool {
  /** Rejects with `WorkerDeadlineError` when the result is late, and replaces the worker. */
  run<In, Out>(input: In): Promise<Out>;
  close(): Promise<void>;
}

export class WorkerDeadlineError extends Error {}
export class WorkerQueueFullError extends Error {}

export interface WorkerPoolOptions {
  /** Workers start as jobs arrive, so an idle pool uses no memory. */
  size: number;
  deadlineMs: number;
  maxQueueLength: number;
}

/** Added to a new worker's first deadline: loading its code can take seconds on a busy machine. */
const startAllowanceMs = 10_000;

interface Job {
  input: unknown;
  resolve(output: unknown): void;
  reject(error: Error): void;
}

interface Seat {
  worker: Worker;
  job: Job | undefined;
  timer: NodeJS.Timeout | undefined;
  /** The worker has answered once, so its code is loaded. */
  isLoaded: boolean;
}

/**
 * Starts workers from `entry`, a module that answers each message with `{ output }` or `{ error }`, in order,
 * one at a time.
 */
export function createWorkerPool(entry: URL, options: WorkerPoolOptions): WorkerPool {
  const seats = new Set<Seat>();
  const queue: Job[] = [];
  let closed = false;

  function hire(): Seat {
    const worker = new Worker(entry, { resourceLimits: { maxOldGenerationSizeMb: 128 } });
    const seat: Seat = { worker, job: undefined, timer: undefined, isLoaded: false };
    seats.add(seat);
    worker.on('message', (answer: { output: unknown } | { error: Error }) => {
      seat.isLoaded = true;
      if ('error' in answer) finish(seat)?.reject(answer.error);
      else finish(seat)?.resolve(answer.output);
      assign(seat);
    });
    worker.on('error', (error) => dismiss(seat, error as Error));
    // Work that ends its own thread raises no error.
    worker.on('exit', () => dismiss(seat, new Error('the worker has ended')));
    worker.unref();
    return seat;
  }

  function finish(seat: Seat): Job | undefined {
    const { job } = seat;
    clearTimeout(seat.timer);
    seat.job = undefined;
    seat.worker.unref();
    return job;
  }

  function dismiss(seat: Seat, error: Error) {
    if (!seats.delete(seat)) return;
    finish(seat)?.reject(error);
    void seat.worker.terminate();
    if (!closed && queue.length > 0) assign(hire());
  }

  function assign(seat: Seat) {
    const job = queue.shift();
    if (!job) return;
    seat.job = job;
    // A busy worker keeps the process alive, because stopping waits for the result.
    seat.worker.ref();
    seat.timer = setTimeout(
      () => dismiss(seat, new WorkerDeadlineError(`no response within ${options.deadlineMs} ms`)),
      options.deadlineMs + (seat.isLoaded ? 0 : startAllowanceMs),
    );
    try {
      seat.worker.postMessage(job.input);
    } catch (error) {
      // Input that cannot be copied to another thread fails only this job.
      finish(seat)?.reject(error as Error);
      assign(seat);
    }
  }

  return {
    run<In, Out>(input: In): Promise<Out> {
      if (closed) return Promise.reject(new Error('the worker pool is closed'));
      if (queue.length >= options.maxQueueLength)
        return Promise.reject(new WorkerQueueFullError('too many jobs are waiting'));
      return new Promise<Out>((resolve, reject) => {
        queue.push({ input, resolve: resolve as (output: unknown) => void, reject });
        const free = [...seats].find((seat) => !seat.job);
        if (free) assign(free);
        else if (seats.size < options.size) assign(hire());
      });
    },
    async close() {
      closed = true;
      for (const job of queue.splice(0)) job.reject(new Error('the worker pool is closed'));
      const leaving = [...seats];
      for (const seat of leaving) dismiss(seat, new Error('the worker pool is closed'));
      await Promise.all(leaving.map((seat) => seat.worker.terminate()));
    },
  };
}
