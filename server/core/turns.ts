/** Holds work that waits, by project, so that projects have theirs in turn. */
class Lanes {
  /** The project that was served last is at the end. */
  readonly #lanes = new Map<string, (() => void)[]>();

  get isEmpty(): boolean {
    return this.#lanes.size === 0;
  }

  push(projectId: string, start: () => void): void {
    const lane = this.#lanes.get(projectId);
    if (lane) lane.push(start);
    else this.#lanes.set(projectId, [start]);
  }

  shift(): (() => void) | undefined {
    for (const [projectId, lane] of this.#lanes) {
      const start = lane.shift();
      this.#lanes.delete(projectId);
      if (lane.length > 0) this.#lanes.set(projectId, lane);
      return start;
    }
    return undefined;
  }
}

const turns = new Lanes();

/**
 * Waits for a turn of the event loop. Call it before each piece of work that keeps the event loop busy for milliseconds: a turn has only
 * one such piece, and projects have theirs in turn. So short requests wait for one piece, and not for a piece of each long request.
 */
export function takeTurn(projectId: string): Promise<void> {
  return new Promise((start) => {
    if (turns.isEmpty) setImmediate(giveTurn);
    turns.push(projectId, start);
  });
}

function giveTurn(): void {
  turns.shift()?.();
  if (!turns.isEmpty) setImmediate(giveTurn);
}

/** The results of more reads than these would arrive together, and keep the event loop busy for as long as all of them. */
const readsAtOnce = 2;

const reads = new Lanes();
/** The reads that have begun. */
let running = 0;

/** Reads many rows in a turn. Few such reads are under way at a time. */
export async function readInTurn<R>(projectId: string, read: () => Promise<R>): Promise<R> {
  if (running < readsAtOnce) running += 1;
  else await new Promise<void>((start) => reads.push(projectId, start));
  try {
    await takeTurn(projectId);
    return await read();
  } finally {
    const next = reads.shift();
    if (next) next();
    else running -= 1;
  }
}

/** The number of short steps that take some milliseconds together. */
const stepsPerTurn = 50;

/** Does a short step for each item of a list that may be long, some of them in each turn. */
export async function mapInTurns<T, R>(
  projectId: string,
  items: readonly T[],
  step: (item: T, index: number) => R,
): Promise<R[]> {
  const results: R[] = [];
  for (const [index, item] of items.entries()) {
    if (index > 0 && index % stepsPerTurn === 0) await takeTurn(projectId);
    results.push(step(item, index));
  }
  return results;
}
