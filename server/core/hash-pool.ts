import { ServiceError } from './errors.ts';
import { pauseBeforeRefusal } from './refusal-pause.ts';

/** Limits the machine's share for password hashing and divides it among the projects. */
export interface HashPool {
  /**
   * Calls `prepare` when few jobs of the project are ahead, and then, in turn with the other projects, `work`, which
   * keeps one core busy. Refuses with E130429 what it would not answer in time, before it calls either of them.
   */
  run<T, P = void>(
    projectId: string,
    work: (prepared: P) => Promise<T>,
    prepare?: () => Promise<P>,
  ): Promise<T>;
  stats(): HashStats;
}

export interface HashStats {
  /** Jobs that were admitted and have not ended, the running ones included. */
  jobs: number;
  running: number;
  /** Totals since the start. */
  started: number;
  refused: number;
  /** The sum of the times from a job's arrival to its start. */
  waitedMs: number;
}

export interface HashPoolOptions {
  /** The number of concurrent jobs. */
  size: number;
  maxWaiting: number;
  maxWaitMs: number;
  /** Milliseconds from any point in time, by which jobs are timed. Tests have their own. */
  elapsed?: () => number;
}

/** libuv's thread pool also syncs commits and signs tokens, so two of its threads stay reserved for them. */
export function hashPoolSize(cores: number, threadPoolSize: number): number {
  return Math.max(1, Math.min(cores, threadPoolSize - 2));
}

interface Waiting {
  enter(): void;
  refuse(): void;
}

/** The jobs of one project. */
interface Lane {
  waiting: Set<Waiting>;
  /** The number of jobs that no longer wait: they are being prepared, wait for a core, or run. */
  entered: number;
  /** Starts the prepared jobs, first come, first served. */
  prepared: (() => void)[];
}

/** The weight of the last job in the average duration. */
const newestWeight = 0.1;

/**
 * Keeps a lane for each project and serves the lanes in turn, so that a project waits for at most one job of each
 * other project. Any project may use free cores. When the pool is full, a project below its share takes a place from
 * the project with the most jobs: the newest one there, which would be served last.
 *
 * Only the first jobs of a lane are prepared. Preparing reads and writes the database, and a flood must do so neither
 * for jobs that are refused nor for all the others at once.
 */
export function createHashPool({
  size,
  maxWaiting,
  maxWaitMs,
  elapsed = () => performance.now(),
}: HashPoolOptions): HashPool {
  /** The lanes with jobs, the one that was served last at the end. */
  const lanes = new Map<string, Lane>();
  /** One more is prepared while the others run. */
  const maxEntered = size + 1;
  let running = 0;
  let jobCount = 0;
  let averageMs = 0;
  const totals = { started: 0, refused: 0, waitedMs: 0 };

  async function enter(lane: Lane): Promise<void> {
    if (expectedWaitMs(lane) > maxWaitMs) throw tooMuch(maxWaitMs);
    if (jobCount === size + maxWaiting) makeRoom(lane);
    jobCount += 1;
    if (lane.entered < maxEntered) lane.entered += 1;
    else await waitToEnter(lane);
  }

  /** Returns how long the lane's next job waits until all that are served before it have run. */
  function expectedWaitMs(lane: Lane): number {
    const turns = lengthOf(lane) + 1;
    let before = 0;
    for (const other of lanes.values()) before += Math.min(lengthOf(other), turns);
    return (before / size) * averageMs;
  }

  /** Throws unless the lane has fewer jobs than the longest, even after it has taken a place from it. */
  function makeRoom(lane: Lane): void {
    const longest = [...lanes.values()].reduce((a, b) => (lengthOf(b) > lengthOf(a) ? b : a));
    const newest = [...longest.waiting].at(-1);
    if (!newest || lengthOf(lane) + 1 >= lengthOf(longest)) throw tooMuch(maxWaitMs);
    newest.refuse();
  }

  function waitToEnter(lane: Lane): Promise<void> {
    return new Promise((resolve, reject) => {
      const stopWaiting = () => {
        clearTimeout(timer);
        lane.waiting.delete(waiting);
      };
      const waiting = {
        enter() {
          stopWaiting();
          lane.entered += 1;
          resolve();
        },
        refuse() {
          stopWaiting();
          jobCount -= 1;
          reject(tooMuch(maxWaitMs));
        },
      };
      // Projects that arrive later can prolong the wait.
      const timer = setTimeout(waiting.refuse, maxWaitMs);
      lane.waiting.add(waiting);
    });
  }

  function leave(lane: Lane): void {
    jobCount -= 1;
    lane.entered -= 1;
    const [next] = lane.waiting;
    next?.enter();
  }

  async function runInTurn<T>(
    projectId: string,
    { lane, since, work }: { lane: Lane; since: number; work: () => Promise<T> },
  ): Promise<T> {
    if (running < size) running += 1;
    else await new Promise<void>((resolve) => lane.prepared.push(resolve));
    const startedAt = elapsed();
    totals.started += 1;
    totals.waitedMs += startedAt - since;
    try {
      return await work();
    } finally {
      const milliseconds = elapsed() - startedAt;
      averageMs = averageMs ? averageMs + newestWeight * (milliseconds - averageMs) : milliseconds;
      moveBehindOthers(projectId, lane);
      passTurnOn();
    }
  }

  function passTurnOn(): void {
    for (const [projectId, lane] of lanes) {
      const start = lane.prepared.shift();
      if (!start) continue;
      moveBehindOthers(projectId, lane);
      start();
      return;
    }
    running -= 1;
  }

  function moveBehindOthers(projectId: string, lane: Lane): void {
    lanes.delete(projectId);
    lanes.set(projectId, lane);
  }

  return {
    async run<T, P>(projectId: string, work: (prepared: P) => Promise<T>, prepare?: () => Promise<P>) {
      const lane = lanes.get(projectId) ?? { waiting: new Set(), entered: 0, prepared: [] };
      lanes.set(projectId, lane);
      const since = elapsed();
      try {
        await enter(lane).catch(async (error) => {
          totals.refused += 1;
          await pauseBeforeRefusal();
          throw error;
        });
        try {
          const prepared = (await prepare?.()) as P;
          return await runInTurn(projectId, { lane, since, work: () => work(prepared) });
        } finally {
          leave(lane);
        }
      } finally {
        if (lengthOf(lane) === 0) lanes.delete(projectId);
      }
    },
    stats: () => ({ jobs: jobCount, running, ...totals }),
  };
}

function lengthOf({ waiting, entered }: Lane): number {
  return waiting.size + entered;
}

/**
 * Uses 429, because the public SDKs repeat a 503 at once. Varies the delay, so that callers refused together do
 * not return together.
 */
function tooMuch(maxWaitMs: number): ServiceError {
  const shortest = Math.ceil(maxWaitMs / 1000);
  return new ServiceError('E130429', 'Too many passwords are being checked. Try again in a moment', {
    retryAfterSeconds: shortest + Math.floor(Math.random() * 4),
    about: { cause: 'overload' },
  });
}
