import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findEffects } from '../scripts/generate/effects.ts';
import { signUpWithTotp } from '../test/credentials.ts';
import { readRows } from '../test/effects/rows.ts';
import { testOnSqlite } from '../test/engine.ts';
import { type Latchkey, startLatchkey } from '../test/harness.ts';
import { ssoSettings } from '../test/sso-settings.ts';
import {
  groups,
  sealedColumns,
  snapshotParts,
  sweep,
  tablesLeftBehind,
  transferredTables,
} from './groups.ts';
import { acrossProjects } from './storage/scope.ts';
import type { Db, Tables } from './storage/tables.ts';

let latchkey: Latchkey;
beforeAll(async () => {
  latchkey = await startLatchkey();
});
afterAll(() => latchkey.close());

/** Tables of the migrations, and the texts of the search index, which are another table on each engine. */
const withoutProject = /^(kysely_|migrationNeeds$|searchTexts)/;

test('every table belongs to one group, which puts it into a project file or says why not', async () => {
  const tables = await latchkey.service.db.introspection.getTables();
  const names = tables.map(({ name }) => name).filter((name) => !withoutProject.test(name));
  const listed = transferredTables.map(({ table }) => table);
  expect([...listed, ...tablesLeftBehind.keys()].sort()).toEqual(names.sort());
});

testOnSqlite('a table comes after those that its rows refer to', async () => {
  const order = transferredTables.map(({ table }) => table as string);
  const { db } = latchkey.service;
  for (const [position, table] of order.entries()) {
    const { rows } = await sql<{
      table: string;
    }>`select "table" from pragma_foreign_key_list(${table})`.execute(db);
    const later = rows.filter((row) => order.indexOf(row.table) > position).map((row) => row.table);
    expect(later, `${table} refers to a later table`).toEqual([]);
  }
});

test('every folder of a group is in the list, under its own name', async () => {
  const folders = await readdir(new URL('./domain/', import.meta.url), { recursive: true });
  const found = folders.filter((path) => /^[^/]+\/[^/]+\/group\.ts$/.test(path)).map((path) => dirname(path));
  expect(groups.map(({ name }) => name).sort()).toEqual(['delivery', ...found].sort());
});

test('the page about the secret key names every table that has sealed values', async () => {
  const page = await readFile(
    new URL('../docs/decisions/0041-secret-key-rotation.md', import.meta.url),
    'utf8',
  );
  const unnamed = sealedColumns.filter(({ table }) => !new RegExp(`\`${table}[.\`]`).test(page));
  expect(unnamed.map(({ table }) => table)).toEqual([]);
});

test('each event is raised, and handled by groups above the one that names it; each question has one answer', () => {
  const position = (group: string) => groups.findIndex(({ name }) => name === group);
  const effects = findEffects(join(import.meta.dirname, '..'), groups);
  expect(effects.length).toBeGreaterThan(0);
  for (const { name, kind, namedBy, raisedBy, handledBy } of effects) {
    expect(raisedBy, `who raises ${name}`).not.toEqual([]);
    expect(handledBy, `who handles ${name}`).not.toEqual([]);
    if (kind === 'question') expect(handledBy, `who answers ${name}`).toHaveLength(1);
    for (const { group, operation } of handledBy) {
      expect(position(group), `${group} handles ${name} of ${namedBy}`).toBeGreaterThan(position(namedBy));
      expect(operation, `${group} handles ${name} by a named operation`).not.toBe('');
    }
  }
  const handled = effects.reduce((sum, { handledBy }) => sum + handledBy.length, 0);
  expect(handled, 'every handler belongs to an event of a group').toBe(
    groups.flatMap(({ on = [] }) => on).length,
  );
});

test('a part of a snapshot has its own name, and is written after those that it says it refers to', () => {
  const names = snapshotParts.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const [position, { name, after = [] }] of snapshotParts.entries()) {
    const earlier = names.slice(0, position);
    expect(earlier, `${name} comes after ${after}`).toEqual(expect.arrayContaining([...after]));
  }
});

testOnSqlite('what lives for minutes is kept until it expires, and deleted within two days', async () => {
  const { service, advance, context } = latchkey;
  const db = acrossProjects(service.db);
  await signUpWithTotp(latchkey, 'ann@example.com');
  const settings = ssoSettings(() => latchkey);
  await settings.configure(await settings.newTenant());
  const shortLived = [...tablesLeftBehind]
    .filter(([, reason]) => reason === 'lives for minutes')
    .map(([table]) => table as keyof Tables);
  const filled = async () => {
    const rows = await readRows(db, 0);
    return shortLived.filter((table) => rows.get(table)!.size > 0);
  };
  for (const table of shortLived) await insertSample(db, table, context.project.id, service.now() + 60_000);
  await sweep(service);
  expect(await filled()).toEqual(shortLived);
  advance(48 * 60 * 60_000);
  await sweep(service);
  expect(await filled()).toEqual([]);
});

/** Inserts a row whose every number is `expiresAt`, and which refers to rows that exist. */
async function insertSample(
  db: Db,
  table: keyof Tables,
  projectId: string,
  expiresAt: number,
): Promise<void> {
  const { rows: columns } = await sql<{ name: string; type: string }>`
    select name, type from pragma_table_info(${table})`.execute(db);
  const { rows: references } = await sql<{ column: string; table: string; to: string }>`
    select "from" as "column", "table", "to" from pragma_foreign_key_list(${table})`.execute(db);
  const row = Object.fromEntries(columns.map(({ name, type }) => [name, type === 'TEXT' ? '{}' : expiresAt]));
  for (const { column, table: owner, to } of references.filter(({ column }) => column !== 'projectId')) {
    const found = await sql<Record<string, string>>`select * from ${sql.table(owner)}`.execute(db);
    row[column] = found.rows[0]?.[to] ?? '';
  }
  await db
    .insertInto(table)
    .values({ ...row, projectId } as never)
    .execute();
}
