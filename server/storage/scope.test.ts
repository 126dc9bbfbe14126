import { type ExpressionBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../test/storage/database.ts';
import { acrossProjects } from './scope.ts';
import type { Db, Tables } from './tables.ts';

let database: TestDatabase;
let db: Db;

beforeAll(async () => {
  database = await openTestDatabase({ checkScope: true, instanceTables: ['projects'] });
  db = database.db;
});

afterAll(() => database.drop());

const projectId = 'P1';
const member = { projectId, tenantId: 'T', userId: 'U', createdAt: 0 };

describe('a query that names the project of each of its tables passes:', () => {
  const queries: Record<string, () => { compile(): unknown }> = {
    where: () => db.selectFrom('users').selectAll().where('projectId', '=', projectId),
    'where with an alias': () =>
      db.selectFrom('users as u').select('u.id').where('u.projectId', '=', projectId),
    'a join': () =>
      db
        .selectFrom('users')
        .innerJoin('loginIds', (join) =>
          join.onRef('loginIds.projectId', '=', 'users.projectId').onRef('loginIds.userId', '=', 'users.id'),
        )
        .select('users.id')
        .where('users.projectId', '=', projectId),
    'a subquery with the value': () =>
      db
        .selectFrom('users')
        .select('id')
        .where('users.projectId', '=', projectId)
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('tenantMembers')
              .select('tenantId')
              .where('tenantMembers.projectId', '=', projectId)
              .whereRef('tenantMembers.userId', '=', 'users.id'),
          ),
        ),
    'a column of the same block that equals the value': () =>
      db
        .selectFrom('roles')
        .innerJoin('rolePermissions', 'rolePermissions.projectId', 'roles.projectId')
        .innerJoin('permissions', 'permissions.projectId', 'rolePermissions.projectId')
        .innerJoin('projects', 'projects.id', 'roles.projectId')
        .select('roles.id')
        .where('projects.id', '=', projectId),
    'a common table expression': () =>
      db
        .with('mine', (db) => db.selectFrom('users').select('id').where('projectId', '=', projectId))
        .selectFrom('mine')
        .selectAll(),
    values: () => db.insertInto('tenantMembers').values(member),
    'an upsert on a key of the project': () =>
      db
        .insertInto('tenantMembers')
        .values(member)
        .onConflict((conflict) =>
          conflict.columns(['projectId', 'userId', 'tenantId']).doUpdateSet({ createdAt: 1 }),
        ),
    'an update': () => db.updateTable('users').set({ name: 'n' }).where('projectId', '=', projectId),
    'a deletion': () => db.deleteFrom('users').where('projectId', '=', projectId).returning('id'),
    'a table of the instance': () => db.selectFrom('projects').selectAll(),
    'no table': () => db.selectNoFrom(sql`1`.as('one')),
    'raw SQL': () => ({
      compile: () => sql`select 1 from users where "projectId" = ${projectId}`.compile(db),
    }),
    'raw SQL whose blocks each name it': () => ({
      compile: () =>
        sql`select r.id from roles r join "rolePermissions" p on p."projectId" = r."projectId" and p."roleId" = r.id
          where r."projectId" = ${projectId} and (r.id = 'a' or exists (
            select 1 from permissions where ${sql.ref('permissions.projectId')} = ${projectId}))`.compile(db),
    }),
    'raw SQL on a function': () => ({ compile: () => sql`select value from json_each(${'[]'})`.compile(db) }),
    'the escape': () => acrossProjects(db).deleteFrom('exchangeCodes').where('expiresAt', '<', 1),
  };
  for (const [name, query] of Object.entries(queries)) {
    test(name, () => {
      query().compile();
    });
  }
});

describe('a query that leaves the project of a table open is refused:', () => {
  const queries: Record<string, () => { compile(): unknown }> = {
    'no condition': () => db.selectFrom('users').selectAll(),
    'only selecting the column': () => db.selectFrom('users').select('projectId').where('id', '=', 'U'),
    'only sorting by it': () => db.selectFrom('users').select('id').orderBy('projectId'),
    'the second table of a join': () =>
      db
        .selectFrom('users')
        .innerJoin('loginIds', 'loginIds.userId', 'users.id')
        .select('users.id')
        .where('users.projectId', '=', projectId),
    'the second table of a list': () =>
      db.selectFrom(['users', 'tenants']).select('users.id').where('users.projectId', '=', projectId),
    'a subquery': () =>
      db
        .selectFrom('users')
        .select('id')
        .where('projectId', '=', projectId)
        .where('id', 'in', (eb) => eb.selectFrom('loginIds').select('userId')),
    'a subquery that names only the outer one': () =>
      db
        .selectFrom('users')
        .select('id')
        .where('users.id', 'in', (eb) =>
          eb.selectFrom('loginIds').select('userId').where('loginIds.projectId', '=', projectId),
        ),
    'an inner query of a common table expression': () =>
      db
        .with('all', (db) => db.selectFrom('users').select('id'))
        .selectFrom('all')
        .selectAll(),
    'a union': () =>
      db
        .selectFrom('users')
        .select('id')
        .where('projectId', '=', projectId)
        .union(acrossProjects(db).selectFrom('roles').select('id')),
    'an upsert on a key without it': () =>
      db
        .insertInto('users')
        .values({ projectId, id: 'U' } as never)
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ name: 'n' })),
    'an insert without it': () => db.insertInto('roles').values({ id: 'R' } as never),
    'an update that only sets it': () => db.updateTable('users').set({ projectId }).where('id', '=', 'U'),
    'a deletion': () => db.deleteFrom('sessions').where('expiresAt', '<', 1),
    'raw SQL': () => ({ compile: () => sql`delete from "users" where id = ${'U'}`.compile(db) }),
    'raw SQL inside a query': () =>
      db
        .selectFrom('users')
        .select(sql`(select count(*) from roles)`.as('roles'))
        .where('projectId', '=', projectId),
    'a raw table name': () => ({ compile: () => sql`select * from ${sql.table('users')}`.compile(db) }),
  };
  for (const [name, query] of Object.entries(queries)) {
    test(name, () => {
      expect(() => query().compile()).toThrow('does not name its project');
    });
  }
});

describe('a block that names its project only by a column outside it is refused:', () => {
  const users = () => db.selectFrom('users').select('id').where('users.projectId', '=', projectId);
  const queries: Record<string, () => { compile(): unknown }> = {
    'a condition': () =>
      users().where(({ exists, selectFrom }) =>
        exists(
          selectFrom('tenantMembers')
            .select('tenantId')
            .whereRef('tenantMembers.projectId', '=', 'users.projectId'),
        ),
      ),
    'a condition under an or': () =>
      users().where(({ or, eb, exists, selectFrom }) =>
        or([
          eb('id', '=', 'U'),
          exists(
            selectFrom('passkeys').select('userId').whereRef('passkeys.projectId', '=', 'users.projectId'),
          ),
        ]),
      ),
    'a selected column': () =>
      users().select((user) =>
        user
          .selectFrom('loginIds')
          .select('loginId')
          .whereRef('loginIds.projectId', '=', 'users.projectId')
          .limit(1)
          .as('loginId'),
      ),
    'a table of the instance outside': () =>
      db
        .selectFrom('projects')
        .selectAll()
        .where('projects.id', '=', projectId)
        .where(({ exists, selectFrom }) =>
          exists(selectFrom('roles').select('id').whereRef('roles.projectId', '=', 'projects.id')),
        ),
    'a list of values in an update': () =>
      db
        .updateTable('users')
        .from(sql<{ projectId: string }>`(select 'P' as "projectId")`.as<'given'>(sql.ref('given')))
        .set({ name: 'n' })
        .whereRef('users.projectId', '=', 'given.projectId'),
    'a comparison that need not hold': () =>
      db
        .selectFrom('users')
        .select('id')
        .where(({ or, eb }) => or([eb('projectId', '=', projectId), eb('id', '=', 'U')])),
    'a comparison that is not for equality': () =>
      db
        .selectFrom('users')
        .innerJoin('roles', (join) => join.onRef('roles.projectId', '>', 'users.projectId'))
        .select('users.id')
        .where('users.projectId', '=', projectId),
  };
  for (const [name, query] of Object.entries(queries)) {
    test(name, () => {
      expect(() => query().compile()).toThrow('names its project only by a column outside it');
    });
  }
});

test('a block of raw SQL that names its project only by a column is refused', () => {
  const below = sql<boolean>`exists (select 1 from tenants as below where below."projectId" = ${sql.ref('tenants.projectId')})`;
  const queries = [
    db.selectFrom('tenants').select('id').where('projectId', '=', projectId).where(below),
    {
      compile: () =>
        sql`select id from tenants where "projectId" = ${projectId} and not exists (
          select 1 from tenants as below where below."projectId" = tenants."projectId")`.compile(db),
    },
    {
      compile: () =>
        sql`update tenants set name = 'n' from (select 'P' as "projectId") as given
          where tenants."projectId" = given."projectId"`.compile(db),
    },
  ];
  for (const query of queries)
    expect(() => query.compile()).toThrow('a block compares its project with columns only');
});

test('the refusal names the table and the remedy', async () => {
  await expect(db.selectFrom('users as u').selectAll().execute()).rejects.toThrow(
    'the query on "users" does not name its project: compare or set "u.projectId", or use acrossProjects(db)',
  );
});

test('a moment stands in no query as text, which would be a new statement each time', () => {
  const update = (moment: (eb: ExpressionBuilder<Tables, 'users'>) => never) =>
    db
      .updateTable('users')
      .set((eb) => ({ createdAt: eb.case().when('createdAt', '>', 1).then(0).else(moment(eb)).end() }))
      .where('projectId', '=', projectId);
  expect(() => update(() => 1_795_856_035_104 as never).compile()).toThrow('pass it as a parameter');
  expect(update((eb) => eb.val(1_795_856_035_104) as never).compile().sql).not.toContain('1795856035104');
});
