import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import { auditTables, tablesLeftOut, transferredTables } from './tables.ts';

let latchkey: Latchkey;
beforeAll(async () => {
  latchkey = await startLatchkey();
});
afterAll(() => latchkey.close());

/** Tables of the migrations and of SQLite, and numbers of the search index. */
const withoutProject = /^(kysely_|migrationNeeds$|userTextIndex|userTextTail$|searchChanges$)/;

test('every table is in a project file, or left out for a reason', async () => {
  const tables = await latchkey.service.db.introspection.getTables();
  const names = tables.map(({ name }) => name).filter((name) => !withoutProject.test(name));
  const listed = [...transferredTables, ...auditTables].map(({ table }) => table);
  expect([...listed, ...Object.keys(tablesLeftOut)].sort()).toEqual(names.sort());
});
