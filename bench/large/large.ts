import { join } from 'node:path';
import { buildConsole } from '../../test/console-build.ts';
import { launchChromium } from '../../test/counterparts/chromium.ts';
import { signInOwner } from '../console/owner.ts';
import { measureUsersScreen, type ViewResult, viewTable } from '../console/users-screen.ts';
import { loadAverage, startOn } from '../machine.ts';
import { type Measured, measureLoad, type Supply } from '../measure.ts';
import { engineTitles, fullSize } from '../options.ts';
import { databaseBytes, newPlace, type Place, vacuum } from '../place.ts';
import { highlightIf, megabytes, type Section, table } from '../report.ts';
import { managed, send } from '../requests.ts';
import { type ServerProcess, serve } from '../server-process.ts';
import type { Setting } from '../stage.ts';
import { changesTable, measureChanges } from './changes.ts';
import { directoryTable, measureDirectory } from './directory.ts';
import { importPeople, personRecord } from './import-people.ts';
import { personAt } from './people.ts';
import { describePopulation, measureSearches, type SearchResult } from './searches.ts';

/** Measures one server with very many users, with all cores for server and load generator. */
export async function measureLarge(setting: Setting): Promise<Section> {
  const { engine, options, cores, folder } = setting;
  const { database, search, searches: requests } = options;
  const facts: string[][] = [];
  const place = database ? keptPlace(database, folder) : await importedPlace(setting, facts);
  const server = await serve(place, cores.all);
  const population = await describePopulation(server.baseUrl);
  const average = loadAverage();
  const searches = await measureSearches(server.baseUrl, population, {
    part: search,
    requests,
    report: ({ name, p50, p99, total }) =>
      console.log(`${engine} ${name}: p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ${total} found`),
  });
  const { users } = population;
  // After the searches, because it changes users.
  const directory = search
    ? []
    : await measureDirectory(server.baseUrl, {
        requests,
        report: ({ name, p50, p99 }) =>
          console.log(`${engine} directory, ${name}: p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`),
      });
  const views = await measureViews(setting, server, place, users);
  const operations = search ? undefined : await measureOperations(setting, server, users);
  await server.stop();
  const changes = search ? [] : await measureBesideChanges(setting, place, users);
  facts.push(
    ['database, MB', megabytes(await databaseBytes(place))],
    ['load average before the searches', average],
  );
  return {
    title: `${users.toLocaleString('en')} users: ${engineTitles[engine]}`,
    parts: [
      table(['', ''], facts),
      ...(operations ? [operationTable(operations, options.connections)] : []),
      ...(changes.length > 0 ? [changesTable(changes)] : []),
      ...(views.length > 0 ? [viewTable(views)] : []),
      searchTable(searches),
      ...(directory.length > 0 ? [directoryTable(directory)] : []),
    ],
    isComplete: users >= fullSize && !database && search === '',
  };
}

/** Returns the place of a SQLite folder or a URL. */
function keptPlace(database: string, folder: string): Place {
  return database.startsWith('postgres') ? { dataDir: folder, url: database } : { dataDir: database };
}

async function importedPlace(
  { engine, options: { users, keep }, cores, folder }: Setting,
  facts: string[][],
): Promise<Place> {
  const place = await newPlace(engine, join(folder, `${engine}-large`));
  if (keep) console.log(`${engine}: the database is kept: ${place.url ?? place.dataDir}`);
  const server = await serve(place, cores.all);
  const startedAt = performance.now();
  const { seconds, cpuSeconds } = await importPeople(server, { users }, (done) => {
    if (done % 100_000 === 0) console.log(`${engine}: ${done} users imported`);
  });
  await untilIndexed(server.baseUrl);
  const indexedSeconds = (performance.now() - startedAt) / 1_000;
  await server.stop();
  await vacuum(place);
  facts.push(
    ['import, users/s (aim > 5000)', (users / seconds).toFixed(0)],
    [
      'import until all users are in the search index, users/s (aim > 2800)',
      (users / indexedSeconds).toFixed(0),
    ],
    ['import, CPU of the server for a user, µs', ((cpuSeconds / users) * 1e6).toFixed(0)],
  );
  return place;
}

/** Waits for the index behind the requests: until then, a search returns 503. */
async function untilIndexed(baseUrl: string): Promise<void> {
  for (;;) {
    const { status, body } = await send(baseUrl, managed('/v2/mgmt/user/search', { limit: 1 }));
    if (status === 200) return;
    if (status !== 503) throw new Error(`a search returned ${status} ${body}`);
  }
}

/** Measures the console's table of users in the browser of a new owner. */
async function measureViews(
  { options, cores }: Setting,
  server: ServerProcess,
  place: Place,
  users: number,
): Promise<ViewResult[]> {
  await buildConsole();
  const browser = await startOn(cores.all, launchChromium);
  try {
    const owner = await signInOwner(browser, server, place);
    const { search, views: repetitions } = options;
    return await measureUsersScreen(browser, owner, { baseUrl: server.baseUrl, users, repetitions, search });
  } finally {
    await browser.close();
  }
}

/** Measures searches beside changes, with the server on one core. */
async function measureBesideChanges({ engine, options, cores }: Setting, place: Place, users: number) {
  const server = await serve(place, cores.server);
  const results = await measureChanges(server, users, {
    seconds: options.quick ? 5 : 15,
    report: ({ changesPerSecond, latencies: { search, create } }) =>
      console.log(
        `${engine} ${changesPerSecond} changes/s: search p99 ${search!.p99.toFixed(1)} ms, create p99 ${create!.p99.toFixed(1)} ms`,
      ),
  });
  await server.stop();
  return results;
}

type OperationResults = Record<string, Measured>;

/** Measured last, because they change the users. */
async function measureOperations(
  { engine, options: { connections, runSeconds, warmUpSeconds } }: Setting,
  server: ServerProcess,
  users: number,
): Promise<OperationResults> {
  const anyPerson = () => personAt(Math.floor(Math.random() * users), users);
  let created = users;
  const requests: Record<string, Supply['next']> = {
    load: () => managed(`/v1/mgmt/user?loginId=${encodeURIComponent(anyPerson().email)}`),
    update() {
      const { roleNames, ...record } = personRecord(anyPerson());
      const roles = 'userTenants' in record ? {} : { roleNames };
      return managed('/v1/mgmt/user/update', { ...record, ...roles, displayName: `New ${Math.random()}` });
    },
    create() {
      created += 1;
      const { seed: _, createdTime: __, ...record } = personRecord(personAt(created, 2 * users));
      const loginId = `new.${process.pid}.${record.email}`;
      return managed('/v1/mgmt/user/create', { ...record, loginId });
    },
  };
  const results: OperationResults = {};
  for (const [title, next] of Object.entries(requests)) {
    await measureLoad(server, { next }, { connections, seconds: warmUpSeconds });
    const measured = await measureLoad(server, { next }, { connections, seconds: 2 * runSeconds });
    results[title] = measured;
    const { requestsPerSecond, p99 } = measured;
    console.log(`${engine} ${title}: ${requestsPerSecond.toFixed(0)}/s, p99 ${p99.toFixed(1)} ms`);
  }
  return results;
}

function operationTable(operations: OperationResults, connections: number): string {
  return table(
    [`${connections} connections`, 'requests/s', 'p50 ms', 'p99 ms', 'CPU µs'],
    Object.entries(operations).map(([title, { requestsPerSecond, p50, p99, cpuMicroseconds }]) => [
      ...[title, requestsPerSecond.toFixed(0), p50.toFixed(1), p99.toFixed(1), cpuMicroseconds.toFixed(0)],
    ]),
  );
}

function searchTable(searches: SearchResult[]): string {
  const aimMilliseconds = 50;
  return table(
    ['search', 'found', 'requests/s', 'p50 ms', `p99 ms (aim < ${aimMilliseconds})`],
    searches.map(({ name, total, requestsPerSecond, p50, p99 }) => [
      ...[name, total, requestsPerSecond.toFixed(0), p50.toFixed(1)],
      highlightIf(p99 >= aimMilliseconds, p99.toFixed(1)),
    ]),
  );
}
