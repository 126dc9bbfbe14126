import { readFileSync } from 'node:fs';

/**
 * Returns the processor time in seconds that everything in this container has used, or everything on this machine
 * when it is no container: tests start browsers, databases and servers, and no single process is the parent of all.
 */
export function usedProcessorSeconds(): number {
  return ofContainer() ?? ofMachine();
}

/** Control groups of version 2, mounted where a container sees its own. */
function ofContainer(): number | undefined {
  try {
    const [, microseconds] =
      /^usage_usec (\d+)$/m.exec(readFileSync('/sys/fs/cgroup/cpu.stat', 'utf8')) ?? [];
    return microseconds === undefined ? undefined : Number(microseconds) / 1_000_000;
  } catch {
    return undefined;
  }
}

/** `/proc/stat` counts in hundredths of a second: user, nice, system, idle, waiting for I/O, interrupts, soft interrupts. */
function ofMachine(): number {
  const [, ...counts] = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0]!.split(/ +/);
  const [user = 0, nice = 0, system = 0, , , interrupts = 0, softInterrupts = 0] = counts.map(Number);
  return (user + nice + system + interrupts + softInterrupts) / 100;
}
