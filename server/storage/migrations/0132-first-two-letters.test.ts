import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openBefore, plainUser } from '../../../test/storage/before-migration.ts';

test('an upgrade indexes users again whose names or login IDs have letters of two units of UTF-16', async () => {
  const { db, insert, upgrade, drop } = await openBefore('0132-first-two-letters');
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
    await insert('users', { ...plainUser, ...given, projectId, id, number: index });
    if (loginId) await insert('loginIds', { projectId, userId: id, loginId, written: loginId, position: 0 });
  }
  await upgrade();

  const { rows } = await sql<{ number: number }>`select number from "searchLog" order by number`.execute(db);
  expect(rows.map(({ number }) => Number(number))).toEqual([2, 3, 4]);
  await drop();
});
