/** The cost of a test or of a test file in its worker. Browsers, databases and other processes are not in it. */
export interface Cost {
  /** The time that passed. */
  seconds: number;
  /** The processor time of the worker's thread. */
  processorSeconds: number;
}

declare module 'vitest' {
  interface TaskMeta {
    cost?: Cost;
    /** The seconds of the file's worker by kind of work. Only `npm test -- --profile` measures them. */
    work?: Record<string, number>;
  }
}

/** Begins to measure; the returned function says the cost since then. */
export function startCost(): () => Cost {
  const started = performance.now();
  const before = process.threadCpuUsage();
  return () => {
    const { user, system } = process.threadCpuUsage(before);
    return { seconds: (performance.now() - started) / 1000, processorSeconds: (user + system) / 1_000_000 };
  };
}
