import { test } from 'vitest';

const onPostgres = process.env['TEST_DATABASE'] === 'postgres';

type Test = (name: string, run: () => Promise<void> | void) => void;

const elsewhere: Test = () => {};

/** What only one engine has is a test of that engine's run and does not exist in the other: nothing is skipped. */
export const testOnSqlite: Test = onPostgres ? elsewhere : test;
export const testOnPostgres: Test = onPostgres ? test : elsewhere;

/**
 * What no database has a part in: a test of the run on SQLite only, like whole files of it (`vitest.config.ts`). The
 * run on PostgreSQL has all the others.
 */
export const testOnce: Test = testOnSqlite;
