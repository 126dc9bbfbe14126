import { execFileSync } from 'node:child_process';

/** Of util-linux, which every Debian has. */
export const taskset = 'taskset';

/** Which cores each side may use, as `taskset` writes them. */
export interface Cores {
  all: string;
  server: string;
  load: string;
  /** PostgreSQL's: the load generator's too when the machine has no third one. */
  database: string;
}

/** The server alone on the first core, so that a result is what one core gives; everything else on the others. */
export function chooseCores(): Cores {
  const cores = allowedCores();
  const [server = '0', load = server, ...rest] = cores;
  return { all: cores.join(','), server, load, database: rest.length > 0 ? rest.join(',') : load };
}

/** This process with all its threads; processes that it starts afterwards inherit it. */
export function moveTo(cores: string): void {
  execFileSync(taskset, ['-acp', cores, String(process.pid)], { stdio: 'ignore' });
}

/** Processes that `start` makes have these cores; this one goes back to its own. */
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
