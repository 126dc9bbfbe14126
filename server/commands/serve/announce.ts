import type { Config } from '../../core/config.ts';
import { databaseFile } from '../../storage/configured.ts';
import { printLabels, printLine } from '../output.ts';
import type { Terminal } from '../terminal.ts';

/** A page to start with. */
export interface Link {
  label: string;
  url: string;
}

export interface Start {
  baseUrl: string;
  projectId: string;
  /** Shown only once. Absent unless this start created it. */
  newManagementKey?: string;
  /** The address of the console. Without an owner, it contains the secret that creates the first one. */
  consoleUrl: string;
  /** Where the metrics have a port of their own. */
  metricsUrl?: string;
  links: readonly Link[];
  startedAt: number;
}

/** Prints the server's addresses: a block for people, or one line for machines. */
export function announce(terminal: Terminal, config: Config, start: Start): void {
  if (config.logFormat === 'json') printStartLine(terminal, config, start);
  else printStartBlock(terminal, config, start);
}

/** Bypasses the log, which removes keys from its lines and can be silent: only this line shows the first key. */
function printStartLine(
  terminal: Terminal,
  { mode }: Config,
  { startedAt, newManagementKey, ...start }: Start,
): void {
  const time = new Date(startedAt).toISOString();
  printLine(
    terminal,
    JSON.stringify({ level: 'info', time, msg: 'serving', mode, ...start, managementKey: newManagementKey }),
  );
}

function printStartBlock(terminal: Terminal, config: Config, start: Start): void {
  const { baseUrl, projectId, newManagementKey, consoleUrl, metricsUrl, links } = start;
  const database = config.databaseUrl ? describePostgres(config.databaseUrl) : databaseFile(config);
  const key = [
    ['Management key', newManagementKey ?? ''],
    ['', 'It is shown only once. Store it now. `latchkey key create` creates more.'],
  ] as const;
  printLine(terminal);
  printLine(terminal, `  Latchkey is running (${config.mode})`);
  printLine(terminal);
  printLabels(
    terminal,
    [
      ['Base URL', baseUrl],
      ['Project ID', projectId],
      ...(newManagementKey ? key : []),
      ['Console', consoleUrl],
      ...(metricsUrl ? [['Metrics', metricsUrl] as const] : []),
      ...links.map(({ label, url }) => [label, url] as const),
      ['Database', database],
    ],
    '  ',
  );
  printLine(terminal);
}

/** Prints the key if the server fails after it has created the first project: the key cannot be shown again. */
export function announceFirstKey(
  terminal: Terminal,
  config: Config,
  projectId: string,
  managementKey: string,
): void {
  if (config.logFormat === 'json') {
    printLine(
      terminal,
      JSON.stringify({ level: 'info', msg: 'created the first project', projectId, managementKey }),
    );
    return;
  }
  printLine(terminal, 'The first project has been created:');
  printLabels(
    terminal,
    [
      ['Project ID', projectId],
      ['Management key', managementKey],
    ],
    '  ',
  );
}

/** Leaves out user and password. */
function describePostgres(url: string): string {
  if (!URL.canParse(url)) return 'PostgreSQL';
  const { host, pathname } = new URL(url);
  return `PostgreSQL, ${host}${pathname}`;
}
