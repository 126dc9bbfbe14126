import { join } from 'node:path';
import { openDatabase } from '../server/storage/engine.ts';
import type { Cores } from './machine.ts';
import type { Engine, Options } from './options.ts';
import { copyPlace, databaseFile, newPlace, type Place, vacuum } from './place.ts';
import { type Population, populate, type Sizes, setUp, signInUsers } from './population.ts';
import { serve } from './server-process.ts';

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
    ...{ engine, options, cores, folder },
    stage() {
      stage ??= prepareStage(engine, options, cores, folder);
      return stage;
    },
  };
}

async function prepareStage(engine: Engine, options: Options, cores: Cores, folder: string): Promise<Stage> {
  const sizes = sizesFor(options);
  const place = await newPlace(engine, join(folder, `${engine}-server`));
  const server = await serve(place, cores.all);
  const idp = await setUp(server.baseUrl, sizes);
  const sessions = await signInUsers(server.baseUrl, sizes);
  await server.stop();
  const database = await openDatabase(
    place.url ? { kind: 'postgres', url: place.url } : { kind: 'sqlite', file: databaseFile(place) },
  );
  const population = { ...(await populate(database.db, sizes)), sessions, idp };
  await database.close();
  await vacuum(place);
  const baseline = await copyPlace(place, join(folder, `${engine}-baseline`));
  return { server: place, baseline, population };
}

/** Provides enough single-use values for the fastest likely machine. */
function sizesFor({ fewUsers: users, runs, runSeconds, warmUpSeconds, connections }: Options): Sizes {
  const seconds = runs * runSeconds + 2 * warmUpSeconds;
  // Two workloads have sessions of their own, in the warm-up, in each run and in the recording.
  return { users, codes: Math.ceil(seconds + 1) * 2_000, sessions: 2 * (runs + 2) * connections + 20 };
}
