import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EventName, events } from './events.ts';
import { notYet, table, tablesBeside } from './table.ts';
import { makers } from './things.ts';
import { createWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.latchkey.close());

type ThingName = keyof typeof makers;
const things = Object.keys(makers) as ThingName[];
const eventNames = Object.keys(events) as EventName[];

describe.each(things)('%s', (thing) => {
  const { ends, stays, unrelated } = table[thing];

  test('has a cell for each event', () => {
    const named = [...ends, ...(Object.keys(stays) as EventName[]), ...unrelated];
    expect([...named].sort()).toEqual([...eventNames].sort());
  });

  test('ends with what its row says, and outlives the rest', async () => {
    const found: Partial<Record<EventName, string>> = {};
    const wanted: Partial<Record<EventName, string>> = {};
    for (const event of eventNames.filter((one) => !unrelated.includes(one))) {
      const isPlanted = event === 'first proof of the address';
      const subject = await world.newSubject({ isPlanted });
      const probe = await makers[thing](world, subject);
      await events[event](world, subject);
      found[event] = (await probe()) ? 'stays' : 'ends';
      const holds = !notYet.some(([one, other]) => one === thing && other === event);
      wanted[event] = ends.includes(event) === holds ? 'ends' : 'stays';
    }
    expect(found).toEqual(wanted);
  });
});

test('each thing works while nothing happens', async () => {
  const works: string[] = [];
  for (const thing of things) {
    const subject = await world.newSubject({ isPlanted: false });
    if (await (await makers[thing](world, subject))()) works.push(thing);
  }
  expect(works).toEqual(things);
});

test('what a user has in a sub-tenant stays while another membership leads there', async () => {
  const { manage } = world;
  for (const other of ['above', 'the sub-tenant'] as const) {
    const subject = await world.newSubject({ isPlanted: false });
    const { loginId, tenantId } = subject;
    const probe = await makers.thirdPartySessionInSubTenant(world, subject);
    const middleId = `${tenantId}-middle`;
    await manage('tenant/create', { id: middleId, name: middleId, parent: tenantId });
    const keeping = other === 'above' ? tenantId : subject.subTenantId;
    const leaving = other === 'above' ? middleId : tenantId;
    for (const id of [keeping, leaving]) await manage('user/update/tenant/add', { loginId, tenantId: id });
    await manage('user/update/tenant/remove', { loginId, tenantId: leaving });
    expect(await probe(), other).toBe(true);
  }
});

/** The columns that name the user, tenant, application or session to which a row belongs. */
const owners =
  /^(userId|tenantId|appId|ssoAppId|sessionId|browserSessionId|keyId|boundUserId|impersonatorId|ofUser|ofTenant)$/;

test('each table that names a user, a tenant, an application or a session belongs to a row', async () => {
  const schema = await world.latchkey.service.db.introspection.getTables();
  const owned = schema
    .filter(({ columns }) => columns.some(({ name }) => owners.test(name)))
    .map(({ name }) => name)
    .sort();
  const named = new Set([
    ...Object.values(table).flatMap(({ tables }) => tables as string[]),
    ...Object.keys(tablesBeside),
  ]);
  expect(owned.filter((name) => !named.has(name))).toEqual([]);
});
