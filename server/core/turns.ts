/** The work of each project that waits for a turn, the project that had the last one at the end. */
const lanes = new Map<string, (() => void)[]>();

/**
 * Waits for a turn of the event loop. Call it before each piece of work that keeps the event loop busy for milliseconds: a turn has only
 * one such piece, and projects have theirs in turn. So short requests wait for one piece, and not for a piece of each long request.
 */
export function takeTurn(projectId: string): Promise<void> {
  return new Promise((start) => {
    const lane = lanes.get(projectId);
    if (lane) lane.push(start);
    else if (lanes.set(projectId, [start]).size === 1) setImmediate(giveTurn);
  });
}

function giveTurn(): void {
  for (const [projectId, lane] of lanes) {
    lane.shift()!();
    lanes.delete(projectId);
    if (lane.length > 0) lanes.set(projectId, lane);
    break;
  }
  if (lanes.size > 0) setImmediate(giveTurn);
}

/** The results of more reads than these would arrive together, and keep the event loop busy for as long as all of them. */
const readsAtOnce = 2;

/** The reads whose results have not arrived, and what waits for them. */
let running = 0;
const waiting: (() => void)[] = [];

/** Reads many rows in a turn. Few such reads are under way at a time. */
export async function readInTurn<R>(projectId: string, read: () => Promise<R>): Promise<R> {
  await takeTurn(projectId);
  if (running < readsAtOnce) running += 1;
  else await new Promise<void>((start) => waiting.push(start));
  try {
    return await read();
  } finally {
    const next = waiting.shift();
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
