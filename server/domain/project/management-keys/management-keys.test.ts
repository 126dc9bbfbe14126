import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import { loggedLines } from '../../../../test/server-log.ts';

let latchkey: Latchkey;

beforeAll(async () => {
  latchkey = await startLatchkey();
});
afterAll(() => latchkey.close());

const fullAccess = (projectId = latchkey.projectId) => ({
  projectRoles: [{ projectIds: [projectId], roles: ['project-full-access'] }],
});

type Owner = { projectId: string; managementKey: string };

function ask(owner: Owner, method: string, path: string, body?: unknown, from = latchkey) {
  return from.request(method, `/v1/mgmt/managementkey${path}`, {
    bearer: `${owner.projectId}:${owner.managementKey}`,
    body,
  });
}

async function create(fields: object = {}, owner: Owner = latchkey) {
  const body = { name: 'deploy', reBac: fullAccess(owner.projectId), ...fields };
  const answer = await ask(owner, 'PUT', '', body);
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 });
  return answer.body as { key: Record<string, unknown> & { id: string }; cleartext: string };
}

const works = async (managementKey: string, projectId = latchkey.projectId, from = latchkey) =>
  (await ask({ projectId, managementKey }, 'GET', '/search', undefined, from)).status === 200;

const remove = (ids: string[]) => ask(latchkey, 'POST', '/delete', { ids });

describe('the last use', () => {
  test('is precise to five minutes, and does not include refused uses', async () => {
    const { key, cleartext } = await create({ permittedIps: ['10.9.8.7'] });
    const { key: used, cleartext: secret } = await create();
    const lastUse = async (id: string) => (await ask(latchkey, 'GET', `?id=${id}`)).body.key.lastUsedTime;
    expect(await lastUse(used.id)).toBe(0);
    expect(await works(secret)).toBe(true);
    const first = await lastUse(used.id);
    expect(first).toBeCloseTo(latchkey.context.now() / 1000, -2);
    latchkey.advance(4 * 60_000);
    await works(secret);
    expect(await lastUse(used.id)).toBe(first);
    latchkey.advance(2 * 60_000);
    await Promise.all([works(secret), works(secret), works(secret)]);
    expect((await lastUse(used.id)) - first).toBeGreaterThanOrEqual(360);
    expect(await works(cleartext)).toBe(false);
    expect(await lastUse(key.id)).toBe(0);
    await remove([key.id, used.id]);
  });
});

describe('creating keys', () => {
  test('shows a secret of 256 bits once, which works at once and is stored as a hash', async () => {
    const { key, cleartext } = await create({ description: 'of the CI', expiresIn: '3600' });
    expect(cleartext).toMatch(/^[\w-]{43}$/);
    expect(key).toMatchObject({
      id: expect.stringMatching(/^K\w{27}$/),
      name: 'deploy',
      description: 'of the CI',
      status: 'active',
      permittedIps: [],
      reBac: { companyRoles: [], tagRoles: [], ...fullAccess() },
    });
    expect((key['expireTime'] as number) - (key['createdTime'] as number)).toBe(3600);
    expect(await works(cleartext)).toBe(true);
    const loaded = await ask(latchkey, 'GET', `?id=${key.id}`);
    expect(loaded.body).toEqual({ key: { ...key, lastUsedTime: expect.any(Number) } });
    const rows = await latchkey.service.db
      .selectFrom('managementKeys')
      .selectAll()
      .where('projectId', '=', latchkey.projectId)
      .execute();
    expect(JSON.stringify(rows)).not.toContain(cleartext);
    await remove([key.id]);
  });

  test('accepts the company role as an equivalent of the project role', async () => {
    const { key, cleartext } = await create({ reBac: { companyRoles: ['company-full-access'] } });
    const other = await latchkey.addProject();
    expect(await works(cleartext)).toBe(true);
    expect(await works(cleartext, other.projectId)).toBe(false);
    await remove([key.id]);
  });

  test.each([
    [
      'a lesser role',
      { projectRoles: [{ projectIds: ['own'], roles: ['viewer'] }] },
      501,
      'E501001',
      'viewer',
    ],
    ['another role of the company', { companyRoles: ['company-auditor'] }, 501, 'E501001', 'company-auditor'],
    [
      'a role by tags',
      { tagRoles: [{ tags: ['prod'], roles: ['project-full-access'] }] },
      501,
      'E501001',
      'tagRoles',
    ],
    [
      'another project',
      { projectRoles: [{ projectIds: ['P1'], roles: ['project-full-access'] }] },
      400,
      'E011004',
      '',
    ],
    ['no project', { projectRoles: [{ roles: ['project-full-access'] }] }, 400, 'E011004', 'reBac'],
    ['nothing', {}, 400, 'E011004', 'reBac'],
    ['null', null, 400, 'E011004', 'reBac'],
  ])(
    'refuses a key for %s, because it would get full access',
    async (_what, reBac, status, errorCode, named) => {
      const own = JSON.parse(JSON.stringify(reBac).replace('"own"', `"${latchkey.projectId}"`));
      const answer = await ask(latchkey, 'PUT', '', { name: 'x', reBac: own });
      expect(answer).toMatchObject({ status, body: { errorCode } });
      expect(answer.body.errorMessage).toContain(named);
    },
  );

  test('refuses an invalid address', async () => {
    const answer = await ask(latchkey, 'PUT', '', { name: 'x', reBac: fullAccess(), permittedIps: ['home'] });
    expect(answer).toMatchObject({ status: 400, body: { errorCode: 'E011004' } });
  });

  test('stops at twenty live keys, even for concurrent creations and activations', async () => {
    const owner = await latchkey.addProject();
    const body = { name: 'x', reBac: fullAccess(owner.projectId) };
    const answers = await Promise.all(Array.from({ length: 25 }, () => ask(owner, 'PUT', '', body)));
    const made = answers.filter(({ status }) => status === 200);
    expect(made).toHaveLength(19);
    expect(answers.find(({ status }) => status !== 200)).toMatchObject({
      status: 400,
      body: { errorCode: 'E011004' },
    });
    const ids = made.map((answer) => answer.body.key.id as string);
    const patch = (id: string, status: string) => ask(owner, 'PATCH', '', { id, name: 'x', status });
    await patch(ids[0] as string, 'inactive');
    await create({}, owner);
    expect((await patch(ids[0] as string, 'active')).body.errorCode).toBe('E011004');
    expect((await ask(owner, 'GET', `?id=${ids[0]}`)).body.key.status).toBe('inactive');
  });
});

describe('a key is refused', () => {
  test('from its expiry on', async () => {
    const { cleartext, key } = await create({ expiresIn: 60 });
    expect(await works(cleartext)).toBe(true);
    latchkey.advance(61_000);
    expect(await works(cleartext)).toBe(false);
    latchkey.advance(-61_000);
    await remove([key.id]);
  });

  test('on every instance as soon as it is inactive or deleted', async () => {
    const another = await latchkey.startAnother();
    const { key, cleartext } = await create();
    expect(await works(cleartext, latchkey.projectId, another)).toBe(true);
    await ask(latchkey, 'PATCH', '', { id: key.id, name: 'deploy', status: 'inactive' });
    expect(await works(cleartext, latchkey.projectId, another)).toBe(false);
    await ask(latchkey, 'PATCH', '', { id: key.id, name: 'deploy', status: 'active' });
    expect(await works(cleartext, latchkey.projectId, another)).toBe(true);
    await remove([key.id]);
    expect(await works(cleartext, latchkey.projectId, another)).toBe(false);
    await another.close();
  });

  test('from an address that is not on its list', async () => {
    const here = await create({ permittedIps: ['127.0.0.1', '::1'] });
    const there = await create({ permittedIps: ['203.0.113.0/24'] });
    expect(await works(here.cleartext)).toBe(true);
    expect(await works(there.cleartext)).toBe(false);
    await remove([here.key.id, there.key.id]);
  });

  test.each(['x-forwarded-for', 'forwarded', 'via'])(
    'through an unconfigured proxy (%s) if it has a list of addresses: the log names the setting',
    async (header) => {
      const open = await create();
      const here = await create({ permittedIps: ['127.0.0.1', '::1'] });
      const load = (cleartext: string) =>
        latchkey.request('POST', '/v1/mgmt/projects/list', {
          bearer: `${latchkey.projectId}:${cleartext}`,
          headers: { [header]: '127.0.0.1' },
          body: {},
        });
      expect((await load(open.cleartext)).status).toBe(200);
      const refused = await load(here.cleartext);
      expect(refused).toMatchObject({ status: 401, body: { errorCode: 'E111119' } });
      expect(JSON.stringify(refused.body)).not.toMatch(/proxy|LATCHKEY/);
      expect(loggedLines()).toContain('LATCHKEY_TRUSTED_PROXIES');
      expect(loggedLines()).toContain(here.key.id);
      await remove([open.key.id, here.key.id]);
    },
  );

  test('in another project, truncated, or with a suffix', async () => {
    const other = await latchkey.addProject();
    const { managementKey } = latchkey;
    expect(await works(managementKey, other.projectId)).toBe(false);
    expect(await works(managementKey.slice(0, -1))).toBe(false);
    expect(await works(`${managementKey}0`)).toBe(false);
  });
});

describe('changing keys', () => {
  test('absent fields stay, and empty ones are cleared', async () => {
    const { key } = await create({ description: 'one', permittedIps: ['127.0.0.1'] });
    const { body } = await ask(latchkey, 'PATCH', '', { id: key.id, name: 'renamed', permittedIps: null });
    expect(body.key).toEqual({ ...key, name: 'renamed' });
    const cleared = await ask(latchkey, 'PATCH', '', { id: key.id, description: '', permittedIps: [] });
    expect(cleared.body.key).toEqual({ ...key, name: 'renamed', description: '', permittedIps: [] });
    await remove([key.id]);
  });

  test('a key can neither delete nor deactivate itself, nor lock out its caller', async () => {
    const { key, cleartext } = await create();
    const self = { projectId: latchkey.projectId, managementKey: cleartext };
    const attempts = [
      await ask(self, 'POST', '/delete', { ids: [key.id] }),
      await ask(self, 'PATCH', '', { id: key.id, name: 'x', status: 'inactive' }),
      await ask(self, 'PATCH', '', { id: key.id, name: 'x', permittedIps: ['203.0.113.7'] }),
    ];
    for (const answer of attempts)
      expect(answer).toMatchObject({ status: 400, body: { errorCode: 'E011004' } });
    const relayed = await latchkey.request('PATCH', '/v1/mgmt/managementkey', {
      bearer: `${latchkey.projectId}:${cleartext}`,
      headers: { via: '1.1 proxy.example' },
      body: { id: key.id, name: 'x', permittedIps: ['127.0.0.1'] },
    });
    expect(relayed).toMatchObject({ status: 400, body: { errorCode: 'E011004' } });
    expect(relayed.body.errorMessage).toContain('LATCHKEY_TRUSTED_PROXIES');
    expect(await works(cleartext)).toBe(true);
    expect((await remove([key.id])).body).toEqual({ total: 1 });
  });

  test('deletion returns the number of deleted keys, and refuses an empty list', async () => {
    const { key } = await create();
    expect((await remove([])).status).toBe(400);
    expect((await remove([key.id, `K${'0'.repeat(27)}`])).body).toEqual({ total: 1 });
    expect((await remove([key.id])).body).toEqual({ total: 0 });
  });

  test('another project’s keys are refused like unknown ones', async () => {
    const { key, cleartext } = await create();
    const other = await latchkey.addProject();
    const missing = { status: 404, body: { errorCode: 'E111601' } };
    expect(await ask(other, 'GET', `?id=${key.id}`)).toMatchObject(missing);
    expect(await ask(other, 'PATCH', '', { id: key.id, name: 'x', status: 'inactive' })).toMatchObject(
      missing,
    );
    expect((await ask(other, 'POST', '/delete', { ids: [key.id] })).body).toEqual({ total: 0 });
    expect((await ask(other, 'GET', '/search')).body.keys).toHaveLength(1);
    expect(await works(cleartext)).toBe(true);
    await remove([key.id]);
  });
});

test('@descope/node-sdk creates, changes, finds and deletes keys', async () => {
  const { managementKey } = latchkey.sdk().management;
  const created = await managementKey.create('sdk', fullAccess(), 'by the SDK', 3600, ['127.0.0.1', '::1']);
  const { key, cleartext } = created.data as NonNullable<typeof created.data>;
  expect(key).toMatchObject({ name: 'sdk', status: 'active', reBac: fullAccess() });
  expect(await works(cleartext)).toBe(true);
  expect((await managementKey.load(key.id)).data?.description).toBe('by the SDK');
  const updated = await managementKey.update(key.id, 'renamed', 'still', 'inactive', ['127.0.0.1']);
  expect(updated.data).toMatchObject({ name: 'renamed', status: 'inactive', permittedIps: ['127.0.0.1'] });
  expect((await managementKey.search()).data?.map(({ id }) => id)).toContain(key.id);
  expect((await managementKey.delete([key.id])).ok).toBe(true);
  expect(await managementKey.load(key.id)).toMatchObject({ ok: false, code: 404 });
});
