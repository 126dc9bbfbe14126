import { execFileSync } from 'node:child_process';

/** Part of util-linux, which every Debian has. */
export const taskset = 'taskset';

/** The cores of each side, in `taskset` notation. */
export interface Cores {
  all: string;
  server: string;
  load: string;
  /** PostgreSQL's cores: shared with the load generator when the machine has no third one. */
  database: string;
}

/**
 * Puts the server alone on the first core, so that a result is what one core gives, and everything else on the
 * others.
 */
export function chooseCores(): Cores {
  const cores = allowedCores();
  const [server = '0', load = server, ...rest] = cores;
  return { all: cores.join(','), server, load, database: rest.length > 0 ? rest.join(',') : load };
}

/** Moves this process with all its threads; processes started later inherit the cores. */
export function moveTo(cores: string): void {
  execFileSync(taskset, ['-acp', cores, String(process.pid)], { stdio: 'ignore' });
}

/** Runs processes that `start` creates on these cores; this process returns to its own. */
export async function startOn<R>(cores: string, start: () => Promise<R>): Promise<R> {
  const own = allowedCores().join(',');
  moveTo(cores);
  try {
    return await start();
  } finally {
    moveTo(own);
  }
}

function allowedCores(): string[] {
  const said = execFileSync(taskset, ['-cp', String(process.pid)], { encoding: 'utf8' });
  const list = said.slice(said.lastIndexOf(':') + 1).trim();
  return list.split(',').flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => String(first + index));
  });
}
