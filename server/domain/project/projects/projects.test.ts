import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testOnPostgres } from '../../../../test/engine.ts';
import { type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import { transaction } from '../../../storage/transaction.ts';
import { updateProject } from './update-project.ts';

let latchkey: Latchkey;

beforeAll(async () => {
  latchkey = await startLatchkey();
});
afterAll(() => latchkey.close());

const list = async (from = latchkey) =>
  (await from.manage('POST', '/v1/mgmt/projects/list', {})).body.projects;
const settings = (body?: object, from = latchkey) =>
  from.manage(body ? 'POST' : 'GET', '/v1/mgmt/project/settings', body);

test('@descope/node-sdk renames and tags the project, and sees no other', async () => {
  await latchkey.addProject();
  const { project } = latchkey.sdk().management;
  expect((await project.updateName('Shop')).ok).toBe(true);
  expect((await project.updateTags(['prod', 'eu', 'prod'])).ok).toBe(true);
  expect((await project.listProjects()).data).toEqual([
    { id: latchkey.projectId, name: 'Shop', environment: '', tags: ['prod', 'eu'] },
  ]);
  expect(await list()).toMatchObject([{ tag: 'prod' }]);
  await project.updateTags([]);
  expect(await list()).toMatchObject([{ tags: [], tag: '' }]);
});

test('a blank name, a missing list and empty tags are refused', async () => {
  const update = (what: string, body: object) =>
    latchkey.manage('POST', `/v1/mgmt/project/update/${what}`, body);
  for (const body of [{}, { name: '' }, { name: ' ' }, { name: null }]) {
    expect(await update('name', body)).toMatchObject({ status: 400, body: { errorCode: 'E011002' } });
  }
  expect((await update('tags', {})).body.errorCode).toBe('E011002');
  expect((await update('tags', { tags: [' '] })).status).toBe(400);
  expect((await update('tags', { tags: Array.from({ length: 51 }, (_, i) => `t${i}`) })).status).toBe(400);
});

test('absent settings stay, and changed ones apply to later requests', async () => {
  const before = (await settings()).body;
  expect(before).toMatchObject({
    redirectUrls: [],
    sessionLifetimeSeconds: 600,
    refreshIdleSeconds: 14 * 86_400,
    refreshLifetimeSeconds: 30 * 86_400,
    signingAlgorithm: 'RS256',
  });
  const changes = { redirectUrls: ['https://*.example.com/cb'], sessionLifetimeSeconds: 120 };
  expect((await settings(changes)).body).toEqual({ ...before, ...changes });
  const idle = await settings({ refreshIdleSeconds: 3_600, refreshLifetimeSeconds: 7_200 });
  expect(idle.body).toEqual({
    ...before,
    ...changes,
    refreshIdleSeconds: 3_600,
    refreshLifetimeSeconds: 7_200,
  });
  const key = await latchkey.manage('POST', '/v1/mgmt/accesskey/create', { name: 'x' });
  const bearer = `${latchkey.projectId}:${key.body.cleartext}`;
  const { body } = await latchkey.request('POST', '/v1/auth/accesskey/exchange', { bearer });
  expect(body.expiration - Math.floor(latchkey.service.now() / 1000)).toBeGreaterThan(110);
  expect(body.expiration - Math.floor(latchkey.service.now() / 1000)).toBeLessThanOrEqual(120);
});

test.each([
  { redirectUrls: ['javascript:alert(1)'] },
  { sessionLifetimeSeconds: 59 },
  { sessionLifetimeSeconds: 86_401 },
  { refreshIdleSeconds: 0 },
  { refreshLifetimeSeconds: 366 * 86_400 },
])('%j is refused and changes nothing', async (changes) => {
  const before = (await settings()).body;
  const refused = await settings({ ...changes, signingAlgorithm: 'RS256' });
  expect(refused).toMatchObject({ status: 400, body: { errorCode: 'E011004' } });
  expect((await settings()).body).toEqual(before);
});

test('the settings of a new project can be loaded after this project has changed its own', async () => {
  const owner = await latchkey.addProject();
  const bearer = `${owner.projectId}:${owner.managementKey}`;
  const read = (path = '') => latchkey.request('GET', `/v1/mgmt/project/settings${path}`, { bearer });
  const fresh = (await read()).body;
  const body = { sessionLifetimeSeconds: 120, rateLimits: { callsPerKey: { requests: 1_000, seconds: 1 } } };
  await latchkey.request('POST', '/v1/mgmt/project/settings', { bearer, body });
  expect((await read()).body).not.toEqual(fresh);
  expect((await read('/default')).body).toEqual(fresh);
});

test('another signing algorithm gets a key that is published before it signs', async () => {
  const owner = await latchkey.addProject();
  const bearer = `${owner.projectId}:${owner.managementKey}`;
  const body = { signingAlgorithm: 'ES256' };
  const changed = await latchkey.request('POST', '/v1/mgmt/project/settings', { bearer, body });
  expect(changed.body.signingAlgorithm).toBe('ES256');
  const { body: jwks } = await latchkey.request('GET', `/v2/keys/${owner.projectId}`);
  expect(jwks.keys.map((key: { alg: string }) => key.alg).sort()).toEqual(['ES256', 'RS256']);
});

test('concurrent changes of different settings are all kept, on every instance', {
  tags: 'race',
}, async () => {
  const another = await latchkey.startAnother();
  await Promise.all([
    settings({ sessionLifetimeSeconds: 300 }),
    settings({ redirectUrls: ['https://one.example/cb'] }, another),
    settings({ refreshIdleSeconds: 4_000 }, another),
    latchkey.manage('POST', '/v1/mgmt/project/update/name', { name: 'At once' }),
  ]);
  expect((await settings(undefined, another)).body).toMatchObject({
    sessionLifetimeSeconds: 300,
    redirectUrls: ['https://one.example/cb'],
    refreshIdleSeconds: 4_000,
  });
  expect(await list(another)).toMatchObject([{ name: 'At once' }]);
  await another.close();
});

testOnPostgres('while settings are changed for as long as an import takes, users can continue', async () => {
  const created = await transaction(latchkey.context, async (ctx) => {
    await updateProject(ctx, { tags: ['importing'] });
    const create = latchkey.manage('POST', '/v1/mgmt/user/create', { loginId: 'meanwhile' });
    return Promise.race([create, sleep(60_000)]);
  });
  expect(created).toMatchObject({ status: 200 });
});
