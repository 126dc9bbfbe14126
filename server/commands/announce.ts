import type { Config } from '../core/config.ts';
import { databaseFile } from '../storage/configured.ts';
import { printLabels, printLine } from './output.ts';
import type { Terminal } from './terminal.ts';

/** A page to begin with. */
export interface Link {
  label: string;
  url: string;
}

export interface Start {
  baseUrl: string;
  projectId: string;
  /** Shown this once; absent when it was not made by this start. */
  newManagementKey?: string;
  /** Of the console; while it has no owner, with the secret that makes the first one. */
  consoleUrl: string;
  links: readonly Link[];
  startedAt: number;
}

/** Says where the server is: a block for people, or one line for machines. */
export function announce(terminal: Terminal, config: Config, start: Start): void {
  if (config.logFormat === 'json') printStartLine(terminal, config, start);
  else printStartBlock(terminal, config, start);
}

/** Past the log, which leaves keys out of its lines and can be silent: this line is how the first key is learned. */
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
  const { baseUrl, projectId, newManagementKey, consoleUrl, links } = start;
  const database = config.databaseUrl ? describePostgres(config.databaseUrl) : databaseFile(config);
  const key = [
    ['Management key', newManagementKey ?? ''],
    ['', 'It is shown this once: keep it. `latchkey key create` makes more.'],
  ] as const;
  printLine(terminal);
  printLine(terminal, `  Latchkey is serving (${config.mode})`);
  printLine(terminal);
  printLabels(
    terminal,
    [
      ['Base URL', baseUrl],
      ['Project ID', projectId],
      ...(newManagementKey ? key : []),
      ['Console', consoleUrl],
      ...links.map(({ label, url }) => [label, url] as const),
      ['Database', database],
    ],
    '  ',
  );
  printLine(terminal);
}

/** When the server cannot go on after it has made the first project: nobody could ask for the key again. */
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

/** Without user and password. */
function describePostgres(url: string): string {
  if (!URL.canParse(url)) return 'PostgreSQL';
  const { host, pathname } = new URL(url);
  return `PostgreSQL, ${host}${pathname}`;
}
