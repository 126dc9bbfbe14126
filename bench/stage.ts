import { join } from 'node:path';
import { fold } from '../server/domain/directory/users/search/fold.ts';
import { openDatabase } from '../server/storage/engine.ts';
import { createApplications, insertCodes, signInToApplication } from './applications.ts';
import type { Cores } from './machine.ts';
import type { Engine, Options } from './options.ts';
import { copyPlace, databaseFile, newPlace, type Place, vacuum } from './place.ts';
import { type Population, populate, type Sizes, setUp, signInUsers } from './population.ts';
import { serve } from './server-process.ts';
import { projectId, publicAddress } from './settings.ts';

/** Tells a measurement which engine to use and where its servers run. */
export interface Setting {
  engine: Engine;
  options: Options;
  cores: Cores;
  /** The data of the servers. */
  folder: string;
  /** Prepared when a part needs it. */
  stage(): Promise<Stage>;
}

/** One engine with the same data twice: for the server and for the baseline. */
export interface Stage {
  server: Place;
  baseline: Place;
  population: Population;
}

export function createSetting(engine: Engine, options: Options, cores: Cores, folder: string): Setting {
  let stage: Promise<Stage> | undefined;
  return {
    engine,
    options,
    cores,
    folder,
    stage() {
      stage ??= prepareStage(engine, options, cores, folder);
      return stage;
    },
  };
}

async function prepareStage(engine: Engine, options: Options, cores: Cores, folder: string): Promise<Stage> {
  const sizes = sizesFor(options);
  const place = await newPlace(engine, join(folder, `${engine}-server`));
  const server = await serve(place, cores.all, { env: publicAddress });
  const idp = await setUp(server.baseUrl, sizes);
  const sessions = await signInUsers(server.baseUrl, sizes);
  const applications = await createApplications(server.baseUrl, idp.certificatePem);
  const browsers = sessions.slice(0, sizes.applicationSessions);
  const applicationSessions = await signInToApplication(server.baseUrl, applications, browsers);
  await server.stop();
  const database = await openDatabase(
    place.url ? { kind: 'postgres', url: place.url } : { kind: 'sqlite', file: databaseFile(place) },
  );
  const authorizationCodes = await insertCodes(database.db, applications, browsers, sizes.codes);
  const population: Population = {
    ...(await populate(database.db, sizes)),
    sessions,
    idp,
    applications,
    applicationSessions,
    authorizationCodes,
  };
  // Otherwise a search would find a fold in one database and none in the other.
  await fold({ db: database.db, project: { id: projectId } });
  await database.close();
  await vacuum(place);
  const baseline = await copyPlace(place, join(folder, `${engine}-baseline`));
  return { server: place, baseline, population };
}

/** Provides enough single-use values for the fastest likely machine. */
function sizesFor({ fewUsers: users, runs, runSeconds, warmUpSeconds, connections }: Options): Sizes {
  const seconds = runs * runSeconds + 2 * warmUpSeconds;
  // Each workload of sessions has its own, in the warm-up, in each run and in the recording.
  const perWorkload = (runs + 2) * connections + 10;
  return {
    users,
    codes: Math.ceil(seconds + 1) * 2_000,
    sessions: 4 * perWorkload,
    applicationSessions: 3 * perWorkload,
  };
}
