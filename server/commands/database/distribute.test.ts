import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommandHere } from '../../../test/command-line.ts';
import { onPostgres, testOnCitus, testOnPostgres } from '../../../test/engine.ts';
import { newEmptyPlace, newPlace, type Place, whileServed } from '../../../test/latchkey-process.ts';

const onCitus = process.env['TEST_CITUS_WORKERS'] !== undefined;

let place: Place;

beforeAll(async () => {
  place = await newPlace();
});

afterAll(() => place.remove());

const distribute = (...args: string[]) => runCommandHere(place, ['database', 'distribute', ...args]);

test('a database on one node cannot be distributed, and the command says what is missing', async () => {
  if (onCitus) return;
  await whileServed(place, async () => {});
  const missing = onPostgres
    ? /does not have the extension Citus\. Run `create extension citus` on the coordinator/
    : /^Only PostgreSQL with the extension Citus can be distributed\. Set DATABASE_URL/;
  expect(await distribute()).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(missing) });
  expect(await distribute('--shards', '0')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('from 1 to 1024'),
  });
  const { stdout } = await runCommandHere(place, ['doctor']);
  expect(stdout).not.toContain('distribution');
});

testOnPostgres('a database without tables is migrated before it is distributed', async () => {
  const empty = await newEmptyPlace();
  const { code, stderr } = await runCommandHere(empty, ['database', 'distribute'], {
    LATCHKEY_SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
  });
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('run `latchkey migrate`') });
  await empty.remove();
});

testOnCitus(
  'a table that a migration adds is refused until it is distributed, with the rows that it has',
  async () => {
    const loginId = 'ada@example.com';
    await whileServed(place, ({ manage }) => manage('POST', '/v1/mgmt/user/create', { loginId }));
    expect(JSON.parse((await distribute('--json')).stdout)).toMatchObject({ distributed: [] });

    await place.execute(`create table notes ("projectId" text not null references projects (id) on delete cascade,
    id text not null, primary key ("projectId", id))`);
    await place.execute(`insert into notes select id, 'first' from projects`);
    const remedy = /Citus, but the table notes is not distributed\. Run `latchkey database distribute`/;
    await expect(whileServed(place, async () => {})).rejects.toThrow(remedy);
    expect(await runCommandHere(place, ['project', 'list'])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(remedy),
    });
    expect(await runCommandHere(place, ['doctor'])).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/distribution +problem/),
    });

    expect(await distribute('--shards', '3')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Leave --shards out'),
    });
    const { code, stdout } = await distribute('--json');
    const { distributed, logs } = JSON.parse(stdout);
    expect({ code, distributed }).toEqual({
      code: 0,
      distributed: [{ name: 'notes', rows: expect.any(Number) }],
    });
    expect(distributed[0].rows).toBeGreaterThan(0);
    expect(logs.length).toBe(distributed[0].rows);
    expect(await distribute()).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Nothing to do\./) });
    expect((await runCommandHere(place, ['doctor'])).stdout).toMatch(/distribution +ok/);
    await whileServed(place, async ({ request }) => {
      expect((await request('GET', '/readyz')).body).toEqual({ status: 'ok' });
    });
  },
);

testOnCitus('a table with a trigger, and one that was distributed in another way, are named', async () => {
  await place.execute(`create table marks ("projectId" text not null references projects (id) on update cascade,
    id text primary key)`);
  expect(await distribute()).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /The unique key marks_pkey of marks does not contain projectId\. The foreign key marks_projectId_fkey of marks changes rows on an update\./,
    ),
  });
  await place.execute('drop table marks');
  await place.execute(
    `create table marks ("projectId" text not null, id text not null, primary key ("projectId", id))`,
  );
  await place.execute(`select create_distributed_table('marks', 'projectId', colocate_with => 'none')`);
  expect(await distribute()).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('distributed in another way than Latchkey needs: marks'),
  });
  await place.execute('drop table marks');
});
