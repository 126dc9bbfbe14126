import { Client } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testOnPostgres } from '../../test/engine.ts';
import {
  openTestDatabase,
  startProcess,
  type TestDatabase,
  testMigrations,
  testTables,
} from '../../test/storage/database.ts';
import { migrate, migrationStatus } from './migrate.ts';
import { migrations } from './migrations.ts';
import type { Migrations } from './needs.ts';
import { acrossProjects } from './scope.ts';

let database: TestDatabase;

beforeEach(async () => {
  database = await openTestDatabase({ checkScope: true });
});

afterEach(() => database.drop());

test('the migrations of this version run, and run only once', async () => {
  expect(await migrate(database.db, migrations)).toStrictEqual(Object.keys(migrations));
  expect(await migrate(database.db, migrations)).toStrictEqual([]);
});

test('the status lists applied and pending migrations', async () => {
  const [first, second] = Object.keys(testMigrations);
  expect(await migrationStatus(database.db, testMigrations)).toStrictEqual({
    applied: [],
    pending: [first, second],
    unknown: [],
    blocking: [],
  });
  await migrate(database.db, { [first!]: testMigrations[first!]! });
  expect(await migrationStatus(database.db, testMigrations)).toStrictEqual({
    applied: [first],
    pending: [second],
    unknown: [],
    blocking: [],
  });
});

test('an upgrade gives no user inherited roles and keeps that in the settings', async () => {
  const names = Object.keys(migrations);
  const before = names.slice(0, names.indexOf('0042-role-inheritance'));
  await migrate(database.db, Object.fromEntries(before.map((name) => [name, migrations[name]!])));
  const project = { id: 'P1', name: 'P', tags: '[]', settings: '{}', createdAt: 1 };
  await acrossProjects(database.db).insertInto('projects').values(project).execute();
  const tenant = (id: string, settings: object, parentId: string | null = null, enforceSso: 0 | 1 = 0) =>
    database.db
      .insertInto('tenants')
      .values({
        projectId: 'P1',
        id,
        name: id,
        foldedName: id,
        parentId,
        authType: 'none',
        enforceSso,
        customAttributes: '{}',
        settings: JSON.stringify(settings),
        sessionLimits: '',
        createdAt: 1,
      })
      .execute();
  await tenant('parent', { roleInheritance: '' });
  await tenant('child', { roleInheritance: 'userOnly' }, 'parent');
  await tenant('closed', {}, 'parent', 1);
  await migrate(database.db, migrations);
  const rows = await database.db
    .selectFrom('tenants')
    .select(['id', 'settings', 'passesRoles', 'inheritsRoles'])
    .where('projectId', '=', 'P1')
    .orderBy('id')
    .execute();
  expect(
    rows.map(({ settings, ...row }) => ({ ...row, says: JSON.parse(settings).roleInheritance })),
  ).toEqual([
    { id: 'child', passesRoles: 'users', inheritsRoles: 'users', says: 'userOnly' },
    { id: 'closed', passesRoles: 'all', inheritsRoles: 'none', says: '' },
    { id: 'parent', passesRoles: 'none', inheritsRoles: 'none', says: 'none' },
  ]);
});

test('a version refuses a database that a newer one has migrated', async () => {
  await migrate(database.db, testMigrations);
  const [first] = Object.keys(testMigrations);
  const older = { [first!]: testMigrations[first!]! };
  await expect(migrate(database.db, older)).rejects.toThrow('newer version of Latchkey (0002-row is unknown');
});

const up = async () => {};

/** The migrations of this version and of newer ones. */
function newer(...added: Migrations[]): Migrations {
  return Object.assign({}, migrations, ...added);
}

test('a version works on the schema of a newer one that only expanded it', async () => {
  await migrate(
    database.db,
    newer({ '9001-more': { up, needs: 'expand' }, '9002-more': { up, needs: 'expand' } }),
  );
  const status = await migrationStatus(database.db, migrations);
  expect(status).toMatchObject({ pending: [], unknown: ['9001-more', '9002-more'], blocking: [] });
  expect(await migrate(database.db, migrations)).toEqual([]);
});

test('a version stops at a contraction that needs a migration it does not know', async () => {
  const expand: Migrations = { '9001-more': { up, needs: 'expand' } };
  const contract: Migrations = { '9002-less': { up, needs: '9001-more' } };
  await migrate(database.db, newer(expand, contract));
  expect((await migrationStatus(database.db, newer(expand))).blocking).toEqual([]);
  expect((await migrationStatus(database.db, migrations)).blocking).toEqual(['9002-less']);
  await expect(migrate(database.db, migrations)).rejects.toThrow(
    'newer version of Latchkey (9002-less is unknown',
  );
});

test('a version with a pending migration stops at every unknown one', async () => {
  await migrate(database.db, newer({ '9002-more': { up, needs: 'expand' } }));
  const other = newer({ '9001-other': { up, needs: 'expand' } });
  expect((await migrationStatus(database.db, other)).blocking).toEqual(['9002-more']);
});

testOnPostgres('a migration gives up early while a table is read, and tries again', async () => {
  await migrate(database.db, migrations);
  const reader = new Client({ connectionString: (database.options as { url: string }).url });
  await reader.connect();
  const alter: Migrations = {
    '9001-alter': {
      needs: 'expand',
      up: (db) => db.schema.alterTable('users').addColumn('x', 'text').execute(),
    },
  };
  await reader.query('begin; lock table users in access share mode');
  const migrating = migrate(database.db, newer(alter));
  const countWaiting = async () =>
    (await reader.query("select 1 from pg_locks where not granted and relation = 'users'::regclass"))
      .rowCount;
  await expect.poll(countWaiting).toBe(1);
  await expect.poll(countWaiting).toBe(0);
  await reader.query('rollback');
  await reader.end();
  expect(await migrating).toEqual(['9001-alter']);
});

test('a failed migration leaves the database unchanged, and can run again', async () => {
  const failing = {
    ...testMigrations,
    '0003-failing': {
      async up() {
        throw new Error('no');
      },
    },
  };
  await expect(migrate(database.db, failing)).rejects.toThrow('no');
  expect((await migrationStatus(database.db, failing)).applied).toStrictEqual([]);
  expect(await migrate(database.db, testMigrations)).toHaveLength(2);
});

test('when processes start together, one migrates and the others wait', async () => {
  const processes = [1, 2, 3].map(() => startProcess('migrate', database.options));
  const results = await Promise.all(processes.map((process) => process.ended));
  expect(results.map((result) => result.code)).toStrictEqual([0, 0, 0]);
  const applied = results.map((result) => JSON.parse(result.output));
  expect(applied.flat()).toStrictEqual(Object.keys(testMigrations));
  const rows = testTables(database.db).selectFrom('accounts').select('id').where('projectId', '=', 'P1');
  expect(await rows.execute()).toHaveLength(1);
});
