import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { onlyOnPostgres, onlyRacesOnPostgres, withoutDatabase, withoutSqlOfItsOwn } from './one-engine.ts';

const root = new URL('..', import.meta.url).pathname;

function filesOf(pattern: string): string[] {
  return globSync(pattern, { cwd: root });
}

test.each([...withoutDatabase, ...withoutSqlOfItsOwn, ...onlyOnPostgres])(
  '%s is an existing file',
  (pattern) => {
    expect(filesOf(pattern)).not.toEqual([]);
  },
);

test('each file of which only the races run on PostgreSQL exists', () => {
  expect(onlyRacesOnPostgres.filter((file) => !existsSync(`${root}${file}`))).toEqual([]);
});

test('a file listed as opening no database starts no Latchkey', () => {
  const starts =
    /^(?:import|}) .*from '\.[^']*\/(harness|latchkey-process|console|counterparts\/postgres)\.ts'/m;
  const files = withoutDatabase.flatMap(filesOf);
  expect(files.filter((file) => starts.test(readFileSync(`${root}${file}`, 'utf8')))).toEqual([]);
});
