import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testOnSqlite } from '../../../../test/engine.ts';
import { type Answer, type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import { postingsQuery } from './blocks/store-blocks.ts';
import { type Criterion, everyEvent } from './event-filter.ts';
import { readQuery, sealedQuery, unsealedQuery } from './store-places.ts';

let latchkey: Latchkey;
/** Each test has a project of its own, whose log starts empty. */
let owner: { projectId: string; managementKey: string };

beforeAll(async () => {
  latchkey = await startLatchkey();
});
afterAll(() => latchkey.close());
beforeEach(async () => {
  owner = await latchkey.addProject();
});

function ask(path: string, body: object, headers: Record<string, string> = {}): Promise<Answer> {
  const bearer = `${owner.projectId}:${owner.managementKey}`;
  return latchkey.request('POST', path, { bearer, body, headers });
}

async function search(body: object = {}) {
  const answer = await ask('/v1/mgmt/audit/search', body);
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 });
  return answer.body as { audits: Record<string, unknown>[]; total: number };
}

const actions = async (body: object) => (await search(body)).audits.map(({ action }) => action);
/** Records an event; each one has a time of its own. */
function event(action: string, fields: object = {}, headers = {}) {
  latchkey.advance(5);
  return ask('/v1/mgmt/audit/event', { action, type: 'info', actorId: 'robot', ...fields }, headers);
}

type Explained = { explain(format: undefined, how: RawBuilder<unknown>): Promise<{ detail: string }[]> };

/** Returns the plan of SQLite. */
async function planOf(query: unknown): Promise<string[]> {
  const rows = await (query as Explained).explain(undefined, sql`query plan`);
  return rows.map(({ detail }) => detail);
}

describe('searching', () => {
  test('returns an empty list for an empty log', async () => {
    expect(await search()).toEqual({ audits: [], total: 0 });
  });

  test('returns every field of a change, in the forms that SDKs can read', async () => {
    const made = await ask('/v1/mgmt/user/create', {
      loginId: 'ada@audit.example',
      additionalLoginIds: ['ada'],
    });
    const { userId } = made.body.user;
    const { audits, total } = await search();
    expect(total).toBe(1);
    expect(audits[0]).toMatchObject({
      ID: expect.stringMatching(/^A/),
      projectId: owner.projectId,
      action: 'UserCreated',
      type: 'info',
      occurred: expect.stringMatching(/^\d{13}$/),
      actorType: 'managementKey',
      actorId: expect.stringMatching(/^K/),
      userId,
      externalIds: ['ada@audit.example', 'ada'],
      tenants: [],
      device: 'Bot',
      geo: '',
      remoteAddress: '127.0.0.1',
    });
  });

  test('names what an event refers to, as it is called now', async () => {
    await ask('/v1/mgmt/tenant/create', { id: 'acme', name: 'Acme' });
    const made = await ask('/v1/mgmt/user/create', { loginId: 'ada@audit.example', name: 'Ada Lovelace' });
    const { userId } = made.body.user;
    await event('one', { userId, tenantId: 'acme', actorId: userId, data: { application: '~S1' } });
    await ask('/v1/mgmt/tenant/update', { id: 'acme', name: 'Acme Robotics' });
    const { audits } = await search({ actions: ['one'] });
    expect(audits[0]?.['names']).toEqual({ [userId]: 'Ada Lovelace', acme: 'Acme Robotics' });
    const [created] = (await search({ actions: ['UserCreated'] })).audits;
    expect(Object.values(created?.['names'] ?? {})).toContain('Ada Lovelace');
    expect(Object.keys(created?.['names'] ?? {})).toContain(created?.['actorId']);
    await ask('/v1/mgmt/user/delete', { loginId: 'ada@audit.example' });
    expect((await search({ actions: ['one'] })).audits[0]?.['names']).toEqual({ acme: 'Acme Robotics' });
  });

  test('finds what happened to a person by the words for both', async () => {
    for (const name of ['Joan Smith', 'Bo Jones'])
      await ask('/v1/mgmt/user/create', { loginId: `${name[0]}@audit.example`, name });
    for (const first of ['J', 'B'])
      await ask('/v1/mgmt/user/update/status', { loginId: `${first}@audit.example`, status: 'disabled' });
    const found = await search({ text: 'joan disabled' });
    expect(found.audits.map(({ externalIds }) => externalIds)).toEqual([['J@audit.example']]);
    expect((await search({ text: 'disabled' })).total).toBe(2);
    expect((await search({ text: 'joan smith disabled nothing' })).total).toBe(0);
    const [{ userId } = {}] = found.audits;
    await event('three', { actorId: userId });
    expect(await actions({ text: 'three SMITH' })).toEqual(['three']);
  });

  test('applies each filter alone', async () => {
    await ask('/v1/mgmt/tenant/create', { id: 'acme', name: 'acme' });
    const { body } = await ask('/v1/mgmt/user/create', { loginId: 'ada' });
    const { userId } = body.user;
    const safari = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148';
    await event('one', { userId, tenantId: 'acme', data: { Note: 'Fifty % off' } }, { 'user-agent': safari });
    await event('two', { actorId: 'somebody', type: 'warn' });
    const own = { actorIds: ['robot', 'somebody'] };
    expect(await actions(own)).toEqual(['two', 'one']);
    expect(await actions({ ...own, oldestFirst: true })).toEqual(['one', 'two']);
    expect(await actions({ userIds: [userId] })).toEqual(['one', 'UserCreated']);
    expect(await actions({ userIds: [userId, 'x'], actions: ['one', 'two'] })).toEqual(['one']);
    expect(await actions({ externalIds: ['ADA'] })).toEqual(['one', 'UserCreated']);
    expect(await actions({ externalIds: ['nobody'] })).toEqual([]);
    expect(await actions({ externalIds: ['ada'], userIds: ['x'] })).toEqual([]);
    expect(await actions({ ...own, excludedExternalIds: ['ada'] })).toEqual(['two']);
    expect(await actions({ actions: ['one'] })).toEqual(['one']);
    expect(await actions({ excludedActions: ['one', 'UserCreated', 'TenantCreated'] })).toEqual(['two']);
    expect(await actions({ actorIds: ['somebody'] })).toEqual(['two']);
    expect(await actions({ ...own, tenants: ['acme'] })).toEqual(['one']);
    expect(await actions({ ...own, tenants: ['acme'], noTenants: true })).toEqual(['two', 'one']);
    expect(await actions({ types: ['warn', 'error'] })).toEqual(['two']);
    expect(await actions({ devices: ['Mobile'] })).toEqual(['one']);
    expect(await actions({ ...own, remoteAddresses: ['127.0.0.1'] })).toEqual(['two', 'one']);
    expect(await actions({ actorTypes: ['external', 'user'] })).toEqual(['two', 'one']);
    expect(await actions({ actorTypes: ['administrator'] })).toEqual([]);
    expect(await actions({ remoteAddresses: ['203.0.113.7'] })).toEqual([]);
    expect(await actions({ methods: ['totp'] })).toEqual([]);
    expect(await actions({ geos: ['NL'] })).toEqual([]);
    expect(await actions({ text: 'FIFTY %' })).toEqual(['one']);
    expect(await actions({ text: '5%f' })).toEqual([]);
    expect(await actions({ ...own, text: 'ADA' })).toEqual(['one']);
    expect(await actions({ ...own, text: 'mobile' })).toEqual(['one']);
    expect(await actions({ ...own, text: 'mobile  ada' })).toEqual(['one']);
    expect(await actions({ ...own, text: 'somebody ada' })).toEqual([]);
    expect(await actions({ loginIdsContain: ['nobody', 'Da'] })).toEqual(['one', 'UserCreated']);
    expect(await actions({ loginIdsContain: ['a%a'] })).toEqual([]);
    expect(await actions({ ...own, loginIdsContain: ['', ' '] })).toEqual(['two', 'one']);
    expect(await actions({ ...own, loginIdsNotContain: ['AD'] })).toEqual(['two']);
    expect(await actions({ text: 'SOMEBODY' })).toEqual(['two']);
    expect(
      await actions({ ...own, text: '127.0.0.1', tenants: ['acme'], devices: ['Mobile', 'Bot'] }),
    ).toEqual(['one']);
  });

  test('accepts times, defaults to the last month, and ignores invalid times', async () => {
    const dayMs = 86_400_000;
    const start = latchkey.service.now();
    await event('old');
    latchkey.advance(31 * dayMs);
    await event('new');
    expect(await actions({})).toEqual(['new']);
    expect(await actions({ from: 0, to: 0 })).toEqual(['new']);
    expect(await actions({ from: -62_135_596_800_000, to: '-62135596800000' })).toEqual(['new']);
    expect(await actions({ from: start - 1_000 })).toEqual(['new', 'old']);
    expect(await actions({ from: String(start - 1_000), to: String(start + dayMs) })).toEqual(['old']);
    expect(await actions({ from: start + 40 * dayMs })).toEqual([]);
    latchkey.advance(-31 * dayMs);
  });

  test('returns every event once over all pages, with either name for the page size', async () => {
    for (let index = 0; index < 7; index++) await event(`e${index}`);
    const pages = [0, 1, 2, 3].map((page) => search({ page, ...(page % 2 ? { size: 3 } : { limit: 3 }) }));
    const found = await Promise.all(pages);
    expect(found.map(({ total }) => total)).toEqual([7, 7, 7, 7]);
    expect(found.map(({ audits }) => audits.length)).toEqual([3, 3, 1, 0]);
    const all = found.flatMap(({ audits }) => audits.map(({ action }) => action));
    expect(new Set(all).size).toBe(7);
    expect(await search({ page: Number.MAX_SAFE_INTEGER, text: 'e' })).toMatchObject({
      audits: [],
      total: 7,
    });
  });

  test('forgets the login IDs of a deleted user, but not the event', async () => {
    const { body } = await ask('/v1/mgmt/user/create', { loginId: 'ada@audit.example' });
    latchkey.advance(5);
    await ask('/v1/mgmt/user/delete', { loginId: 'ada@audit.example' });
    const { audits } = await search({ userIds: [body.user.userId] });
    expect(audits.map(({ action, externalIds }) => ({ action, externalIds }))).toEqual([
      { action: 'UserDeleted', externalIds: [] },
      { action: 'UserCreated', externalIds: [] },
    ]);
    expect(await actions({ externalIds: ['ada@audit.example'] })).toEqual([]);
  });

  test('refuses an unsupported filter instead of ignoring it', async () => {
    const searchFields = [{ field: 'action', negative: true, valType: 'string', valStr: 'one' }];
    const refused = await ask('/v1/mgmt/audit/search', { searchFields });
    expect(refused).toMatchObject({ status: 501, body: { errorCode: 'E501001' } });
    expect(await actions({ searchFields: [] })).toEqual([]);
  });

  testOnSqlite('looks login IDs up by the user', async () => {
    const { db } = latchkey.service;
    const filter = { ...everyEvent, loginIdParts: ['x'], excludedLoginIdParts: ['y'], text: 'z' };
    const plan = await planOf(readQuery(db, owner.projectId, filter, [1]));
    const lookUps = plan.filter((detail) => detail.includes('loginIds'));
    expect(lookUps).toHaveLength(3);
    for (const detail of lookUps) expect(detail).toContain('(projectId=? AND userId=?)');
  });

  test('excludes events of another project', async () => {
    const { managementKey, projectId } = latchkey;
    await event('mine');
    const elsewhere = await latchkey.request('POST', '/v1/mgmt/audit/search', {
      bearer: `${projectId}:${managementKey}`,
      body: { actions: ['mine'] },
    });
    expect(elsewhere.body).toEqual({ audits: [], total: 0 });
  });

  testOnSqlite(
    'reads events by their place in the chain, or by their ID, whatever the criteria are',
    async () => {
      const { db } = latchkey.service;
      const { projectId } = owner;
      const criteria: Criterion[] = [
        { field: 'userId', values: ['x'], isExcluded: false },
        { field: 'action', values: ['x', 'y'], isExcluded: true },
        { field: 'loginIdHash', values: ['z'], isExcluded: false },
      ];
      const text = { ...everyEvent, text: 'x' };
      for (const [query, index] of [
        [sealedQuery(db, projectId, { after: 1, upTo: 2 }, everyEvent, criteria), 'auditEvents_sequence'],
        [unsealedQuery(db, projectId, everyEvent, criteria), 'auditEvents_unsealed'],
        [readQuery(db, projectId, text, [1]), 'auditEvents_sequence'],
        [readQuery(db, projectId, text, ['x']), 'sqlite_autoindex_auditEvents_1'],
        [
          postingsQuery(db, projectId, { chunks: 1, firstChunks: [1, 2], buckets: [3, 4] }),
          'PRIMARY KEY (projectId=? AND chunks=? AND firstChunk=? AND bucket=?)',
        ],
      ] as const) {
        const plan = (await planOf(query)).join('; ');
        expect(plan).toContain(index);
        expect(plan).not.toContain('SCAN audit');
      }
    },
  );
});

describe('custom events', () => {
  test("are stored as given, and distinguished from the service's own", async () => {
    const data = { amount: 3, nested: { list: [1, 'two'] } };
    expect((await event('LoginSucceed', { type: 'warn', data })).body).toEqual({});
    const { audits } = await search();
    expect(audits).toMatchObject([
      { action: 'LoginSucceed', type: 'warn', actorId: 'robot', actorType: 'external', data },
    ]);
  });

  test.each([
    [{ action: '' }, 'E011002'],
    [{ type: 'fatal' }, 'E011003'],
    [{ actorId: null }, 'E011002'],
    [{ tenantId: 'nowhere' }, 'E011004'],
    [{ userId: `U${'0'.repeat(27)}` }, 'E011004'],
    [{ data: { x: 'x'.repeat(9_000) } }, 'E011004'],
  ])('%j is refused', async (fields, errorCode) => {
    const refused = await ask('/v1/mgmt/audit/event', { action: 'x', type: 'info', actorId: 'y', ...fields });
    expect(refused).toMatchObject({ status: 400, body: { errorCode } });
    expect((await search()).total).toBe(0);
  });
});

test('@descope/node-sdk records and finds events', async () => {
  const { audit, tenant } = latchkey.sdk().management;
  const startedAt = Date.now();
  await tenant.createWithId('sdk', 'sdk');
  const created = await audit.createEvent({
    action: 'pencil.created',
    type: 'info',
    actorId: 'UXXX',
    tenantId: 'sdk',
    data: { some: 'data' },
  });
  expect(created.ok).toBe(true);
  const found = await audit.search({
    actions: ['pencil.created'],
    tenants: ['sdk'],
    from: startedAt,
  });
  expect(found.data).toMatchObject([
    { action: 'pencil.created', tenants: ['sdk'], data: { some: 'data' }, loginIds: [] },
  ]);
  expect(found.data?.[0]?.occurred).toBeGreaterThanOrEqual(startedAt);
  const all = await audit.searchAll({ text: 'pencil' });
  expect(all.data?.total).toBe(1);
  expect((await audit.search({ loginIds: ['nobody'] })).data).toEqual([]);
});
