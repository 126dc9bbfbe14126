import { test } from 'vitest';

const onPostgres = process.env['TEST_DATABASE'] === 'postgres';

type Test = (name: string, run: () => Promise<void> | void) => void;

const elsewhere: Test = () => {};

/** What only one engine has is a test of that engine's run and does not exist in the other: nothing is skipped. */
export const testOnSqlite: Test = onPostgres ? elsewhere : test;
export const testOnPostgres: Test = onPostgres ? test : elsewhere;

/** Runs a test that does not depend on the database once, with SQLite, in a file that also has other tests. */
export const testOnce: Test = onPostgres ? elsewhere : test;
