import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { latency } from '../measure.ts';
import { engineTitles } from '../options.ts';
import { copyPlace, type Place } from '../place.ts';
import { highlightIf, megabytes, rate, type Section, table } from '../report.ts';
import { jsonBody, type Request, send } from '../requests.ts';
import { type ServerProcess, serve } from '../server-process.ts';
import { publicAddress, serverEnvironment } from '../settings.ts';
import type { Setting } from '../stage.ts';
import { type Flood, floodsOf } from './floods.ts';

const floodProcess = new URL('./flood-process.ts', import.meta.url);
const probeMilliseconds = 10;
/** After a flood, memory is measured once garbage had time to be collected. */
const restMilliseconds = 10_000;

/** Measures a load of a user in one project while clients of another one send all they can, with the server on one core. */
export async function measureFairness({
  engine,
  cores,
  stage,
  options,
  folder,
}: Setting): Promise<Section[]> {
  const seconds = options.quick ? 3 : 20;
  const { server: shared, population } = await stage();
  const place = await copyPlace(shared, join(folder, `${engine}-fairness`));
  const neighbour = createNeighbour(place);
  const server = await serve(place, cores.server, { env: publicAddress });
  const load = await createUser(server, neighbour);
  const floods = await floodsOf(population.users.length, population.idp, publicAddress.LATCHKEY_BASE_URL);
  const rows: string[][] = [];
  await probe(server, load, 1);
  const quiet = latency(await probe(server, load, seconds));
  rows.push(['nothing', '', ...times(quiet), '', megabytes(server.residentBytes()), '', '']);
  for (const flood of floods.filter(({ name }) => name.includes(options.search))) {
    const before = server.residentBytes();
    const { milliseconds, answers, peak } = await withFlood(server, flood, join(folder, 'flood.json'), () =>
      probe(server, load, seconds),
    );
    await sleep(restMilliseconds);
    const limit = Math.max(2 * quiet.p99, 50);
    rows.push([
      flood.name,
      String(flood.connections),
      ...times(latency(milliseconds), limit),
      Object.entries(answers)
        .map(([status, count]) => `${rate(count / seconds)} × ${status}`)
        .join(', '),
      ...[before, peak, server.residentBytes()].map(megabytes),
    ]);
    console.log(`${engine}: ${rows.at(-1)!.join(', ')}`);
  }
  await server.stop();
  const head = [
    ...['flood of the other project', 'connections', 'p50 ms', 'p99 ms (aim: 50, or 2 × quiet)', 'answers/s'],
    ...['RSS before, MB', 'highest', '10 s after'],
  ];
  const title = `Load of a user while another project floods the server: ${engineTitles[engine]}`;
  return [{ title, parts: [table(head, rows)], isComplete: options.search === '' }];
}

function times({ p50, p99 }: { p50: number; p99: number }, limit = Number.POSITIVE_INFINITY): string[] {
  return [p50.toFixed(1), highlightIf(p99 > limit, p99.toFixed(1))];
}

interface Neighbour {
  projectId: string;
  key: string;
}

/** Creates a second project by the command line. */
function createNeighbour(place: Place): Neighbour {
  const env = { ...process.env, ...serverEnvironment(place, 0) };
  const run = (...args: string[]) =>
    JSON.parse(
      execFileSync(process.execPath, ['bin/latchkey.mjs', ...args, '--json'], { env, encoding: 'utf8' }),
    ) as Record<string, string>;
  const projectId = run('project', 'create', '--name', 'Neighbour')['id']!;
  const key = run('key', 'create', '--project', projectId, '--name', 'bench')['managementKey']!;
  return { projectId, key };
}

/** Creates a user of the project, and returns a request that loads the user. */
async function createUser(server: ServerProcess, { projectId, key }: Neighbour): Promise<Request> {
  const headers = { authorization: `Bearer ${projectId}:${key}` };
  const loginId = 'neighbour@bench.example';
  const created = { path: '/v1/mgmt/user/create', ...jsonBody({ loginId, email: loginId }, headers) };
  const { status, body } = await send(server.baseUrl, created);
  if (status !== 200) throw new Error(`creating the neighbour returned ${status} ${body}`);
  return { method: 'GET', path: `/v1/mgmt/user?loginId=${encodeURIComponent(loginId)}`, headers };
}

/** Sends the request at a steady rate, without waiting for answers: a pause of the server counts in full, not once. */
async function probe({ baseUrl }: ServerProcess, request: Request, seconds: number): Promise<number[]> {
  const sent: ReturnType<typeof send>[] = [];
  const timer = setInterval(() => sent.push(send(baseUrl, request)), probeMilliseconds);
  await sleep(1_000 * seconds);
  clearInterval(timer);
  const answers = await Promise.all(sent);
  const refused = answers.find(({ status }) => status !== 200);
  if (refused) throw new Error(`the load of a user returned ${refused.status} ${refused.body}`);
  return answers.map(({ milliseconds }) => milliseconds);
}

async function withFlood(
  server: ServerProcess,
  flood: Flood,
  file: string,
  measure: () => Promise<number[]>,
) {
  writeFileSync(file, JSON.stringify(flood));
  const child = spawn(process.execPath, [floodProcess.pathname, server.baseUrl, file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  let peak = 0;
  const watch = setInterval(() => {
    peak = Math.max(peak, server.residentBytes());
  }, 50);
  try {
    // The first requests load code and start workers.
    await sleep(1_000);
    const milliseconds = await measure();
    child.kill('SIGTERM');
    await ended;
    return { milliseconds, peak, answers: JSON.parse(output) as Record<string, number> };
  } finally {
    clearInterval(watch);
    child.kill('SIGKILL');
  }
}
