import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  openTestDatabase,
  startProcess,
  type TestDatabase,
  testMigrations,
  testTables,
} from '../../test/storage/database.ts';
import { migrate, migrationStatus } from './migrate.ts';
import { migrations } from './migrations.ts';
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
  });
  await migrate(database.db, { [first!]: testMigrations[first!]! });
  expect(await migrationStatus(database.db, testMigrations)).toStrictEqual({
    applied: [first],
    pending: [second],
    unknown: [],
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
        ...{ projectId: 'P1', id, name: id, foldedName: id, parentId, authType: 'none', enforceSso },
        ...{ customAttributes: '{}', settings: JSON.stringify(settings), sessionLimits: '', createdAt: 1 },
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
