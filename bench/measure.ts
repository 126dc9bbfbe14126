import autocannon, { type ConnectionRequest, type Outcome } from 'autocannon';
import type { Request } from './requests.ts';
import type { ServerProcess } from './server-process.ts';

/** The requests of a run, by connection. */
export interface Supply {
  next(connection: number): Request;
  /** For connections that continue with the previous response. */
  answered?(connection: number, body: string): void;
}

export interface Measured {
  requestsPerSecond: number;
  p50: number;
  p99: number;
  /** The server's time for one request, with all its threads. */
  cpuMicroseconds: number;
  /** The share of one core that the server used: below 1 it was waiting. */
  coresUsed: number;
}

/** Sends requests as fast as they are answered. Any status but 200 fails the benchmark. */
export async function measureLoad(
  server: ServerProcess,
  supply: Supply,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<Measured> {
  const milliseconds: number[] = [];
  let failure: string | undefined;
  let connectionCount = 0;
  let lastResponseAt = 0;
  const cpuBefore = server.cpuMilliseconds();
  const startedAt = performance.now();
  const outcome = await new Promise<Outcome>((resolve, reject) => {
    const run = autocannon(
      {
        url: server.baseUrl,
        connections,
        duration: seconds,
        timeout: 20,
        sampleInt: 50,
        setupClient(connection) {
          const index = connectionCount;
          connectionCount += 1;
          const request: ConnectionRequest = {
            method: 'GET',
            path: '/',
            headers: {},
            setupRequest: (request) => ({ ...request, ...supply.next(index) }),
            onResponse(status, body) {
              if (status === 200) supply.answered?.(index, body);
              else failure ??= `${status} ${body}`;
            },
          };
          connection.setRequests([request]);
        },
      },
      (error, outcome) => (error ? reject(error) : resolve(outcome)),
    );
    run.on('response', (_connection, status, _bytes, duration) => {
      if (status !== 200) return;
      milliseconds.push(duration);
      lastResponseAt = performance.now();
    });
    run.on('reqError', (error) => {
      failure ??= String(error);
    });
  });
  const cpu = server.cpuMilliseconds() - cpuBefore;
  if (failure || outcome.non2xx + outcome.errors > 0) {
    throw new Error(`not every status was 200: ${failure ?? JSON.stringify(outcome.statusCodeStats)}`);
  }
  if (milliseconds.length === 0) throw new Error(`there was no response in ${seconds} s`);
  const elapsed = lastResponseAt - startedAt;
  return {
    requestsPerSecond: (milliseconds.length / elapsed) * 1000,
    ...latency(milliseconds),
    cpuMicroseconds: (cpu / milliseconds.length) * 1000,
    coresUsed: cpu / elapsed,
  };
}

/** Returns the median of each column. */
export function medians(runs: Measured[]): Measured {
  const fields = Object.keys(runs[0]!) as (keyof Measured)[];
  return Object.fromEntries(
    fields.map((field) => [field, median(runs.map((run) => run[field]))]),
  ) as unknown as Measured;
}

export function latency(milliseconds: readonly number[]): { p50: number; p99: number } {
  return { p50: percentile(milliseconds, 0.5), p99: percentile(milliseconds, 0.99) };
}

/** Returns the value that the given fraction of `values` does not exceed. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}
