import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openTestDatabase } from '../../../test/storage/database.ts';
import { migrate } from '../migrate.ts';
import { migrations } from '../migrations.ts';

test('an upgrade indexes users again whose names or login IDs have letters of two units of UTF-16', async () => {
  const database = await openTestDatabase();
  const { db } = database;
  const names = Object.keys(migrations);
  const upTo = (count: number) =>
    migrate(db, Object.fromEntries(names.slice(0, count).map((name) => [name, migrations[name]!])));
  const insert = (table: string, row: Record<string, string | number>) =>
    sql`insert into ${sql.table(table)} (${sql.join(Object.keys(row).map((name) => sql.ref(name)))})
      values (${sql.join(Object.values(row))})`.execute(db);

  await upTo(names.indexOf('0132-first-two-letters'));
  const projectId = 'P1';
  await insert('projects', { id: projectId, name: projectId, tags: '[]', settings: '{}', createdAt: 1 });
  const people: Record<string, string>[] = [
    { name: 'Ann' },
    { name: '田中' },
    { name: '𠮷野' },
    { familyName: '野𠮷' },
    { loginId: '𠮷' },
    { loginId: 'é\uffff' },
  ];
  for (const [index, { loginId, ...given }] of people.entries()) {
    const id = `U${index}`;
    const none = {
      name: '',
      givenName: '',
      middleName: '',
      familyName: '',
      email: '',
      phone: '',
      picture: '',
    };
    const flags = { verifiedEmail: 0, verifiedPhone: 0, test: 0, status: 'enabled', customAttributes: '{}' };
    const row = { projectId, id, number: index, createdAt: 1, modifiedAt: 1 };
    await insert('users', { ...row, ...none, ...flags, ...given });
    if (loginId) await insert('loginIds', { projectId, userId: id, loginId, written: loginId, position: 0 });
  }
  await upTo(names.length);

  const { rows } = await sql<{ number: number }>`select number from "searchLog" order by number`.execute(db);
  expect(rows.map(({ number }) => Number(number))).toEqual([2, 3, 4]);
  await database.close();
});
