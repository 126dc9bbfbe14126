import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testOnSqlite } from '../../../../test/engine.ts';
import { type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import { createPasswordUser, signInByPassword } from '../../../../test/signed-in.ts';
import { prepareFirstStart } from '../../../commands/serve/first-start.ts';
import { readConfig } from '../../../core/config.ts';
import { sweep } from '../../../groups.ts';
import { acrossProjects } from '../../../storage/scope.ts';
import { foldAll } from '../../directory/users/search/fold-soon.ts';
import { claimDeletion } from '../../project/projects/delete-project.ts';

let latchkey: Latchkey;
beforeAll(async () => {
  latchkey = await startLatchkey();
});
afterAll(() => latchkey.close());

test('a project is cloned by the public SDK, and the same key manages the clone', async () => {
  await latchkey.manage('POST', '/v1/mgmt/role/create', { name: 'Clerk' });
  await latchkey.manage('POST', '/v1/mgmt/user/create', { loginId: 'ada' });
  const { data } = await latchkey.sdk().management.project.clone('Staging', undefined, ['eu']);
  expect(data).toMatchObject({ projectName: 'Staging', environment: '', tags: ['eu'] });
  const bearer = `${data?.projectId}:${latchkey.managementKey}`;
  const roles = await latchkey.request('GET', '/v1/mgmt/role/all', { bearer });
  expect(roles.body.roles.map(({ name }: { name: string }) => name)).toContain('Clerk');
  const users = await latchkey.request('POST', '/v2/mgmt/user/search', { bearer, body: {} });
  expect(users.body.users).toEqual([]);

  const typed = await latchkey.manage('POST', '/v1/mgmt/project/clone', {
    name: 'x',
    environment: 'production',
  });
  expect([typed.status, typed.body.errorCode]).toEqual([501, 'E501001']);
});

test('the key of a clone ends with the key that cloned it, also in a clone of the clone', async () => {
  const own = await latchkey.addProject();
  const manage = (projectId: string, key: string, method: string, path: string, body?: object) =>
    latchkey.request(method, `/v1/mgmt/${path}`, { bearer: `${projectId}:${key}`, body });
  const create = async () => {
    const reBac = { companyRoles: ['company-full-access'] };
    const body = { name: 'cloner', reBac, permittedIps: ['127.0.0.1', '::1'] };
    return (await manage(own.projectId, own.managementKey, 'PUT', 'managementkey', body)).body;
  };
  const clone = async (projectId: string, key: string): Promise<string> =>
    (await manage(projectId, key, 'POST', 'project/clone', { name: 'Clone' })).body.projectId;
  const works = async (projectId: string, key: string) =>
    (await manage(projectId, key, 'GET', 'role/all')).status === 200;
  const change = (id: string, changes: object) =>
    manage(own.projectId, own.managementKey, 'PATCH', 'managementkey', { id, name: 'cloner', ...changes });

  const { cleartext, key } = await create();
  const first = await clone(own.projectId, cleartext);
  const second = await clone(first, cleartext);
  const everywhere = async () => [await works(first, cleartext), await works(second, cleartext)];
  expect(await everywhere()).toEqual([true, true]);
  for (const [ends, begins] of [
    [{ status: 'inactive' }, { status: 'active' }],
    [{ permittedIps: ['203.0.113.7'] }, { permittedIps: [] }],
  ] as const) {
    await change(key.id, ends);
    expect(await everywhere()).toEqual([false, false]);
    await change(key.id, begins);
    expect(await everywhere()).toEqual([true, true]);
  }
  await manage(own.projectId, own.managementKey, 'POST', 'managementkey/delete', { ids: [key.id] });
  expect(await everywhere()).toEqual([false, false]);

  const another = await create();
  const third = await clone(own.projectId, another.cleartext);
  expect(await works(third, another.cleartext)).toBe(true);
  await manage(own.projectId, own.managementKey, 'POST', 'project/delete', {});
  expect(await works(third, another.cleartext)).toBe(false);
});

test('a client ID belongs to the first project that has it: others are refused it, and clones and imports get new ones', async () => {
  const [first, second] = [await latchkey.addProject(), await latchkey.addProject()];
  type Place = { projectId: string; managementKey: string };
  const manage = async ({ projectId, managementKey }: Place, path: string, body: object) =>
    latchkey.request('POST', `/v1/mgmt/${path}`, { bearer: `${projectId}:${managementKey}`, body });
  const moved = { clientId: 'grafana-prod', clientSecret: 'a secret that has moved here' };
  const app = { name: 'Grafana', loginPageUrl: 'https://grafana.example.com/' };
  const create = (place: Place, more: object) =>
    manage(place, 'sso/idp/app/oidc/create', { ...app, ...more });
  const isKnown = async (id: string) => {
    const { status } = await latchkey.request('POST', `/${id}/oauth2/v1/token`, {
      headers: {
        authorization: `Basic ${btoa(`${moved.clientId}:${moved.clientSecret}`)}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      rawBody: 'grant_type=client_credentials',
    });
    return status === 200;
  };
  const { id } = (await create(first, moved)).body;
  expect(await isKnown(id)).toBe(true);

  const generated = { clientId: `${first.projectId}.${id}` };
  for (const taken of [moved, generated, { clientId: first.projectId }]) {
    const refused = await create(second, { id, ...taken });
    expect(refused).toMatchObject({ status: 400, body: { errorCode: 'E111801' } });
    expect(refused.body.errorMessage).toContain('another project');
  }
  const clientIdIn = async ({ projectId, managementKey }: Place) => {
    const bearer = `${projectId}:${managementKey}`;
    const path = `/v1/mgmt/sso/idp/app/load?id=${id}`;
    return (await latchkey.request('GET', path, { bearer })).body.oidcSettings.clientId;
  };
  const note = `ssoApplications/${id}.json: the client ID grafana-prod belongs to another project`;
  const notes = [expect.stringContaining(note)];
  const cloned = (await manage(first, 'project/clone', { name: 'Clone' })).body;
  expect(cloned).toMatchObject({ notes });
  expect(await clientIdIn({ ...first, projectId: cloned.projectId })).toBe(`${cloned.projectId}.${id}`);

  const { files } = (await manage(first, 'project/snapshot/export', {})).body;
  expect((await manage(second, 'project/snapshot/validate', { files })).body).toMatchObject({
    ok: true,
    notes,
  });
  for (const _ of [1, 2]) {
    const imported = await manage(second, 'project/snapshot/import', { files });
    expect(imported).toMatchObject({ status: 200, body: { notes } });
  }
  expect(await clientIdIn(second)).toBe(`${second.projectId}.${id}`);
  expect(await isKnown(id)).toBe(true);
  expect(await clientIdIn(first)).toBe(moved.clientId);
  expect((await manage(first, 'project/snapshot/import', { files })).body).toEqual({ notes: [] });

  // Once it is free, another project can have it.
  await manage(first, 'sso/idp/app/delete', { id });
  expect((await create(second, { ...moved, name: 'Mine' })).status).toBe(200);
});

test('a deleted project is gone for its key and its users at once, and its rows later', async () => {
  const { projectId, managementKey } = await latchkey.addProject();
  const bearer = `${projectId}:${managementKey}`;
  const manage = (path: string, body: object) =>
    latchkey.request('POST', `/v1/mgmt/${path}`, { bearer, body });
  expect((await manage('user/create', { loginId: 'ada' })).status).toBe(200);
  expect(await manage('project/delete', {})).toMatchObject({ status: 200, body: {} });
  expect((await manage('user/create', { loginId: 'bob' })).status).toBe(401);
  expect(await rowsOf(projectId)).toEqual({ projects: 1, users: 1 });
  await sweep(latchkey.service);
  expect(await rowsOf(projectId)).toEqual({ projects: 0, users: 0 });
  // Others are untouched.
  expect((await signInByPassword(latchkey, await createPasswordUser(latchkey))).status).toBe(200);
});

test('of several processes, one at a time deletes the rows of a project', async () => {
  const { projectId, managementKey } = await latchkey.addProject();
  const bearer = `${projectId}:${managementKey}`;
  await latchkey.request('POST', '/v1/mgmt/project/delete', { bearer, body: {} });
  const claims = await Promise.all([1, 2].map(() => claimDeletion(latchkey.context, projectId)));
  expect(claims.filter((claimed) => claimed)).toHaveLength(1);
  await sweep(latchkey.service);
  expect(await rowsOf(projectId)).toEqual({ projects: 1, users: 0 });
  // The process that had begun was stopped.
  latchkey.advance(31_000);
  await sweep(latchkey.service);
  expect(await rowsOf(projectId)).toEqual({ projects: 0, users: 0 });
});

test('a server starts while its only project is being deleted, and refuses to wait for that project', async () => {
  const own = await startLatchkey();
  const { projectId } = own;
  expect((await own.manage('POST', '/v1/mgmt/project/delete', {})).status).toBe(200);
  const config = readConfig('development', {});
  await expect(prepareFirstStart(own.service, { ...config, projectId })).rejects.toThrow(
    `project delete ${projectId}`,
  );
  const { project } = await prepareFirstStart(own.service, config);
  expect(project?.id).toEqual(expect.any(String));
  expect(project?.id).not.toBe(projectId);
  await own.close();
});

async function rowsOf(projectId: string) {
  const { db } = latchkey.service;
  const projects = await db.selectFrom('projects').select('id').where('id', '=', projectId).execute();
  const users = await db.selectFrom('users').select('id').where('projectId', '=', projectId).execute();
  return { projects: projects.length, users: users.length };
}

// PostgreSQL has the texts in rows of the project.
testOnSqlite('a deleted project leaves no text in the search index', async () => {
  const texts = async () => {
    await foldAll(latchkey.service);
    await sweep(latchkey.service);
    const { rows } = await sql<{
      count: number;
    }>`select count(*) as count from "searchTexts_docsize"`.execute(acrossProjects(latchkey.service.db));
    return rows[0]!.count;
  };
  const before = await texts();
  const { projectId, managementKey } = await latchkey.addProject();
  const bearer = `${projectId}:${managementKey}`;
  for (const loginId of ['ada', 'bob'])
    await latchkey.request('POST', '/v1/mgmt/user/create', { bearer, body: { loginId, name: 'Some Body' } });
  expect(await texts()).toBe(before + 2);
  await latchkey.request('POST', '/v1/mgmt/project/delete', { bearer, body: {} });
  expect(await texts()).toBe(before);
});
