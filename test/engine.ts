import { test } from 'vitest';

export const onPostgres = process.env['TEST_DATABASE'] === 'postgres';

/** The databases of tests are distributed, as in the run of `npm run test:citus`. */
export const onCitus = process.env['TEST_CITUS_WORKERS'] !== undefined;

type Test = (name: string, run: () => Promise<void> | void) => void;

const elsewhere: Test = () => {};

/** Tests of one engine exist only in that engine's run: nothing is skipped. */
export const testOnSqlite: Test = onPostgres ? elsewhere : test;
export const testOnPostgres: Test = onPostgres ? test : elsewhere;

/** Tests of a distributed database exist only in the run of `npm run test:citus`. */
export const testOnCitus: Test = onCitus ? test : elsewhere;

/**
 * A test that needs a timer inside PostgreSQL. It does not exist under the clock of `npm run test:at`: libfaketime shows
 * signal handlers the true time, by which PostgreSQL's timers are due much later.
 */
export const testWithPostgresTimer: Test = process.env['FAKETIME'] ? elsewhere : test;

/** A test that no database affects, in a file with others that need one: it runs once, with SQLite. */
export const testOnce: Test = onPostgres ? elsewhere : test;
