// `npm run test:failover -- [--kills 20]`: kills the primary of three PostgreSQL nodes again and again while two
// instances write. Every acknowledged write must be there at the end, whatever counts once must have counted once,
// and each instance must write again within the limit. It takes about a minute for a kill.
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Cluster, removeLogs, startCluster } from '../test/failover/cluster.ts';
import {
  emptyLedger,
  type Ledger,
  liftLimits,
  type Target,
  verify,
  verifyLinks,
  writeUntil,
} from '../test/failover/load.ts';
import { type ServerProcess, startServer } from '../test/latchkey-process.ts';
import { ensureDebianPackages } from './debian-packages.ts';

const limitSeconds = 30;
/** A failover that takes longer than this will not end by itself. */
const giveUpSeconds = 180;
/** The writes before each kill. */
const writingMilliseconds = 3_000;

const { values } = parseArgs({ options: { kills: { type: 'string', default: '20' } } });
const kills = Number(values.kills);
if (!(Number.isInteger(kills) && kills > 0))
  throw new Error('--kills is the number of kills, for example 20');

const interruption = new AbortController();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => interruption.abort(name));
/** Rejected by what ends the test early: an interruption, or an instance that ended. */
const broken = Promise.withResolvers<never>();
broken.promise.catch(() => {});
interruption.signal.addEventListener('abort', () => broken.reject(new Error('interrupted')));

await ensureDebianPackages(['postgres', 'patroni', 'etcd', 'haproxy'], interruption.signal);
const cluster = await startCluster();
const servers: ServerProcess[] = [];
let failures: string[];
try {
  failures = await Promise.race([run(cluster, servers), broken.promise]);
} catch (error) {
  failures = [String(error), ...servers.map((server) => server.output().slice(-2_000))];
}
for (const server of servers) server.kill('SIGKILL');
await cluster.stop();
for (const failure of failures) console.log(`FAILED: ${failure}`);
if (failures.length === 0) removeLogs(cluster);
else console.log(`The logs are in ${cluster.folder}`);
process.exit(failures.length === 0 ? 0 : 1);

async function run(cluster: Cluster, servers: ServerProcess[]): Promise<string[]> {
  const targets: Target[] = [];
  const managementKey = randomBytes(32).toString('base64url');
  const projectId = `P${'failover'.padEnd(27, '0')}`;
  const env = {
    PATH: process.env['PATH'] ?? '',
    PORT: '0',
    LATCHKEY_MODE: 'production',
    LATCHKEY_LOG: 'json:info',
    LATCHKEY_ALLOW_HTTP: 'true',
    LATCHKEY_SECRET_KEY: randomBytes(32).toString('base64'),
    LATCHKEY_PROJECT_ID: projectId,
    LATCHKEY_MANAGEMENT_KEY: managementKey,
    LATCHKEY_DATA_DIR: cluster.folder,
    DATABASE_URL: cluster.url,
  };
  while (servers.length < 2) {
    const server = await startServer({ env });
    servers.push(server);
    void server.exited.then((code) => broken.reject(new Error(`an instance ended: ${code}`)));
    targets.push({ baseUrl: server.start.baseUrl, projectId, managementKey });
  }
  await liftLimits(targets[0]!);
  const ledger = emptyLedger();
  const end = new AbortController();
  const writing = writeUntil(end.signal, targets, ledger);
  const outages: number[] = [];
  try {
    for (let kill = 1; kill <= kills; kill += 1) outages.push(await killOnce(kill, cluster, targets, ledger));
    await sleep(writingMilliseconds);
  } finally {
    end.abort();
    await writing;
  }
  console.log('Comparing the database with the acknowledged writes …');
  await verify(targets, ledger);
  console.log(
    `${kills} kills; ${ledger.created.length} users created, ${ledger.used.length} links used, ` +
      `${ledger.names.size} users renamed; longest outage ${Math.max(...outages).toFixed(1)} s`,
  );
  const late = outages.filter((seconds) => seconds > limitSeconds);
  return [
    ...ledger.violations,
    ...late.map((seconds) => `an outage took ${seconds.toFixed(1)} s, more than ${limitSeconds} s`),
  ];
}

/** Returns the seconds from the kill until every instance has written. */
async function killOnce(kill: number, cluster: Cluster, targets: Target[], ledger: Ledger): Promise<number> {
  await cluster.untilSafe();
  await sleep(writingMilliseconds);
  const usedBefore = ledger.used.length;
  const name = await cluster.killPrimary();
  // A response that was on its way does not show that the service is back.
  await sleep(1_000);
  const killedAt = performance.now() - 1_000;
  const isBack = (target: Target) => (ledger.lastWriteAt.get(target) ?? 0) > killedAt + 1_000;
  while (!targets.every(isBack)) {
    if (performance.now() - killedAt > giveUpSeconds * 1000)
      throw new Error(`no write after ${giveUpSeconds} s`);
    await sleep(50);
  }
  const seconds = (Math.max(...targets.map((target) => ledger.lastWriteAt.get(target)!)) - killedAt) / 1000;
  console.log(`kill ${kill} of ${kills}: ${name}, service after ${seconds.toFixed(1)} s`);
  // Before the links expire, and not only at the end.
  await verifyLinks(targets, ledger, ledger.used.slice(0, usedBefore).slice(-20));
  // Earlier, it would take its place again: no other node could be promoted.
  cluster.restart(name);
  return seconds;
}
