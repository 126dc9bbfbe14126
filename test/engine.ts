import { test } from 'vitest';

export const onPostgres = process.env['TEST_DATABASE'] === 'postgres';

type Test = (name: string, run: () => Promise<void> | void) => void;

const elsewhere: Test = () => {};

/** What only one engine has is a test of that engine's run and does not exist in the other: nothing is skipped. */
export const testOnSqlite: Test = onPostgres ? elsewhere : test;
export const testOnPostgres: Test = onPostgres ? test : elsewhere;

/**
 * A test that needs a timer inside PostgreSQL. It does not exist under the clock of `npm run test:at`: libfaketime shows
 * signal handlers the true time, by which PostgreSQL's timers are due much later.
 */
export const testWithPostgresTimer: Test = process.env['FAKETIME'] ? elsewhere : test;

/** A test in which no database has a part, in a file that has others too: it runs once, beside SQLite. */
export const testOnce: Test = onPostgres ? elsewhere : test;
