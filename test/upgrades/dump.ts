import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gzipSync } from 'node:zlib';
import { findBinaries } from '../counterparts/postgres.ts';

/** Returns an SQLite database as compressed SQL text. */
export function dumpSqlite(file: string): Buffer {
  const database = new DatabaseSync(file, { readOnly: true });
  const objects = database
    .prepare('select type, name, sql from sqlite_master where sql is not null order by rowid')
    .all() as { type: string; name: string; sql: string }[];
  const tables = objects.filter(({ type, name }) => type === 'table' && !name.startsWith('sqlite_'));
  const isVirtual = ({ sql }: { sql: string }) => /^create virtual/i.test(sql);
  const virtual = tables.filter(isVirtual);
  /** A virtual table creates its own tables, and is filled through them. */
  const ofVirtual = ({ name }: { name: string }) =>
    virtual.some((table) => name.startsWith(`${table.name}_`));
  const rowsOf = (name: string): string[] => {
    const columns = database.prepare('select name from pragma_table_info(?)').all(name) as { name: string }[];
    const values = columns.map((column) => `quote("${column.name}")`).join(` || ', ' || `);
    const rows = database.prepare(`select ${values} as text from "${name}"`).all() as { text: string }[];
    return rows.map(({ text }) => `insert into "${name}" values (${text});`);
  };
  const statements = [
    ...tables.filter((table) => !ofVirtual(table)).map(({ sql }) => `${sql};`),
    ...virtual.flatMap(({ name }) => [`delete from "${name}_data";`, `delete from "${name}_config";`]),
    ...tables.filter((table) => !isVirtual(table)).flatMap(({ name }) => rowsOf(name)),
    'analyze sqlite_schema;',
    ...(objects.some(({ name }) => name === 'sqlite_stat1')
      ? ['delete from sqlite_stat1;', ...rowsOf('sqlite_stat1')]
      : []),
    // Last, so that no trigger sees the rows.
    ...objects.filter(({ type }) => type !== 'table').map(({ sql }) => `${sql};`),
  ];
  database.close();
  return gzipSync(statements.join('\n'), { level: 9 });
}

/** Returns a PostgreSQL database as compressed SQL text. */
export function dumpPostgres(url: string): Buffer {
  const options = ['--inserts', '--no-owner', '--no-privileges', '--no-comments', `--dbname=${url}`];
  const text = execFileSync(join(findBinaries(), 'pg_dump'), options, { encoding: 'utf8' });
  // Commands of psql, and settings that only the version of this server knows.
  const portable = text.split('\n').filter((line) => !/^(\\|--|SET )|^$/.test(line));
  return gzipSync(portable.join('\n'), { level: 9 });
}
