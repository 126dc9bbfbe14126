import type { Cores } from './cores.ts';
import type { HostileResult } from './hostile.ts';
import type { Measured } from './load.ts';
import type { Result } from './measurement.ts';
import { notes } from './notes.ts';
import type { Engine, Options } from './options.ts';
import type { SamlResult } from './saml.ts';
import type { StartResult } from './start.ts';

export interface EngineResults {
  engine: Engine;
  start: StartResult | undefined;
  results: Result[];
}

export interface Findings {
  machine: [string, string][];
  cores: Cores;
  options: Options;
  engines: EngineResults[];
  hostile: HostileResult[];
  saml: SamlResult | undefined;
  startedAt: number;
  endedAt: number;
}

const titles: Record<Engine, string> = { sqlite: 'SQLite', postgres: 'PostgreSQL' };

export function report(findings: Findings): string {
  const { machine, options, engines, hostile, saml, startedAt, endedAt } = findings;
  const minutes = ((endedAt - startedAt) / 60_000).toFixed(1);
  const settings: [string, string][] = [
    ['Date', `${new Date(startedAt).toISOString()}, ${minutes} minutes`],
    [
      'Settings',
      `medians of ${options.runs} runs of ${options.runSeconds} s after ${options.warmUpSeconds} s of warm-up, ` +
        `${options.connections} connections, ${options.users} users`,
    ],
  ];
  const parts = [
    '# Benchmarks',
    'Written by `npm run bench`. What is measured how, and what it does not say: at the end.',
    table(['', ''], [...settings, ...machine]),
    ...engines.flatMap(engineParts),
    ...(engines.some(({ start }) => start) ? ['## Start and rest', startTable(engines)] : []),
    ...(saml ? ['## SAML responses verified in a second', samlTable(saml)] : []),
    ...(hostile.length > 0 ? [hostileTitle, hostileTable(hostile)] : []),
    notes(findings.cores),
  ];
  return `${parts.join('\n\n')}\n`;
}

function engineParts({ engine, results }: EngineResults): string[] {
  if (results.length === 0) return [];
  const title = titles[engine];
  return [
    `## ${title}`,
    throughputTable(results),
    `### ${title}: one connection`,
    latencyTable(results),
    `### ${title}: what one request costs`,
    costTable(results),
  ];
}

function throughputTable(results: Result[]): string {
  const half = ({ requestsPerSecond, p50, p99, cpuMicroseconds, coresUsed }: Measured) => [
    requestsPerSecond.toFixed(0),
    p50.toFixed(1),
    p99.toFixed(1),
    cpuMicroseconds.toFixed(0),
    percent(coresUsed),
  ];
  const columns = ['requests/s', 'p50 ms', 'p99 ms', 'CPU µs', 'core used'];
  return table(
    ['', ...columns, ...columns.map((column) => `bound ${column}`), 'ratio', 'CPU ratio', 'RSS MB'],
    results.map(({ title, server, bound, residentBytes }) => [
      title,
      ...half(server),
      ...half(bound),
      `**${percent(server.requestsPerSecond / bound.requestsPerSecond)}**`,
      percent(bound.cpuMicroseconds / server.cpuMicroseconds),
      megabytes(residentBytes),
    ]),
  );
}

function latencyTable(results: Result[]): string {
  return table(
    ['', 'p50 ms', 'p99 ms', 'bound p50 ms', 'bound p99 ms'],
    results.map(({ title, alone: { server, bound } }) => [
      title,
      ...[server.p50, server.p99, bound.p50, bound.p99].map((value) => value.toFixed(2)),
    ]),
  );
}

function costTable(results: Result[]): string {
  return table(
    ['', 'reads', 'writes', 'transactions', 'waits for the disk', 'signatures', 'verifications'],
    results.map(({ title, cost }) => [
      title,
      ...[cost.reads, cost.writes, cost.transactions, cost.syncs, cost.signatures, cost.verifications].map(
        String,
      ),
    ]),
  );
}

function startTable(engines: EngineResults[]): string {
  return table(
    ['', 'start to first answer, ms (aim < 1000)', 'RSS after 5 s at rest, MB (aim < 120)'],
    engines.flatMap(({ engine, start }) =>
      start ? [[titles[engine], start.milliseconds.toFixed(0), megabytes(start.restingBytes)]] : [],
    ),
  );
}

function samlTable({ inline, pool }: SamlResult): string {
  return table(
    ['', 'responses/s', 'bytes'],
    [
      ['one core, in process (aim 1000)', inline.perSecond.toFixed(0), String(inline.bytes)],
      [`worker pool of ${pool.workers}, all cores`, pool.perSecond.toFixed(0), String(pool.bytes)],
    ],
  );
}

const hostileTitle =
  '## `/healthz` while 20 hostile SAML responses of 80 KB are posted at once (aim: p99 < 50 ms)';

function hostileTable(results: HostileResult[]): string {
  return table(
    ['', 'cores', 'p50 ms', 'p99 ms', 'longest ms', 'event loop p99 ms', 'all 20 answered, ms'],
    results.map(({ name, cores, p50, p99, longest, loopP99, volleyMilliseconds }) => [
      name,
      cores,
      ...[p50, p99, longest, loopP99].map((value) => value.toFixed(1)),
      volleyMilliseconds.toFixed(0),
    ]),
  );
}

function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map((_, index) => (index === 0 ? '---' : '---:'))), ...rows.map(line)].join(
    '\n',
  );
}

function percent(part: number): string {
  return `${(part * 100).toFixed(0)} %`;
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
}
