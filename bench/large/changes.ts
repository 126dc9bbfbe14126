import { setTimeout as sleep } from 'node:timers/promises';
import { latency } from '../measure.ts';
import { highlightIf, table } from '../report.ts';
import { managed, type Request, send } from '../requests.ts';
import type { ServerProcess } from '../server-process.ts';
import { personAt } from './people.ts';

const ratesOfChanges = [0, 100, 250, 500];
/** Searches, and as many creations. */
const othersPerSecond = 20;

type Kind = 'change' | 'search' | 'create';

export interface ChangesResult {
  changesPerSecond: number;
  latencies: Record<Kind, ReturnType<typeof latency> | undefined>;
  /** From the last request to the last response. */
  drainedMilliseconds: number;
  refused: number;
}

/**
 * Measures searches and creations while many users change. Requests come at a steady rate and wait for nothing, as those of many people do,
 * so a pause of the server counts in full.
 */
export async function measureChanges(
  server: ServerProcess,
  users: number,
  { seconds, report }: { seconds: number; report(result: ChangesResult): void },
): Promise<ChangesResult[]> {
  const requests: Record<Kind, () => Request> = {
    change() {
      const { email: loginId } = personAt(Math.floor(Math.random() * users), users);
      return managed('/v1/mgmt/user/update/name', { loginId, displayName: `Name ${Math.random()}` });
    },
    search: () => managed('/v2/mgmt/user/search', { statuses: ['disabled'], limit: 20 }),
    create: () => managed('/v1/mgmt/user/create', { loginId: `${Math.random()}@changes.example` }),
  };
  // Fills caches, and lets V8 optimize what is measured.
  await run(server.baseUrl, requests, 50, seconds);
  const results: ChangesResult[] = [];
  for (const changesPerSecond of ratesOfChanges) {
    const result = await run(server.baseUrl, requests, changesPerSecond, seconds);
    report(result);
    results.push(result);
  }
  return results;
}

async function run(
  baseUrl: string,
  requests: Record<Kind, () => Request>,
  changesPerSecond: number,
  seconds: number,
): Promise<ChangesResult> {
  const rates = { change: changesPerSecond, search: othersPerSecond, create: othersPerSecond };
  const milliseconds: Record<Kind, number[]> = { change: [], search: [], create: [] };
  const sent: Record<Kind, number> = { change: 0, search: 0, create: 0 };
  const open: Promise<void>[] = [];
  let refused = 0;
  const begunAt = performance.now();
  const elapsed = () => (performance.now() - begunAt) / 1_000;
  while (elapsed() < seconds) {
    for (const kind of Object.keys(rates) as Kind[]) {
      for (; sent[kind] < rates[kind] * elapsed(); sent[kind] += 1) {
        const response = send(baseUrl, requests[kind]());
        open.push(
          response.then(({ status, milliseconds: taken }) => {
            milliseconds[kind].push(taken);
            if (status !== 200) refused += 1;
          }),
        );
      }
    }
    await sleep(1);
  }
  const endedAt = performance.now();
  await Promise.all(open);
  const [change, search, create] = (['change', 'search', 'create'] as const).map((kind) =>
    milliseconds[kind].length > 0 ? latency(milliseconds[kind]) : undefined,
  );
  return {
    changesPerSecond,
    latencies: { change, search, create },
    drainedMilliseconds: performance.now() - endedAt,
    refused,
  };
}

export function changesTable(results: ChangesResult[]): string {
  const [quiet] = results;
  const aim = 2 * (quiet?.latencies.search?.p99 ?? Number.POSITIVE_INFINITY);
  const both = (one?: { p50: number; p99: number }) =>
    one ? [one.p50.toFixed(1), one.p99.toFixed(1)] : ['', ''];
  return table(
    [
      ...[
        'changes/s, one core',
        'search p50 ms',
        `p99 ms (aim < ${aim.toFixed(0)})`,
        'create p50 ms',
        'p99 ms',
      ],
      ...['change p50 ms', 'p99 ms', 'drained in ms', 'refused'],
    ],
    results.map(
      ({ changesPerSecond, latencies: { change, search, create }, drainedMilliseconds, refused }) => {
        const [searchP50, searchP99] = both(search);
        return [
          ...[String(changesPerSecond), searchP50!, highlightIf(search!.p99 >= aim, searchP99!)],
          ...[...both(create), ...both(change), drainedMilliseconds.toFixed(0), String(refused)],
        ];
      },
    ),
  );
}
