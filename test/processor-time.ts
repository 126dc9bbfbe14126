/**
 * Measures the processor time of this thread in seconds, so that nothing else on the machine counts. Limits are
 * far above the cost of the work on a slow machine, and far below its cost when it grows faster than its input.
 */
export function processorSeconds(work: () => void, times = 1): number {
  const before = process.threadCpuUsage();
  for (let count = 0; count < times; count += 1) work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000_000;
}

/** Measures the processor time of this thread while something in it is awaited, such as a request to a server of this process. */
export async function processorSecondsOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000_000;
}
