import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Latchkey, startLatchkey } from '../../../test/harness.ts';
import { createAccountsTogether } from '../../domain/credentials/accounts/create-account.ts';
import { acrossProjects } from '../scope.ts';
import { analyzeNewTables } from './first-statistics.ts';

let latchkey: Latchkey;

beforeAll(async () => {
  latchkey = await startLatchkey();
});
afterAll(() => latchkey.close());

/** Returns the lines of PostgreSQL's plan for the check of a reference to a user. */
async function planOfCheck(): Promise<string> {
  const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select 1 from only users x
    where "projectId" = ${sql.lit(latchkey.projectId)} and id = 'U1' for key share of x`.execute(
    acrossProjects(latchkey.service.db),
  );
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

test('a table that has just been filled is analyzed, so that a user is found by the primary key', async () => {
  const users = Array.from({ length: 1_000 }, (_, index) => ({ loginId: `first-${index}` }));
  await createAccountsTogether(latchkey.context, users);
  await analyzeNewTables(latchkey.service.db);
  expect(await planOfCheck()).toContain('Index Cond: (("projectId" = ');
  expect(await planOfCheck()).toContain(`AND (id = 'U1'::text)`);
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = cast(current_schema() as regnamespace)
      and relkind = 'r' and relpages > 0`.execute(acrossProjects(latchkey.service.db));
  const analyzed = rows.map(({ name }) => name);
  expect(analyzed).toEqual(expect.arrayContaining(['users', 'loginIds']));
  expect(analyzed).not.toContain('sessions');
});
