import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openTestDatabase } from '../../../test/storage/database.ts';
import { migrate } from '../migrate.ts';
import { migrations } from '../migrations.ts';
import type { Db } from '../tables.ts';

test('projects with applications keep the old form, and the others change once the release before is out of service', async () => {
  const database = await openTestDatabase();
  const { db } = database;
  const names = Object.keys(migrations);
  await migrate(db, chosen(names.slice(0, names.indexOf('0081-application-keys'))));
  for (const id of ['bare', 'default', 'mcp', 'oidc', 'saml', 'thirdParty'])
    await insert(db, 'projects', { id, name: id, tags: '[]', settings: '{"locale":"de"}', createdAt: 1 });
  const changed = { createdAt: 1, modifiedAt: 1 };
  const app = { name: 'A', foldedName: 'a', description: '', logo: '', enabled: 1, settings: '{}' };
  const ssoApp = { ...app, ...changed, customAttributes: '{}' };
  for (const [projectId, id, type] of [
    ['default', 'descope-default-oidc', 'oidc'],
    ['oidc', 'C1', 'oidc'],
    ['saml', 'C2', 'saml'],
  ] as const)
    await insert(db, 'ssoApps', { projectId, id, type, ...ssoApp });
  await insert(db, 'inboundApps', {
    projectId: 'thirdParty',
    id: 'T1',
    name: 'T',
    clientId: 'c',
    dynamic: 0,
    settings: '{}',
    customAttributes: '{}',
    ...changed,
  });
  await insert(db, 'mcpServers', {
    projectId: 'mcp',
    id: 'M1',
    name: 'M',
    url: 'https://mcp.example.com',
    settings: '{}',
    ...changed,
  });
  await migrate(db, chosen(names.slice(0, names.indexOf('0081-application-keys') + 1)));
  const stored = await sql<{ id: string; settings: string }>`
    select "id", "settings" from "projects" order by "id"
  `.execute(db);
  const settings = stored.rows.map(({ id, settings }) => [id, JSON.parse(settings)]);
  const inADay = expect.closeTo(Date.now() + 86_400_000, -5);
  expect(settings).toEqual([
    ['bare', { locale: 'de', applicationKeysFrom: inADay }],
    ['default', { locale: 'de', applicationKeysFrom: inADay }],
    ['mcp', { locale: 'de' }],
    ['oidc', { locale: 'de' }],
    ['saml', { locale: 'de', applicationKeysFrom: inADay }],
    ['thirdParty', { locale: 'de' }],
  ]);
  await database.drop();
});

function chosen(names: string[]) {
  return Object.fromEntries(names.map((name) => [name, migrations[name]!]));
}

/** Inserts without table types, because these describe the newest version. */
async function insert(db: Db, table: string, row: Record<string, string | number>): Promise<void> {
  const columns = sql.join(Object.keys(row).map((name) => sql.ref(name)));
  await sql`insert into ${sql.table(table)} (${columns}) values (${sql.join(Object.values(row))})`.execute(
    db,
  );
}
