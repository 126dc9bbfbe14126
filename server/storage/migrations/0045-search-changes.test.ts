import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openTestDatabase } from '../../../test/storage/database.ts';
import { migrate } from '../migrate.ts';
import { migrations } from '../migrations.ts';

const changes = '0045-search-changes';

/** Returns the migrations before this one. */
const until = (name: string) =>
  Object.fromEntries(Object.entries(migrations).filter(([other]) => other < name));

test('users who hold a role in several tenants already get one entry for all of them', async () => {
  const database = await openTestDatabase();
  const { db } = database;
  await migrate(db, until(changes));
  const insert = async (table: string, row: Record<string, string | number>) => {
    const columns = sql.join(Object.keys(row).map((name) => sql.ref(name)));
    await sql`insert into ${sql.table(table)} (${columns}) values (${sql.join(Object.values(row))})`.execute(
      db,
    );
  };
  const projectId = 'P1';
  const tenant = {
    name: '',
    authType: 'none',
    customAttributes: '{}',
    settings: '{}',
    sessionLimits: '{}',
    enforceSso: 0,
    createdAt: 1,
  };
  const role = {
    tenantId: '',
    name: 'r',
    foldedName: 'r',
    description: '',
    isDefault: 0,
    isPrivate: 0,
    createdAt: 1,
  };
  const user = {
    status: 'enabled',
    name: '',
    givenName: '',
    middleName: '',
    familyName: '',
    email: '',
    phone: '',
    verifiedEmail: 0,
    verifiedPhone: 0,
    picture: '',
    test: 0,
    customAttributes: '{}',
    createdAt: 1,
    modifiedAt: 1,
  };
  await insert('projects', { id: projectId, name: 'One', tags: '[]', settings: '{}', createdAt: 1 });
  for (const id of ['T1', 'T2']) await insert('tenants', { projectId, id, foldedName: id, ...tenant });
  await insert('roles', { projectId, id: 'R1', ...role });
  for (const id of ['U1', 'U2']) await insert('users', { projectId, id, ...user });
  for (const [userId, tenantId] of [
    ['U1', 'T1'],
    ['U1', 'T2'],
    ['U2', ''],
  ] as const) {
    if (tenantId) await insert('tenantMembers', { projectId, userId, tenantId, createdAt: 1 });
    await insert('userRoles', { projectId, userId, tenantId, roleId: 'R1', source: 'direct' });
  }
  // Before the search index was another one.
  await migrate(db, until('0126-search-blocks'));
  const { rows } = await sql<{ userId: string }>`
    select u."userId" from "userFacets" c join "searchFacets" f on f.id = c.facet join "searchedUsers" u on u.number = c.number
    where f.kind = 'tenantRole' and f.value = 'R1'`.execute(db);
  expect(rows).toEqual([{ userId: 'U1' }]);
  await database.drop();
});
