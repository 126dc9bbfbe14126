/**
 * Distribution by project (docs/scale.md) needs the project ID in every key and every join: then all rows of a
 * project can be on one node, which checks uniqueness and joins without asking another.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { parseSync, Visitor } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listDistributedTables, listObstacles } from '../../server/storage/distribution.ts';
import { migrate } from '../../server/storage/migrate.ts';
import { migrations } from '../../server/storage/migrations.ts';
import { tablesOfInstance } from '../../server/storage/project-column.ts';
import { onPostgres, testOnce, testOnPostgres } from '../engine.ts';
import { openTestDatabase, type TestDatabase } from './database.ts';

/** The tables whose keys or references have no project ID, with the reason. */
const exceptions: Readonly<Record<string, string>> = {
  ...tablesOfInstance,
  projects: 'its ID is the project ID',
  ...(!onPostgres && {
    searchSlots: 'numbers the projects for the text index, which exists on one node only',
  }),
};

/** Tables that SQLite keeps for its text index. They exist on one node only. */
const ofTextIndex = /^searchTexts_/;

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
  await migrate(database.db, migrations);
});

afterAll(() => database.drop());

interface Key {
  table: string;
  /** JSON. */
  columns: string;
}

test('every primary key and every unique key contains the project ID, with listed exceptions', async () => {
  const query = onPostgres
    ? sql<Key>`select c.relname as "table", json_agg(a.attname)::text as columns
        from pg_index i join pg_class c on c.oid = i.indrelid join pg_attribute a on a.attrelid = i.indexrelid
        where i.indisunique and c.relnamespace = 'public'::regnamespace group by i.indexrelid, c.relname`
    : sql<Key>`select t.name as "table", json_group_array(c.name) as columns
        from sqlite_master t, pragma_index_list(t.name) i, pragma_index_info(i.name) c
        where t.type = 'table' and i."unique" = 1 group by t.name, i.name`;
  expect(await withoutProject(query)).toEqual([]);
});

test('every foreign key contains the project ID, with listed exceptions', async () => {
  const query = onPostgres
    ? sql<Key>`select c.relname as "table", (
          select json_agg(a.attname)::text from pg_attribute a where a.attrelid = f.conrelid and a.attnum = any(f.conkey)
        ) as columns
        from pg_constraint f join pg_class c on c.oid = f.conrelid
        where f.contype = 'f' and c.relnamespace = 'public'::regnamespace`
    : sql<Key>`select t.name as "table", json_group_array(k."from") as columns
        from sqlite_master t, pragma_foreign_key_list(t.name) k where t.type = 'table' group by t.name, k.id`;
  expect(await withoutProject(query)).toEqual([]);
});

testOnPostgres('no migration adds what a table that is distributed by project cannot have', async () => {
  const tables = await listDistributedTables(database.db);
  expect(tables[0]).toEqual({ name: 'projects', column: 'id' });
  expect(tables.length).toBeGreaterThan(90);
  expect(await listObstacles(database.db)).toEqual([]);
});

async function withoutProject(query: ReturnType<typeof sql<Key>>): Promise<string[]> {
  const { rows } = await query.execute(database.db);
  expect(rows.length).toBeGreaterThan(50);
  return rows
    .filter(({ columns }) => !(JSON.parse(columns) as string[]).includes('projectId'))
    .filter(({ table }) => !(table in exceptions) && !ofTextIndex.test(table))
    .map(({ table, columns }) => `${table} ${columns}`);
}

/** The joins by the numbers of the search index, whose queries `composed` (users/search/store.ts) marks. */
const searchFolder = 'server/domain/directory/users/search/';

/** Its cross join, whose order SQLite keeps, compares the project IDs in `where`. */
const heirs = 'server/domain/directory/tenants/query-heirs.ts';

testOnce(
  'every join of the stores compares the project IDs, except by the numbers of the search index',
  () => {
    const joins = readdirSync('server', { recursive: true, encoding: 'utf8' })
      .map((name) => join('server', name))
      .filter((path) => /\.ts$/.test(path) && !/\.test\.ts$|\/migrations\//.test(path))
      .flatMap(joinsIn);
    expect(joins.length).toBeGreaterThan(20);
    const isByProject = /projectId', ('=', |'projects\.id')/;
    const others = joins.filter(
      ({ path, text }) =>
        !isByProject.test(text) &&
        !path.startsWith(searchFolder) &&
        !(path === heirs && text === "'tenants as heir'"),
    );
    expect(others).toEqual([]);
  },
);

const isJoin = /^(inner|left|right|full|cross)Join(Lateral)?$/;

/** Returns the joins of a file: calls of kysely, and templates with SQL. */
function joinsIn(path: string): { path: string; text: string }[] {
  const source = readFileSync(path, 'utf8');
  const joins: { path: string; text: string }[] = [];
  const add = ({ start, end }: { start: number; end: number }) =>
    joins.push({ path, text: source.slice(start, end).replaceAll(/\s+/g, ' ') });
  new Visitor({
    CallExpression({ callee, arguments: parameters }) {
      const name = callee.type === 'MemberExpression' ? callee.property : callee;
      const [first] = parameters;
      const last = parameters.at(-1);
      if (isJoin.test(source.slice(name.start, name.end)) && first && last)
        add({ start: first.start, end: last.end });
    },
    TemplateLiteral(template) {
      if (/\bjoin\s+"/.test(source.slice(template.start, template.end))) add(template);
    },
  }).visit(parseSync(path, source).program);
  return joins;
}
