import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openTestDatabase } from '../../test/storage/database.ts';
import { hashOfText } from './text-hash.ts';

test('the hash of a text is that of PostgreSQL, for each length', async () => {
  const long = 'P2bcdefghijklmnopqrstuvwxyzü日本語0123456789';
  const texts = Array.from({ length: long.length + 1 }, (_, length) => long.slice(0, length));
  const database = await openTestDatabase({}, {}, 'postgres');
  const { rows } = await sql<{ hash: number }>`
    select hashtext(value) as hash from json_array_elements_text(${JSON.stringify(texts)}::json)`.execute(
    database.db,
  );
  await database.drop();
  expect(texts.map(hashOfText)).toEqual(rows.map(({ hash }) => hash));
});
