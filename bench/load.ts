import autocannon, { type ConnectionRequest, type Outcome } from 'autocannon';
import type { NodeProcess } from './node-process.ts';
import { percentile } from './statistics.ts';

export interface Request {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
}

/** The requests of a run's connections. No two are the same. */
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

/** Sends requests as fast as they are answered. Any status but 2xx fails the benchmark. */
export async function load(
  server: NodeProcess,
  supply: Supply,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<Measured> {
  const milliseconds: number[] = [];
  let failure: string | undefined;
  let connectionCount = 0;
  let lastAnswerAt = 0;
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
      lastAnswerAt = performance.now();
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
  const elapsed = lastAnswerAt - startedAt;
  return {
    requestsPerSecond: (milliseconds.length / elapsed) * 1000,
    p50: percentile(milliseconds, 0.5),
    p99: percentile(milliseconds, 0.99),
    cpuMicroseconds: (cpu / milliseconds.length) * 1000,
    coresUsed: cpu / elapsed,
  };
}
