// `npm run test:citus-nodes -- [--seconds 60] [--projects 6]`: kills one of two workers of Citus with SIGKILL while an
// instance serves projects on both, and starts it again. Then halts it, so that connections to it hang, and lets it go on.
// At last moves the rows of a project to the other worker. Other projects must not notice any of it, the work for all
// projects must go on for them, no acknowledged write may be lost, and what counts once must have counted once.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import {
  command,
  placeOf,
  query,
  startTestCluster,
  type TestCluster,
  type TestProject,
} from '../test/citus/cluster.ts';
import { verifyStart, verifyWork } from '../test/citus/while-down.ts';
import type { PostgresServer } from '../test/counterparts/postgres.ts';
import { emptyLedger, type Ledger, liftLimits, verify, writeUntil } from '../test/failover/load.ts';
import { ensureDebianPackages } from './debian-packages.ts';

/** Within this time after a worker has come back, each of its projects must write again. */
const returnSeconds = 10;
const moveSeconds = 5;
/** One in so many requests of projects on other workers may fail. */
const tolerated = 1_000;
/** A request that began before the kill may end after it. */
const graceMilliseconds = 1_000;
/** Within this time, an instance finds out that a worker is cut off, and answers the requests that wait for it. */
const noticeMilliseconds = 5_000;
const giveUpSeconds = 180;

/** A way in which a worker stops to respond, and comes back. */
interface Loss {
  name: string;
  begin(worker: PostgresServer): Promise<void> | void;
  end(worker: PostgresServer): Promise<void> | void;
}

const killed: Loss = {
  name: 'was killed',
  begin: (worker) => worker.crash(),
  end: (worker) => worker.restart(),
};

const cutOff: Loss = {
  name: 'was cut off',
  begin: (worker) => worker.pause(),
  end: (worker) => worker.resume(),
};

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    projects: { type: 'string', default: '6' },
    shards: { type: 'string', default: '8' },
  },
});
const seconds = Number(values.seconds);
const interruption = new AbortController();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => interruption.abort(name));
const interrupted = new Promise<never>((_, reject) =>
  interruption.signal.addEventListener('abort', () => reject(new Error('interrupted'))),
);
interrupted.catch(() => {});

await ensureDebianPackages(['postgres'], interruption.signal);
const cluster = await startTestCluster(Number(values.projects), Number(values.shards));
let failures: string[];
try {
  failures = await Promise.race([run(cluster), interrupted]);
} catch (error) {
  failures = [String(error)];
}
if (failures.length > 0) {
  const log = `${cluster.env['LATCHKEY_DATA_DIR']}.log`;
  writeFileSync(log, cluster.server.output());
  console.log(`The log of the instance is in ${log}`);
}
await cluster.stop();
for (const failure of failures) console.log(`FAILED: ${failure}`);
console.log(failures.length === 0 ? 'passed' : `${failures.length} failed`);
process.exit(failures.length === 0 ? 0 : 1);

async function run(cluster: TestCluster): Promise<string[]> {
  const { projects } = cluster;
  for (const project of projects) await liftLimits(project);
  const ledgers = new Map(projects.map((project) => [project, emptyLedger()]));
  const end = new AbortController();
  const writing = Promise.all(
    projects.map((project) => writeUntil(end.signal, [project], ledgers.get(project)!)),
  );
  const failures: string[] = [];
  try {
    await sleep(5_000);
    failures.push(...(await loseWorker(cluster, ledgers, killed)));
    await sleep(3_000);
    failures.push(...(await loseWorker(cluster, ledgers, cutOff)));
    await sleep(3_000);
    failures.push(...(await moveProject(cluster, ledgers)));
    await sleep(3_000);
  } finally {
    end.abort();
    await writing;
  }
  console.log('Comparing the database with the acknowledged writes …');
  for (const [project, ledger] of ledgers) {
    await verify([project], ledger);
    failures.push(...ledger.violations);
  }
  const sum = (count: (ledger: Ledger) => number) =>
    [...ledgers.values()].reduce((all, one) => all + count(one), 0);
  console.log(
    `${sum(({ created }) => created.length)} users created, ${sum(({ used }) => used.length)} links used, ` +
      `${sum(({ names }) => names.size)} users renamed`,
  );
  return [...failures, ...(await verifyLogs(cluster).catch((error) => [String(error)]))];
}

async function loseWorker(
  cluster: TestCluster,
  ledgers: Map<TestProject, Ledger>,
  { name, begin, end }: Loss,
): Promise<string[]> {
  const { projects } = cluster;
  const { worker } = projects[0]!;
  const own = projects.filter((project) => project.worker === worker);
  const others = projects.filter((project) => project.worker !== worker);
  const lostAt = performance.now();
  const downSince = Date.now();
  await begin(worker);
  await sleep(graceMilliseconds);
  const failures: string[] = [];
  let whileDown = '';
  while (whileDown !== '200 {"status":"ok","nodes":"1 of 2 do not respond"}') {
    whileDown = await readyz(cluster);
    await sleep(100);
    if (performance.now() < lostAt + noticeMilliseconds) continue;
    failures.push(`/readyz with a worker that ${name}: ${whileDown}`);
    break;
  }
  failures.push(...(await verifyStart(cluster, others[0]!)));
  const [notDone] = await Promise.all([
    verifyWork(cluster, others, downSince),
    sleep(seconds * 1_000 - graceMilliseconds),
  ]);
  failures.push(...notDone);
  const startedAt = performance.now();
  await end(worker);
  const backAt = performance.now();
  const isBack = (project: TestProject) => (ledgers.get(project)!.lastWriteAt.get(project) ?? 0) > backAt;
  while (!own.every(isBack)) {
    if (performance.now() - backAt > giveUpSeconds * 1_000)
      throw new Error(`no write after ${giveUpSeconds} s`);
    await sleep(50);
  }
  const returned = (performance.now() - backAt) / 1_000;
  console.log(
    `A worker ${name} for ${((startedAt - lostAt) / 1_000).toFixed(0)} s, and its recovery took ${((backAt - startedAt) / 1_000).toFixed(1)} s. ` +
      `Its projects wrote again after ${returned.toFixed(1)} s.`,
  );
  if (returned > returnSeconds) failures.push(`its projects wrote only after ${returned.toFixed(1)} s`);
  const after = await readyz(cluster);
  if (after !== '200 {"status":"ok"}') failures.push(`/readyz after its return: ${after}`);
  const until = backAt;
  const seenBy = (all: TestProject[], from: number) =>
    all.flatMap(({ observed }) => observed.filter(({ at }) => at > from && at < until));
  const elsewhere = seenBy(others, lostAt);
  const failed = elsewhere.filter(isFailed);
  console.log(
    `Projects of the other worker: ${failed.length} of ${elsewhere.length} requests failed ${describe(failed)}`,
  );
  const slowest = Math.max(...elsewhere.map(({ milliseconds }) => milliseconds));
  console.log(`  the slowest took ${Math.round(slowest)} ms`);
  if (failed.length * tolerated > elsewhere.length)
    failures.push('too many requests of other projects failed');
  const here = seenBy(own, lostAt + graceMilliseconds).filter(isFailed);
  const wrong = here.filter(({ status, retryAfter }) => status !== 503 || retryAfter === null);
  const longest = Math.max(...here.map(({ milliseconds }) => milliseconds));
  console.log(
    `Its own projects: ${here.length} refused, after ${Math.round(longest)} ms at most ${describe(here)}`,
  );
  if (longest > noticeMilliseconds)
    failures.push(`one of its own requests was refused only after ${Math.round(longest)} ms`);
  if (here.length === 0) failures.push('no request of its own projects was refused');
  if (wrong.length > 0) failures.push(`refused without 503 and Retry-After: ${describe(wrong)}`);
  return failures;
}

async function moveProject(cluster: TestCluster, ledgers: Map<TestProject, Ledger>): Promise<string[]> {
  const { nodes, projects, url } = cluster;
  const project = projects[0]!;
  const target = nodes.servers.slice(1).find((worker) => worker !== project.worker)!;
  const ports = [project.worker, target].map(({ url }) => Number(new URL(url).port));
  const from = performance.now();
  await query(
    url,
    `select citus_move_shard_placement($1, '127.0.0.1', $2, '127.0.0.1', $3, 'force_logical')`,
    [project.shard, ...ports],
  );
  const until = performance.now();
  const { port } = await placeOf(url, project.projectId);
  const failures = port === ports[1] ? [] : ['the project is not on the other worker'];
  const isBack = () => (ledgers.get(project)!.lastWriteAt.get(project) ?? 0) > until;
  while (!isBack()) {
    if (performance.now() - until > giveUpSeconds * 1_000) throw new Error('no write after the move');
    await sleep(50);
  }
  const seen = projects.flatMap(({ observed }) => observed.filter(({ at }) => at > from));
  const failed = seen.filter(isFailed);
  const longest = Math.max(...seen.map(({ milliseconds }) => milliseconds));
  console.log(
    `The move took ${((until - from) / 1_000).toFixed(1)} s. ${failed.length} of ${seen.length} requests failed ${describe(failed)}. ` +
      `The longest took ${Math.round(longest)} ms.`,
  );
  if (longest > moveSeconds * 1_000)
    failures.push(`a request waited ${Math.round(longest)} ms during the move`);
  if (failed.length * tolerated > seen.length) failures.push('too many requests failed during the move');
  return failures;
}

async function verifyLogs({ env, projects }: TestCluster): Promise<string[]> {
  const folder = mkdtempSync(`${env['LATCHKEY_DATA_DIR']}/audit-`);
  for (const { projectId } of projects) {
    const [key, log] = [`${folder}/${projectId}.key`, `${folder}/${projectId}.log`];
    writeFileSync(key, await command(env, 'audit', 'key', '--project', projectId));
    await command(env, 'audit', 'export', '--project', projectId, '--output', log);
    await command(env, 'audit', 'verify', log, '--key', key);
  }
  console.log(`The audit logs of ${projects.length} projects are valid.`);
  return [];
}

async function readyz({ server }: TestCluster): Promise<string> {
  const response = await fetch(`${server.start.baseUrl}/readyz`);
  return `${response.status} ${await response.text()}`;
}

/** Refused because of the database, and not because of what the request says. */
function isFailed({ status }: { status: number }): boolean {
  return status === 0 || status === 429 || status >= 500;
}

function describe(answers: readonly { status: number; path: string }[]): string {
  const counts = Map.groupBy(answers, ({ status, path }) => `${status} ${path.split('?')[0]}`);
  return `(${[...counts].map(([name, all]) => `${name}: ${all.length}`).join(', ')})`;
}
