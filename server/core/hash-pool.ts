import { ServiceError } from './errors.ts';

/** Bounds how much of the machine password hashing can take. */
export interface HashPool {
  /** Runs work that keeps one core busy. Rejects with E130429 when too much of it waits already, or for too long. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Throws E130429 when `run` would refuse at once: before work that would be in vain. */
  requireRoom(): void;
}

export interface HashPoolOptions {
  /** How many run at once. */
  size: number;
  maxWaiting: number;
  maxWaitMs: number;
}

/** libuv's thread pool is also what commits are synced and tokens are signed in: two of its threads are left to them. */
export function hashPoolSize(cores: number, threadPoolSize: number): number {
  return Math.max(1, Math.min(cores, threadPoolSize - 2));
}

interface Waiting {
  start(): void;
  timer: NodeJS.Timeout;
}

export function createHashPool({ size, maxWaiting, maxWaitMs }: HashPoolOptions): HashPool {
  const queue = new Set<Waiting>();
  let running = 0;

  function requireRoom(): void {
    if (running === size && queue.size >= maxWaiting) throw tooMuch(maxWaitMs);
  }

  async function waitForTurn(): Promise<void> {
    if (running < size) {
      running += 1;
      return;
    }
    requireRoom();
    await new Promise<void>((resolve, reject) => {
      const waiting: Waiting = {
        start: resolve,
        timer: setTimeout(() => {
          queue.delete(waiting);
          reject(tooMuch(maxWaitMs));
        }, maxWaitMs),
      };
      queue.add(waiting);
    });
  }

  function passOn(): void {
    const [next] = queue;
    if (!next) {
      running -= 1;
      return;
    }
    queue.delete(next);
    clearTimeout(next.timer);
    next.start();
  }

  return {
    requireRoom,
    async run(work) {
      await waitForTurn();
      try {
        return await work();
      } finally {
        passOn();
      }
    },
  };
}

/**
 * 429, because the public SDKs repeat a 503 at once. Those who are refused together are not told to come back together.
 */
function tooMuch(maxWaitMs: number): ServiceError {
  const shortest = Math.ceil(maxWaitMs / 1000);
  return new ServiceError('E130429', 'Too many passwords are being checked: try again in a moment', {
    retryAfterSeconds: shortest + Math.floor(Math.random() * 4),
  });
}
