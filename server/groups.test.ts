import { readdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testOnSqlite } from '../test/engine.ts';
import { type Latchkey, startLatchkey } from '../test/harness.ts';
import { groups, snapshotParts, tablesLeftBehind, transferredTables } from './groups.ts';

let latchkey: Latchkey;
beforeAll(async () => {
  latchkey = await startLatchkey();
});
afterAll(() => latchkey.close());

/** Tables of the migrations and of SQLite, and numbers of the search index. */
const withoutProject = /^(kysely_|migrationNeeds$|userTextIndex|userTextTail$|searchChanges$)/;

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

test('a part of a snapshot has its own name, and is written after those that it says it refers to', () => {
  const names = snapshotParts.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const [position, { name, after = [] }] of snapshotParts.entries()) {
    const earlier = names.slice(0, position);
    expect(earlier, `${name} comes after ${after}`).toEqual(expect.arrayContaining([...after]));
  }
});
