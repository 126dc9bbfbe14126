import { expect } from 'vitest';
import { temporaryFolder } from '../counterparts/program.ts';
import { type ServerProcess, startServer } from '../latchkey-process.ts';
import type { HaProxy } from './proxies.ts';

export const managementKey = 'k'.repeat(43);
export const projectId = `P${'proxies'.padEnd(27, '0')}`;

/** Starts an instance behind HAProxy, of this version unless another `program` is named. */
export function startInstance(
  place: { databaseUrl: string; proxyPort: number; port: number },
  program?: string[],
): Promise<ServerProcess> {
  const env = {
    PATH: process.env['PATH'] ?? '',
    LATCHKEY_MODE: 'production',
    LATCHKEY_LOG: 'json',
    HOST: '127.0.0.1',
    PORT: String(place.port),
    LATCHKEY_METRICS_PORT: '0',
    LATCHKEY_ALLOW_HTTP: 'true',
    LATCHKEY_BASE_URL: `http://127.0.0.1:${place.proxyPort}`,
    LATCHKEY_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    LATCHKEY_TRUSTED_PROXIES: '127.0.0.1',
    LATCHKEY_PROJECT_ID: projectId,
    LATCHKEY_MANAGEMENT_KEY: managementKey,
    LATCHKEY_DATA_DIR: temporaryFolder('haproxy-data'),
    DATABASE_URL: place.databaseUrl,
  };
  return startServer({ env }, {}, program);
}

/** Returns the number of requests that the instance has answered. */
export async function countRequests({ start }: ServerProcess): Promise<number> {
  const text = await (await fetch(start.metricsUrl!)).text();
  const lines = text.split('\n').filter((line) => line.startsWith('latchkey_request_duration_seconds_count'));
  return lines.reduce((total, line) => total + Number(line.split(' ').at(-1)), 0);
}

/** Replaces an instance, as docs/deploy/proxies.md says: HAProxy leaves it alone before it stops. */
export async function replaceDrained(
  haproxy: HaProxy,
  name: 'one' | 'two',
  old: ServerProcess,
  start: () => Promise<ServerProcess>,
): Promise<ServerProcess> {
  await haproxy.command(`set server instances/${name} state drain`);
  await expect.poll(() => countSessions(haproxy, name)).toBe(0);
  old.kill('SIGTERM');
  expect(await old.exited).toBe(0);
  const started = await start();
  await haproxy.command(`set server instances/${name} state ready`);
  return started;
}

/** https://docs.haproxy.org/2.6/management.html#9.1: the fifth column of the statistics is `scur`. */
async function countSessions(haproxy: HaProxy, name: string): Promise<number> {
  const statistics = await haproxy.command('show stat');
  const line = statistics.split('\n').find((line) => line.startsWith(`instances,${name},`));
  return Number(line?.split(',')[4]);
}
