import type { ConsoleResult } from './console/console.ts';
import { consoleParts } from './console/report-console.ts';
import type { HostileResult } from './hostile.ts';
import type { LargeResult } from './large/large.ts';
import { reportLarge } from './large/report-large.ts';
import type { Measured } from './load.ts';
import { megabytes, percent, rate, table } from './markdown.ts';
import type { Result } from './measurement.ts';
import { engines as allEngines, type Engine, type Options, operationNames } from './options.ts';
import type { OutboxResult } from './outbox.ts';
import type { PageResult } from './pages.ts';
import { outboxTable, pageTable, saturationTable } from './report-parts.ts';
import type { Section } from './results-file.ts';
import type { SamlResult } from './saml.ts';
import { peopleAtOnce, type SaturationResult } from './saturation.ts';
import type { StartResult } from './start.ts';

export interface EngineResults {
  engine: Engine;
  start: StartResult | undefined;
  results: Result[];
}

export interface Findings {
  options: Options;
  engines: EngineResults[];
  hostile: HostileResult[];
  saturation: SaturationResult[];
  outbox: OutboxResult[];
  page: PageResult | undefined;
  consoleResult: ConsoleResult | undefined;
  saml: SamlResult | undefined;
  large: LargeResult[];
  /** The time and load of the run. */
  circumstances: string;
}

const titles: Record<Engine, string> = { sqlite: 'SQLite', postgres: 'PostgreSQL' };

export function reportHead(machine: [string, string][]): string {
  return [
    '# Benchmarks',
    'Written by `npm run bench`, each section by the last run that measured it. [README.md](README.md) explains the method and its ' +
      'limits.',
    table(['', ''], machine),
  ].join('\n\n');
}

/** Returns the measured sections. Incomplete sections are not stored. */
export function report(findings: Findings): Section[] {
  const { options, engines, hostile, saml, large, circumstances } = findings;
  const { runs, runSeconds, warmUpSeconds, connections, fewUsers, quick } = options;
  const hasBoth = allEngines.every((engine) => options.engines.includes(engine));
  const hasAll = operationNames.every((name) => options.parts.has(name));
  const settings =
    `${circumstances} Medians of ${runs} runs of ${runSeconds} s after ${warmUpSeconds} s of warm-up, ` +
    `${connections} connections, ${fewUsers} users.`;
  const sections: Section[] = engines
    .filter(({ results }) => results.length > 0)
    .map((one) => ({
      title: titles[one.engine],
      parts: [settings, ...engineParts(one)],
      isComplete: hasAll,
    }));
  if (engines.some(({ start }) => start)) {
    const parts = [circumstances, startTable(engines)];
    sections.push({ title: 'Start and rest', parts, isComplete: hasBoth });
  }
  if (saml) {
    const parts = [circumstances, samlTable(saml)];
    sections.push({ title: 'SAML responses verified in a second', parts, isComplete: true });
  }
  if (hostile.length > 0) {
    sections.push({ title: hostileTitle, parts: [circumstances, hostileTable(hostile)], isComplete: true });
  }
  sections.push(...partSections(findings, hasBoth));
  sections.push(
    ...large.map((one) => reportLarge(one, { options, circumstances, title: titles[one.engine] })),
  );
  return sections.map((section) => ({ ...section, isComplete: section.isComplete && !quick }));
}

function partSections(
  { saturation, outbox, page, consoleResult, circumstances }: Findings,
  hasBoth: boolean,
): Section[] {
  const sections: Section[] = [];
  if (saturation.length > 0) {
    const title = `${peopleAtOnce} users sign in by password at once, continuously`;
    sections.push({ title, parts: [circumstances, saturationTable(saturation)], isComplete: true });
  }
  if (outbox.length > 0) {
    const parts = [circumstances, outboxTable(outbox, titles)];
    sections.push({ title: 'Messages sent in a second', parts, isComplete: hasBoth });
  }
  if (page) {
    sections.push({ title: 'The sign-in page', parts: [circumstances, pageTable(page)], isComplete: true });
  }
  if (consoleResult) {
    const parts = [circumstances, ...consoleParts(consoleResult)];
    sections.push({ title: 'The console', parts, isComplete: true });
  }
  return sections;
}

function engineParts({ engine, results }: EngineResults): string[] {
  const title = titles[engine];
  return [
    throughputTable(results),
    `### ${title}: one connection`,
    latencyTable(results),
    `### ${title}: what one request costs`,
    costTable(results),
  ];
}

function throughputTable(results: Result[]): string {
  const half = ({ requestsPerSecond, p50, p99, cpuMicroseconds, coresUsed }: Measured) => [
    rate(requestsPerSecond),
    p50.toFixed(1),
    p99.toFixed(1),
    cpuMicroseconds.toFixed(0),
    percent(coresUsed),
  ];
  const columns = ['requests/s', 'p50 ms', 'p99 ms', 'CPU µs', 'core used'];
  return table(
    ['', ...columns, ...columns.map((column) => `baseline ${column}`), 'ratio', 'CPU ratio', 'RSS MB'],
    results.map(({ title, server, baseline, residentBytes }) => [
      title,
      ...half(server),
      ...half(baseline),
      `**${percent(server.requestsPerSecond / baseline.requestsPerSecond)}**`,
      percent(baseline.cpuMicroseconds / server.cpuMicroseconds),
      megabytes(residentBytes),
    ]),
  );
}

function latencyTable(results: Result[]): string {
  return table(
    ['', 'p50 ms', 'p99 ms', 'baseline p50 ms', 'baseline p99 ms'],
    results.map(({ title, alone: { server, baseline } }) => [
      title,
      ...[server.p50, server.p99, baseline.p50, baseline.p99].map((value) => value.toFixed(2)),
    ]),
  );
}

function costTable(results: Result[]): string {
  return table(
    [
      '',
      'reads',
      'writes',
      'transactions',
      'waits for the disk',
      'signatures',
      'verifications',
      'QR codes',
      'password hashes',
    ],
    results.map(({ title, cost }) => [
      title,
      ...[
        cost.reads,
        cost.writes,
        cost.transactions,
        cost.syncs,
        cost.signatures,
        cost.verifications,
        cost.qrCodes,
        cost.hashes,
      ].map(String),
    ]),
  );
}

function startTable(engines: EngineResults[]): string {
  return table(
    ['', 'start to first answer, ms (aim < 400)', 'RSS after 5 s at rest, MB (aim < 100)'],
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
  '`/healthz` while 20 hostile SAML responses of 80 KB are posted at once (aim: p99 < 50 ms)';

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
