import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { leftToSqliteWhole, onlyOnPostgres, withoutDatabase, withoutSqlOfItsOwn } from './test/one-engine.ts';
import { LongFilesFirst } from './test/sequencer.ts';

// The engine that this run's tests use: `sqlite` unless TEST_DATABASE says `postgres`.
const onPostgres = process.env['TEST_DATABASE'] === 'postgres';

export default defineConfig({
  test: {
    // One project: each has a Vite server and workers of its own, which would load the server once more.
    name: onPostgres ? 'postgres' : 'sqlite',
    include: ['{server,client,console,test,bench,scripts}/**/*.test.ts'],
    exclude: [
      // Each of them has a configuration of its own.
      ...['test/components/**', 'test/examples/**', 'test/idp/**', 'test/nextjs/**', 'test/proxies/**', 'test/scim/**', 'test/sdks/**', 'test/streams/**', '**/node_modules/**'],
      ...(onPostgres ? [...withoutDatabase, ...withoutSqlOfItsOwn, ...leftToSqliteWhole()] : onlyOnPostgres),
    ],
    // Loading the server once per worker, not once per file, is what makes the suite fast. The price: a test file
    // must not change what a module keeps for all files of its worker.
    pool: 'threads',
    isolate: false,
    tags: [{ name: 'race', description: 'Requests that meet: each database decides them in its own way.' }],
    // Twice as many as there are processors: each of them often waits for a browser, a process or a database.
    maxWorkers: availableParallelism() * 2,
    sequence: { sequencer: LongFilesFirst },
    // Transformed files are kept between runs, in node_modules.
    fsModuleCache: true,
    globalSetup: 'test/global-setup.ts',
    setupFiles: ['test/leave-to-sqlite.ts', 'test/statements-on-postgres.ts', 'test/citus/record-statements.ts', 'test/print-server-log.ts', 'test/cost/measure.ts'],
    // No test is about speed, and the machine may be slow and busy: these limits only end what hangs. They are longer
    // than what a page or a poll waits for, so that a failure names the step.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
