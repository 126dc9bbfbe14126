/**
 * Measures how long the processor of this thread works, in seconds, so that nothing else on the machine counts. Bounds
 * are far above what the work costs on a slow machine, and far below what it costs when it grows faster than its input.
 */
export function processorSeconds(work: () => void, times = 1): number {
  const before = process.threadCpuUsage();
  for (let count = 0; count < times; count += 1) work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000_000;
}
