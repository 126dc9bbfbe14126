import { readdirSync, readFileSync } from 'node:fs';

/** Hundredths of a second, the unit of `/proc/<pid>/stat` on Linux. */
const ticksPerSecond = 100;

/**
 * Looks every half second at the processes that this one has started. The returned function says the processor time in
 * seconds by program. Processes that lived for less than half a second are missing.
 */
export function watchProcesses(): () => Map<string, number> {
  const seen = new Map<string, { program: string; seconds: number }>();
  const look = (): void => {
    for (const { key, program, seconds } of descendants(process.pid)) {
      // One that is ending has lost its command line.
      seen.set(key, { program: program || (seen.get(key)?.program ?? 'other'), seconds });
    }
  };
  const timer = setInterval(look, 500);
  return () => {
    clearInterval(timer);
    look();
    const sums = new Map<string, number>();
    for (const { program, seconds } of seen.values()) sums.set(program, (sums.get(program) ?? 0) + seconds);
    return sums;
  };
}

interface Running {
  /** The process ID alone may be used again. */
  key: string;
  parent: number;
  program: string;
  seconds: number;
}

function descendants(ancestor: number): Running[] {
  const running = new Map<number, Running>();
  for (const name of readdirSync('/proc')) {
    const read = /^\d+$/.test(name) && readProcess(name);
    if (read) running.set(Number(name), read);
  }
  const descends = (parent: number): boolean =>
    parent === ancestor || (running.has(parent) && descends((running.get(parent) as Running).parent));
  return [...running.values()].filter(({ parent }) => descends(parent));
}

/** See proc_pid_stat(5). The name of the program is in parentheses and may contain any character. */
function readProcess(pid: string): Running | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [parent, user, system, startedAt] = [1, 11, 12, 19].map((i) => Number(fields[i]));
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    const seconds = ((user as number) + (system as number)) / ticksPerSecond;
    return { key: `${pid} ${startedAt}`, parent: parent as number, program: nameOf(command), seconds };
  } catch {
    return undefined;
  }
}

function nameOf(command: string[]): string {
  const line = command.join(' ');
  if (line.includes('vitest')) return 'tests';
  if (/chrom/.test(line)) return 'Chromium';
  if (line.includes('postgres')) return 'PostgreSQL';
  if (line.includes('latchkey.mjs')) return 'Latchkey as a process';
  return command[0]?.split('/').pop() ?? '';
}
