import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testOnSqlite } from '../../../test/engine.ts';
import { openTestDatabase } from '../../../test/storage/database.ts';
import { migrate } from '../migrate.ts';
import { migrations } from '../migrations.ts';
import { acrossProjects } from '../scope.ts';

const rows = [
  `insert into projects (id, name, tags, settings, "createdAt") values ('P', 'P', '[]', '{}', 1)`,
  ...['A', 'B'].flatMap((id) => [
    `insert into users ("projectId", id, status, name, "givenName", "middleName", "familyName", email, "verifiedEmail",
       phone, "verifiedPhone", picture, test, "customAttributes", "createdAt", "modifiedAt")
     values ('P', '${id}', 'enabled', '', '', '', '', '', 0, '', 0, '', 0, '{}', 1, 1)`,
    `insert into "loginIds" ("projectId", "userId", "loginId", written, position) values ('P', '${id}', 'name-${id}', '', 0)`,
  ]),
  `insert into tenants ("projectId", id, name, "foldedName", "authType", "customAttributes", settings, "sessionLimits",
     "enforceSso", "createdAt") values ('P', 'T', 'T', 't', 'none', '{}', '{}', '', 0, 1)`,
  `insert into roles ("projectId", id, "tenantId", name, "foldedName", description, "isDefault", "isPrivate", "createdAt")
     values ('P', 'R', '', 'R', 'r', '', 0, 0, 1)`,
  `insert into "tenantMembers" ("projectId", "userId", "tenantId", "createdAt") values ('P', 'A', 'T', 1)`,
  `insert into "userRoles" ("projectId", "userId", "tenantId", "roleId", source) values ('P', 'A', 'T', 'R', 'admin')`,
];

test('rebuilt tables keep their rows, foreign keys, indexes and triggers', async () => {
  const database = await openTestDatabase();
  const db = acrossProjects(database.db);
  const all = Object.entries(migrations);
  const at = all.findIndex(([name]) => name === '0046-without-rowid');
  await migrate(db, Object.fromEntries(all.slice(0, at)));
  for (const statement of rows) await sql.raw(statement).execute(db);
  await migrate(db, Object.fromEntries(all.slice(0, at + 1)));

  const count = async (table: string) =>
    Number((await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(db)).rows[0]?.n);
  const counts = async () => [
    ...[await count('loginIds'), await count('tenantMembers'), await count('userRoles')],
    ...[await count('roles'), await count('userFacets')],
  ];
  // The facets say: member of T, R in T, and R in any tenant.
  expect(await counts()).toEqual([2, 1, 1, 1, 3]);
  const stranger = rows.at(-1)!.replace(`'R'`, `'unknown'`);
  await expect(sql.raw(stranger).execute(db)).rejects.toThrow(/foreign key/i);
  await sql`delete from "tenantMembers" where "projectId" = 'P' and "userId" = 'A'`.execute(db);
  expect(await counts()).toEqual([2, 0, 0, 1, 0]);
  await sql`delete from users where "projectId" = 'P' and id = 'B'`.execute(db);
  expect(await counts()).toEqual([1, 0, 0, 1, 0]);
  await database.drop();
});

testOnSqlite('SQLite never reads the rows of a whole project where an index has the few', async () => {
  const { db, drop } = await openTestDatabase();
  await migrate(db, migrations);
  const searched = async (table: string, column: string) => {
    const plan = sql<{ detail: string }>`explain query plan
      select * from ${sql.table(table)} where "projectId" = 'P' and ${sql.ref(column)} = 'x'`;
    return (await plan.execute(db)).rows.map(({ detail }) => /\(.*\)/.exec(detail)?.[0]);
  };
  expect(await searched('loginIds', 'userId')).toEqual(['(projectId=? AND userId=?)']);
  expect(await searched('tenantMembers', 'tenantId')).toEqual(['(projectId=? AND tenantId=?)']);
  expect(await searched('userRoles', 'roleId')).toEqual(['(projectId=? AND roleId=?)']);
  expect(await searched('roles', 'tenantId')).toEqual(['(projectId=? AND tenantId=?)']);
  expect(await searched('permissions', 'name')).toEqual(['(projectId=? AND name=?)']);
  expect(await searched('rolePermissions', 'permissionId')).toEqual(['(projectId=? AND permissionId=?)']);
  await drop();
});
