import { startPostgres } from './counterparts/postgres.ts';
import { makeMigratedDatabase } from './migrated-database.ts';
import { makePreparedKeys } from './prepared-keys.ts';

/** Prepares shared fixtures once, before the first file. The returned function is called after the last. */
export default async function prepare(): Promise<() => Promise<void>> {
  const engine = process.env['TEST_DATABASE'] === 'postgres' ? 'postgres' : 'sqlite';
  const stopPostgres = engine === 'postgres' ? await providePostgres() : async () => {};
  const [removeDatabase] = await Promise.all([provideMigratedDatabase(engine), makePreparedKeys()]);
  return async () => {
    await removeDatabase();
    await stopPostgres();
  };
}

/** The test command has started one for all its runs; a run by hand starts its own. */
async function providePostgres(): Promise<() => Promise<void>> {
  if (process.env['TEST_POSTGRES_URL']) return async () => {};
  const { url, stop } = await startPostgres();
  process.env['TEST_POSTGRES_URL'] = url;
  return stop;
}

/** The command for Citus makes it, because it uses it after the tests, too. */
async function provideMigratedDatabase(engine: 'sqlite' | 'postgres'): Promise<() => Promise<void>> {
  if (engine === 'postgres' && process.env['TEST_MIGRATED_DATABASE']) return async () => {};
  return makeMigratedDatabase(engine);
}
