import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { patchOf, startDirectory, type TestDirectory } from '../directories.ts';
import { type Latchkey, startLatchkey } from '../harness.ts';
import { newPlace, type Place, type ServerProcess, startServer, whileServed } from '../latchkey-process.ts';

// `npm run test:provisioning`: a whole directory, and servers that are killed. PROVISIONED_USERS: the size, 10,000 by default.

const size = Number(process.env['PROVISIONED_USERS'] ?? 10_000);
const atOnce = 8;
const nameOf = (index: number) => `user-${String(index).padStart(6, '0')}@provisioned.example`;
const resourceOf = (index: number) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
  externalId: `X-${index}`,
  userName: nameOf(index),
  name: { givenName: 'User', familyName: `Number ${index}` },
  emails: [{ value: nameOf(index), type: 'work', primary: true }],
  active: index % 50 !== 0,
});

/** Runs the work for all numbers, some at once. */
async function each(count: number, work: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const runner = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: atOnce }, runner));
}

describe(`${size} users`, () => {
  let latchkey: Latchkey;
  let directory: TestDirectory;
  beforeAll(async () => {
    latchkey = await startLatchkey();
    directory = await startDirectory(latchkey);
  });
  afterAll(() => latchkey.close());

  /** Everything that a provisioning writes. The time of the last use of a key and the list of requests are no part of it. */
  async function written(): Promise<string> {
    const { db } = latchkey.service;
    const rows: unknown[] = [];
    for (const table of [
      'auditEvents',
      'scimUsers',
      'scimAddresses',
      'scimDepartures',
      'scimGroupMembers',
      'tenantMembers',
    ] as const) {
      const { count } = await db
        .selectFrom(table)
        .select((one) => one.fn.countAll<number | string>().as('count'))
        .where('projectId', '=', latchkey.projectId)
        .executeTakeFirstOrThrow();
      rows.push([table, Number(count)]);
    }
    for (const table of ['users', 'scimUsers', 'scimGroups'] as const) {
      const { last, mean } = await db
        .selectFrom(table)
        .select((one) => [one.fn.max('modifiedAt').as('last'), one.fn.avg('modifiedAt').as('mean')])
        .where('projectId', '=', latchkey.projectId)
        .executeTakeFirstOrThrow();
      rows.push([table, String(last), String(mean)]);
    }
    return JSON.stringify(rows);
  }

  const idOf = async (index: number): Promise<string | undefined> => {
    const filter = encodeURIComponent(`userName eq "${nameOf(index)}"`);
    return (await directory.scim('GET', `/Users?filter=${filter}`)).body.Resources[0]?.id;
  };
  const members = (ids: string[]) => ids.map((value) => ({ value }));

  test('are provisioned twice, and the second time writes nothing', async () => {
    const ids: string[] = [];
    await each(size, async (index) => {
      expect(await idOf(index)).toBeUndefined();
      const { status, body } = await directory.scim('POST', '/Users', resourceOf(index));
      expect(status, JSON.stringify(body)).toBe(201);
      ids[index] = body.id;
    });
    const group = (
      await directory.scim('POST', '/Groups', { displayName: 'Everybody', members: members(ids) })
    ).body;
    const before = await written();
    await each(size, async (index) => {
      const id = await idOf(index);
      expect(id).toBe(ids[index]);
      const put = await directory.scim('PUT', `/Users/${id}`, resourceOf(index));
      expect(put.status).toBe(200);
      const patch = { op: 'Replace', path: 'emails[type eq "work"].value', value: nameOf(index) };
      expect((await directory.scim('PATCH', `/Users/${id}`, patchOf(patch))).status).toBe(200);
    });
    const add = { op: 'add', path: 'members', value: members(ids.slice(0, 1_000)) };
    expect((await directory.scim('PATCH', `/Groups/${group.id}`, patchOf(add))).status).toBe(200);
    expect(await written()).toBe(before);
  });

  test('are found by address, status and time of change, whatever their number', async () => {
    const find = async (filter: string) =>
      (await directory.scim('GET', `/Users?filter=${encodeURIComponent(filter)}&count=1000`)).body;
    const address = nameOf(1).toUpperCase();
    for (const filter of [`emails eq "${address}"`, `emails[type eq "work"].value eq "${address}"`])
      expect(await find(filter)).toMatchObject({ totalResults: 1, Resources: [{ userName: nameOf(1) }] });
    expect((await find('active eq false')).totalResults).toBe(Math.ceil(size / 50));
    const id = (await idOf(2)) as string;
    const changed = await directory.scim(
      'PATCH',
      `/Users/${id}`,
      patchOf({ op: 'add', path: 'title', value: 'x' }),
    );
    const since = `meta.lastModified ge "${changed.body.meta.lastModified}"`;
    expect(await find(since)).toMatchObject({ totalResults: 1, Resources: [{ id }] });
    const all = await directory.scim('GET', `/Users?filter=${encodeURIComponent('title pr')}`);
    if (size > 20_000) expect([all.status, all.body.scimType]).toEqual([400, 'tooMany']);
    else expect(all.body.totalResults).toBe(1);
  });
});

describe('a server that is killed', () => {
  let place: Place;
  let token: string;
  beforeAll(async () => {
    place = await newPlace();
    token = await whileServed(place, async (latchkey) => (await startDirectory(latchkey)).token);
  });
  afterAll(() => place.remove());

  async function kill(server: ServerProcess): Promise<void> {
    server.kill('SIGKILL');
    await server.exited;
  }

  async function send(server: ServerProcess, method: string, path: string, body?: unknown) {
    const response = await fetch(`${server.start.baseUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    // biome-ignore lint/suspicious/noExplicitAny: responses are compared, not computed with.
    return { status: response.status, body: (await response.json()) as any };
  }

  test('between requests has everything that it acknowledged', async () => {
    const acknowledged: string[] = [];
    for (let round = 0; round < 3; round += 1) {
      const server = await startServer(place);
      for (const id of acknowledged)
        expect((await send(server, 'GET', `/scim/v2/Users/${id}`)).status).toBe(200);
      const before = acknowledged.length;
      const ending = each(200, async (index) => {
        const answer = await send(server, 'POST', '/scim/v2/Users', {
          userName: `round-${round}-${index}`,
        }).catch(() => undefined);
        if (answer?.status === 201) acknowledged.push(answer.body.id);
      });
      while (acknowledged.length < before + 20) await new Promise((resolve) => setImmediate(resolve));
      await kill(server);
      await ending;
    }
    expect(acknowledged.length).toBeGreaterThanOrEqual(60);
  });

  test('in the middle of a bulk request completes it at the next attempt', async () => {
    const Operations = Array.from({ length: 400 }, (_, index) => ({
      method: 'POST',
      path: '/Users',
      bulkId: `b${index}`,
      data: { userName: `bulk-${index}`, externalId: `B-${index}` },
    }));
    const bulk = { schemas: ['urn:ietf:params:scim:api:messages:2.0:BulkRequest'], Operations };
    const first = await startServer(place);
    const cut = send(first, 'POST', '/scim/v2/Bulk', bulk).then(
      () => 'answered',
      () => 'cut',
    );
    const countBulk = async (server: ServerProcess) =>
      (await send(server, 'GET', `/scim/v2/Users?filter=${encodeURIComponent('externalId sw "B-"')}&count=0`))
        .body.totalResults as number;
    while ((await countBulk(first)) < 5);
    await kill(first);
    expect(await cut).toBe('cut');
    const second = await startServer(place);
    const done = await countBulk(second);
    expect(done).toBeGreaterThanOrEqual(5);
    expect(done).toBeLessThan(400);
    const { status, body } = await send(second, 'POST', '/scim/v2/Bulk', bulk);
    expect(status).toBe(200);
    const statuses = Map.groupBy(body.Operations as { status: string }[], (one) => one.status);
    expect([statuses.get('409')?.length, statuses.get('201')?.length]).toEqual([done, 400 - done]);
    expect(await countBulk(second)).toBe(400);
    await kill(second);
  });
});
