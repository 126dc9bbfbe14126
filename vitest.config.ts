import { defineConfig, type TestProjectConfiguration } from 'vitest/config';

// The engine that this run's tests use: `sqlite` unless TEST_DATABASE says `postgres`.
const onPostgres = process.env['TEST_DATABASE'] === 'postgres';

/** Need no database, or a file of their own: `npm test` runs these in the SQLite leg only. */
const pure = [
  'server/core/**/*.test.ts',
  'server/protocols/**/*.test.ts',
  'server/storage/sqlite/**/*.test.ts',
  'scripts/**/*.test.ts',
  'console/**/*.test.ts',
];
/** Share browsers, ports and an identity provider, and are heavy: one file at a time, after everything else. */
const journeys = ['test/journeys/**/*.test.ts'];
/** Of these, what no database has a part in: the SQLite leg only. */
const journeysOnOneEngine = ['test/journeys/console-screens.test.ts'];
const everything = ['{server,client,test,bench,scripts}/**/*.test.ts'];

const pureProject: TestProjectConfiguration = {
  extends: true,
  test: { name: 'pure', include: pure, sequence: { groupOrder: 0 } },
};

const databaseProject: TestProjectConfiguration = {
  extends: true,
  test: {
    name: onPostgres ? 'postgres' : 'sqlite',
    include: everything,
    // test/nextjs has a configuration of its own.
    exclude: [...pure, ...journeys, 'test/nextjs/**', '**/node_modules/**'],
    sequence: { groupOrder: 0 },
  },
};

const journeysProject: TestProjectConfiguration = {
  extends: true,
  test: {
    name: 'journeys',
    include: journeys,
    exclude: onPostgres ? journeysOnOneEngine : [],
    fileParallelism: false,
    sequence: { groupOrder: 1 },
  },
};

export default defineConfig({
  test: {
    // Loading the server once per worker, not once per file, is what makes the suite fast. The price: a test file
    // must not change what a module keeps for all files of its worker.
    pool: 'threads',
    isolate: false,
    maxWorkers: '100%',
    // No test is about speed, and the machine may be slow and busy: these limits only end what hangs. They are longer
    // than what a page or a poll waits for, so that a failure names the step.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
    projects: onPostgres
      ? [databaseProject, journeysProject]
      : [pureProject, databaseProject, journeysProject],
  },
});
