import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openTestDatabase } from '../../../test/storage/database.ts';
import { migrate } from '../migrate.ts';
import { migrations } from '../migrations.ts';
import type { Db } from '../tables.ts';

const before = '0080-text-index-list';

/** Inserts without table types, because these describe the newest version. */
async function insert(db: Db, table: string, row: Record<string, string | number | null>): Promise<void> {
  const columns = sql.join(Object.keys(row).map((name) => sql.ref(name)));
  await sql`insert into ${sql.table(table)} (${columns}) values (${sql.join(Object.values(row))})`.execute(
    db,
  );
}

async function read(db: Db, table: string, ...columns: string[]): Promise<unknown[][]> {
  const named = sql.join(columns.map((name) => sql.ref(name)));
  const { rows } = await sql<object>`select ${named} from ${sql.table(table)} order by 1, 2`.execute(db);
  return rows.map((row) => Object.values(row));
}

test('an upgrade keeps what keys may do, and gives a client ID to the first that has it', async () => {
  const database = await openTestDatabase();
  const { db } = database;
  const names = Object.keys(migrations);
  const until = names.slice(0, names.indexOf(before) + 1);
  await migrate(db, Object.fromEntries(until.map((name) => [name, migrations[name]!])));
  for (const id of ['P1', 'P2'])
    await insert(db, 'projects', { id, name: id, tags: '[]', settings: '{}', createdAt: 1 });
  const key = { projectId: 'P1', description: '', status: 'active', permittedIps: '[]', createdAt: 1 };
  const rights = (roles: string[], more = {}) =>
    JSON.stringify({
      companyRoles: [],
      projectRoles: [{ projectIds: ['P1'], roles, ...more }],
      tagRoles: [],
    });
  for (const [id, reBac] of [
    ['K1', rights(['project-full-access'])],
    ['K2', rights(['project-users'], { tenantIds: ['project-full-access'] })],
    ['K3', '{"companyRoles":["company-full-access"],"projectRoles":[],"tagRoles":[]}'],
  ] as const)
    await insert(db, 'managementKeys', { ...key, id, name: id, hash: id, reBac });
  const app = {
    description: '',
    logo: '',
    enabled: 1,
    customAttributes: '{}',
    modifiedAt: 1,
    createdAt: 1,
    settings: '{}',
  };
  for (const row of [
    { projectId: 'P1', id: 'late', type: 'oidc', clientId: 'moved', createdAt: 2 },
    { projectId: 'P2', id: 'early', type: 'oidc', clientId: 'moved' },
    { projectId: 'P2', id: 'own', type: 'oidc', clientId: 'P2.own' },
    { projectId: 'P2', id: 'saml', type: 'saml', clientId: null },
  ])
    await insert(db, 'ssoApps', { ...app, ...row, name: row.id, foldedName: row.id });

  await migrate(db, migrations);
  const keys = await read(db, 'managementKeys', 'id', 'reBac', 'originId');
  const companyRoles = keys.map(([id, reBac]) => [id, JSON.parse(String(reBac)).companyRoles]);
  expect(companyRoles).toEqual([
    ['K1', ['company-full-access']],
    ['K2', []],
    ['K3', ['company-full-access']],
  ]);
  expect(await read(db, 'movedClientIds', 'clientId', 'projectId', 'ssoAppId')).toEqual([
    ['moved', 'P2', 'early'],
  ]);
  await database.drop();
});
