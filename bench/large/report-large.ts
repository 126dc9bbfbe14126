import { viewTable } from '../console/report-console.ts';
import { megabytes, table } from '../markdown.ts';
import { fullSize, type Options } from '../options.ts';
import type { Section } from '../results-file.ts';
import type { LargeResult } from './large.ts';

const aimMilliseconds = 50;

export function reportLarge(
  { users, imported, databaseBytes, operations, searches, views, loadAverage }: LargeResult,
  { options, circumstances, title }: { options: Options; circumstances: string; title: string },
): Section {
  const { connections, search } = options;
  const facts = [
    ...(imported
      ? [
          ['import, users/s (aim > 5000)', imported.usersPerSecond.toFixed(0)],
          ['import, CPU of the server for a user, µs', imported.cpuMicroseconds.toFixed(0)],
        ]
      : []),
    ['database, MB', megabytes(databaseBytes)],
    ['load average before the searches', loadAverage],
  ];
  const requests = table(
    [`${connections} connections`, 'requests/s', 'p50 ms', 'p99 ms', 'CPU µs'],
    operations.map(({ title, measured }) => [
      title,
      measured.requestsPerSecond.toFixed(0),
      measured.p50.toFixed(1),
      measured.p99.toFixed(1),
      measured.cpuMicroseconds.toFixed(0),
    ]),
  );
  const found = table(
    ['search', 'found', 'requests/s', 'p50 ms', `p99 ms (aim < ${aimMilliseconds})`],
    searches.map(({ name, total, requestsPerSecond, p50, p99 }) => [
      name,
      String(total),
      requestsPerSecond.toFixed(0),
      p50.toFixed(1),
      p99 < aimMilliseconds ? p99.toFixed(1) : `**${p99.toFixed(1)}**`,
    ]),
  );
  return {
    title: `${users.toLocaleString('en')} users: ${title}`,
    parts: [
      ...[circumstances, table(['', ''], facts)],
      ...(operations.length > 0 ? [requests] : []),
      ...(views.length > 0 ? [viewTable(views)] : []),
      found,
    ],
    isComplete: users >= fullSize && imported !== undefined && search === '',
  };
}
