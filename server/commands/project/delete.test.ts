import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommandHere } from '../../../test/command-line.ts';
import { type Latchkey, startLatchkey } from '../../../test/harness.ts';
import { newPlace, type Place } from '../../../test/latchkey-process.ts';
import { createPasswordUser, refresh, signInByPassword } from '../../../test/signed-in.ts';
import { administrationProjectId } from '../../core/administration.ts';
import { prepareAdministration } from '../../domain/administration/administrators/administration-project.ts';

let place: Place;
let latchkey: Latchkey;

beforeAll(async () => {
  place = await newPlace();
  latchkey = await startLatchkey(place.env);
  await prepareAdministration(latchkey.service);
});

afterAll(async () => {
  await latchkey.close();
  await place.remove();
});

const run = (args: string[], stdin = '') => runCommandHere(place, ['project', ...args], {}, stdin);

async function listed(): Promise<string[]> {
  return JSON.parse((await run(['list', '--json'])).stdout).map(({ id }: { id: string }) => id);
}

async function newProject(): Promise<string> {
  return JSON.parse((await run(['create', '--name', 'Other', '--json'])).stdout).id;
}

/** Returns the names of the tables that have a row of the project. */
async function tablesWith(projectId: string): Promise<string[]> {
  const { db } = latchkey.service;
  const tables = (await db.introspection.getTables()).filter(({ columns }) =>
    columns.some(({ name }) => name === 'projectId'),
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const row = await db
      .selectFrom(name as 'users')
      .select('projectId')
      .where('projectId', '=', projectId)
      .executeTakeFirst();
    if (row) found.push(name);
  }
  return found;
}

test('a project is deleted with all its rows while a server runs, after its ID was typed', async () => {
  const { projectId } = latchkey;
  const other = await newProject();
  const rowsOfOther = await tablesWith(other);
  for (const tenant of [
    { id: 'a', name: 'A' },
    { id: 'b', name: 'B', parent: 'a' },
  ])
    expect((await latchkey.manage('POST', '/v1/mgmt/tenant/create', tenant)).status).toBe(200);
  // More than one batch.
  const users = Array.from({ length: 250 }, (_, index) => ({
    loginId: `user-${index}`,
    userTenants: [{ tenantId: 'b' }],
  }));
  for (const part of [users.slice(0, 100), users.slice(100, 200), users.slice(200)])
    expect((await latchkey.manage('POST', '/v1/mgmt/user/create/batch', { users: part })).status).toBe(200);
  const user = await createPasswordUser(latchkey);
  const { refreshJwt } = (await signInByPassword(latchkey, user)).body;

  for (const typed of ['', 'yes\n', `${other}\n`]) {
    const refused = await run(['delete', projectId], typed);
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toMatch(/251 users with 1 sessions, 2 tenants.*Nothing was deleted/s);
  }
  expect((await run(['delete', projectId, '--yes', other])).code).toBe(2);
  expect(await listed()).toContain(projectId);
  expect((await refresh(latchkey, refreshJwt)).status).toBe(200);

  const deleted = await run(['delete', projectId, '--json'], `${projectId}\n`);
  expect(deleted.code).toBe(0);
  expect(JSON.parse(deleted.stdout)).toMatchObject({ id: projectId, deleted: { users: 251, tenants: 2 } });

  latchkey.advance(6_000);
  expect((await refresh(latchkey, refreshJwt)).status).toBe(401);
  expect((await signInByPassword(latchkey, user)).status).toBe(401);
  expect((await latchkey.manage('GET', '/v1/mgmt/project/settings')).status).toBe(401);
  expect(await tablesWith(projectId)).toEqual([]);
  expect(await listed()).toEqual([other]);
  expect(await tablesWith(other)).toEqual(rowsOfOther);
  const events = await latchkey.service.db
    .selectFrom('auditEvents')
    .select(['actorType', 'data'])
    .where('projectId', '=', administrationProjectId)
    .where('action', '=', 'ProjectDeleted')
    .execute();
  expect(events).toEqual([{ actorType: 'commandLine', data: expect.stringContaining(projectId) }]);
});

test('an interrupted deletion continues with the next call, and the project stays hidden until then', async () => {
  const id = await newProject();
  await place.execute(`update projects set "importStartedAt" = -1 where id = '${id}'`);
  expect(await listed()).not.toContain(id);
  expect((await run(['set', id, '--name', 'x'])).code).toBe(1);
  expect(await run(['delete', id, '--yes', id])).toMatchObject({ code: 0, stderr: '' });
  expect(await tablesWith(id)).toEqual([]);
});

test('an unknown project, and that of the administrators, are refused', async () => {
  for (const id of [`P${'0'.repeat(27)}`, administrationProjectId]) {
    const refused = await run(['delete', id, '--yes', id]);
    expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('project list') });
  }
  expect(await tablesWith(administrationProjectId)).not.toEqual([]);
});
