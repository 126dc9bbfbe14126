import { megabytes, percent, rate, table } from './markdown.ts';
import type { Engine } from './options.ts';
import type { OutboxResult } from './outbox.ts';
import type { PageResult } from './pages.ts';
import type { SaturationResult } from './saturation.ts';

export function saturationTable(results: SaturationResult[]): string {
  return table(
    [
      ...['cores', 'hashes/s of the machine', 'accepted/s', 'ratio (aim > 90 %)', 'refused/s'],
      ...['sign-in p50 ms', 'p99 ms', '`/healthz` p50 ms', 'p99 ms (aim < 100)'],
      ...['refresh p50 ms', 'p99 ms (aim < 100)', 'RSS MB'],
    ],
    results.map((result) => [
      result.cores,
      rate(result.hashesPerSecond),
      rate(result.acceptedPerSecond),
      `**${percent(result.acceptedPerSecond / result.hashesPerSecond)}**`,
      rate(result.refusedPerSecond),
      ...[result.signIn, result.healthz, result.refresh].flatMap(({ p50, p99 }) =>
        [p50, p99].map((value) => value.toFixed(1)),
      ),
      megabytes(result.residentBytes),
    ]),
  );
}

export function outboxTable(results: OutboxResult[], titles: Record<Engine, string>): string {
  return table(
    ['', 'instances', 'messages/s', 'messages', 'sent twice'],
    results.map(({ engine, instances, perSecond, messages, twice }) => [
      titles[engine],
      ...[instances, rate(perSecond), messages, twice].map(String),
    ]),
  );
}

export function pageTable({ requests, bytes, firstByteMilliseconds, loadMilliseconds }: PageResult): string {
  return table(
    ['', ''],
    [
      ['bytes over the wire, with headers (aim < 30 000)', String(bytes)],
      ['requests', `${requests.length}: ${requests.map((path) => `\`${path}\``).join(', ')}`],
      ['first byte, ms', firstByteMilliseconds.toFixed(1)],
      ['loaded, ms', loadMilliseconds.toFixed(1)],
    ],
  );
}
