import { statSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import type { ViewResult } from '../console/users-screen.ts';
import { load, type Measured, type Supply } from '../load.ts';
import { loadAverage } from '../machine.ts';
import type { NodeProcess } from '../node-process.ts';
import type { Engine, Options } from '../options.ts';
import { managed } from '../requests.ts';
import { databaseFile, newPlace, type Place, serve } from '../stage.ts';
import { importPeople, personRecord } from './import.ts';
import { personAt } from './people.ts';
import { describePopulation, measureSearches, type SearchResult } from './searches.ts';
import { measureViews } from './views.ts';

export interface LargeResult {
  engine: Engine;
  users: number;
  /** Absent: the database had them already. */
  imported?: { usersPerSecond: number; cpuMicroseconds: number } | undefined;
  databaseBytes: number;
  operations: { title: string; measured: Measured }[];
  searches: SearchResult[];
  /** Of the console's table of users. */
  views: ViewResult[];
  /** Before the searches. */
  loadAverage: string;
}

/** Measures one server with very many users, with all cores for server and load generator. */
export async function measureLarge(
  engine: Engine,
  options: Options,
  { cores, folder }: { cores: string; folder: string },
): Promise<LargeResult> {
  const { place, imported } = options.database
    ? { place: keptPlace(options.database, folder), imported: undefined }
    : await importedPlace(engine, options, { cores, folder });
  const server = await serve(place, cores);
  const population = await describePopulation(server.baseUrl);
  const average = loadAverage();
  const searches = await measureSearches(server.baseUrl, population, {
    part: options.search,
    requests: options.searches,
    report: ({ name, p50, p99, total }) =>
      console.log(`${engine} ${name}: p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ${total} found`),
  });
  const { users } = population;
  const views = await measureViews({ server, place, cores }, users, options);
  const operations = options.search ? [] : await measureOperations(engine, server, users, options);
  await server.stop();
  const databaseBytes = await sizeOf(place);
  return { engine, users, imported, databaseBytes, operations, searches, views, loadAverage: average };
}

/** Returns a SQLite folder or a URL. */
function keptPlace(database: string, folder: string): Place {
  return database.startsWith('postgres') ? { dataDir: folder, url: database } : { dataDir: database };
}

async function importedPlace(
  engine: Engine,
  { users, keep }: Options,
  { cores, folder }: { cores: string; folder: string },
) {
  const place = await newPlace(engine, join(folder, `${engine}-large`));
  if (keep) console.log(`${engine}: the database is kept: ${place.url ?? place.dataDir}`);
  const server = await serve(place, cores);
  const { seconds, cpuSeconds } = await importPeople(server, { users }, (done) => {
    if (done % 100_000 === 0) console.log(`${engine}: ${done} users imported`);
  });
  await server.stop();
  if (place.url) await vacuum(place.url);
  const imported = { usersPerSecond: users / seconds, cpuMicroseconds: (cpuSeconds / users) * 1e6 };
  console.log(`${engine}: ${imported.usersPerSecond.toFixed(0)} users imported in a second`);
  return { place, imported };
}

/** Vacuums, as PostgreSQL would do by itself some minutes later. */
async function vacuum(url: string): Promise<void> {
  await onConnection(url, (client) => client.query('vacuum analyze'));
}

async function sizeOf({ url, ...place }: Place): Promise<number> {
  if (!url) return statSync(databaseFile(place)).size;
  const statement = 'select pg_database_size(current_database())::float8 as size';
  const { rows } = await onConnection(url, (client) => client.query<{ size: number }>(statement));
  return rows[0]!.size;
}

/** Connects without the time limits of the server's own connections. */
async function onConnection<R>(url: string, work: (client: Client) => Promise<R>): Promise<R> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Measured last, because they change the users. */
async function measureOperations(
  engine: Engine,
  server: NodeProcess,
  users: number,
  { connections, runSeconds, warmUpSeconds }: Options,
): Promise<LargeResult['operations']> {
  const anyPerson = () => personAt(Math.floor(Math.random() * users), users);
  let created = users;
  const kinds: { title: string; next: Supply['next'] }[] = [
    {
      title: 'load',
      next: () => managed('GET', `/v1/mgmt/user?loginId=${encodeURIComponent(anyPerson().email)}`),
    },
    {
      title: 'update',
      next() {
        const { roleNames, ...record } = personRecord(anyPerson());
        const roles = 'userTenants' in record ? {} : { roleNames };
        const body = { ...record, ...roles, displayName: `New ${Math.random()}` };
        return managed('POST', '/v1/mgmt/user/update', body);
      },
    },
    {
      title: 'create',
      next() {
        created += 1;
        const { seed: _, createdTime: __, ...record } = personRecord(personAt(created, 2 * users));
        const loginId = `new.${process.pid}.${record.email}`;
        return managed('POST', '/v1/mgmt/user/create', { ...record, loginId });
      },
    },
  ];
  const operations: LargeResult['operations'] = [];
  for (const { title, next } of kinds) {
    await load(server, { next }, { connections, seconds: warmUpSeconds });
    const measured = await load(server, { next }, { connections, seconds: 2 * runSeconds });
    operations.push({ title, measured });
    const { requestsPerSecond, p99 } = measured;
    console.log(`${engine} ${title}: ${requestsPerSecond.toFixed(0)}/s, p99 ${p99.toFixed(1)} ms`);
  }
  return operations;
}
