import { ServiceError } from './errors.ts';

/** Limits the machine's share for password hashing and divides it among the projects. */
export interface HashPool {
  /**
   * Runs a job that keeps one core busy. Rejects with E130429 when too many jobs of the project are waiting, or
   * when the job has waited too long.
   */
  run<T>(projectId: string, work: () => Promise<T>): Promise<T>;
  /** Throws E130429 when `run` would refuse at once. Call it before work that would be in vain. */
  requireRoom(projectId: string): void;
}

export interface HashPoolOptions {
  /** The number of concurrent jobs. */
  size: number;
  maxWaiting: number;
  maxWaitMs: number;
}

/** libuv's thread pool also syncs commits and signs tokens, so two of its threads stay reserved for them. */
export function hashPoolSize(cores: number, threadPoolSize: number): number {
  return Math.max(1, Math.min(cores, threadPoolSize - 2));
}

interface Waiting {
  start(): void;
  refuse(): void;
}

/**
 * Keeps a queue for each project and serves them in turn, so that a project waits for at most one job of each
 * other project. Any project may use free places. When the queue is full, a project below its share takes a
 * place from the project with the most jobs: the newest one there, which would be served last.
 */
export function createHashPool({ size, maxWaiting, maxWaitMs }: HashPoolOptions): HashPool {
  /** The queues with waiting work; the first one is served next. */
  const queues = new Map<string, Set<Waiting>>();
  let running = 0;
  let waitingCount = 0;

  const isFull = () => running === size && waitingCount >= maxWaiting;

  function requireRoom(projectId: string): void {
    if (isFull() && !isBelowShare(projectId)) throw tooMuch(maxWaitMs);
  }

  /** True if the project would have no more jobs than the longest queue after taking a place from it. */
  function isBelowShare(projectId: string): boolean {
    const own = queues.get(projectId)?.size ?? 0;
    return own + 1 < longestQueue()[1].size;
  }

  function longestQueue(): [string, Set<Waiting>] {
    const none: [string, Set<Waiting>] = ['', new Set()];
    return [...queues].reduce((longest, queue) => (queue[1].size > longest[1].size ? queue : longest), none);
  }

  async function waitForTurn(projectId: string): Promise<void> {
    if (running < size) {
      running += 1;
      return;
    }
    requireRoom(projectId);
    if (isFull()) {
      const [, longest] = longestQueue();
      [...longest].at(-1)?.refuse();
    }
    await new Promise<void>((resolve, reject) => {
      const refuse = () => {
        clearTimeout(timer);
        remove(projectId, waiting);
        reject(tooMuch(maxWaitMs));
      };
      const timer = setTimeout(refuse, maxWaitMs);
      const start = () => {
        clearTimeout(timer);
        resolve();
      };
      const waiting = { start, refuse };
      add(projectId, waiting);
    });
  }

  function add(projectId: string, waiting: Waiting): void {
    const queue = queues.get(projectId);
    if (queue) queue.add(waiting);
    else queues.set(projectId, new Set([waiting]));
    waitingCount += 1;
  }

  function remove(projectId: string, waiting: Waiting): void {
    const queue = queues.get(projectId);
    if (!queue?.delete(waiting)) return;
    waitingCount -= 1;
    if (queue.size === 0) queues.delete(projectId);
  }

  function passOn(): void {
    const [turn] = queues;
    if (!turn) {
      running -= 1;
      return;
    }
    const [projectId, queue] = turn;
    const next = queue.values().next().value as Waiting;
    remove(projectId, next);
    // Moves the project behind the others.
    if (queues.delete(projectId)) queues.set(projectId, queue);
    next.start();
  }

  return {
    requireRoom,
    async run(projectId, work) {
      await waitForTurn(projectId);
      try {
        return await work();
      } finally {
        passOn();
      }
    },
  };
}

/**
 * Uses 429, because the public SDKs repeat a 503 at once. Varies the delay, so that callers refused together do
 * not return together.
 */
function tooMuch(maxWaitMs: number): ServiceError {
  const shortest = Math.ceil(maxWaitMs / 1000);
  return new ServiceError('E130429', 'Too many passwords are being checked: try again in a moment', {
    retryAfterSeconds: shortest + Math.floor(Math.random() * 4),
  });
}
