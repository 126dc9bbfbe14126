import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '../server/groups.ts';
import { asJsonSchema, type JsonSchema } from '../server/http/schema.ts';
import { createWorld, type World } from './effects/world.ts';
import type { Answer } from './harness.ts';
import { placesOf, sampleOf } from './sample-input.ts';

/** Inside custom attributes `null` is a value: there is none. No empty value finds everybody. */

let world: World;
beforeAll(async () => {
  world = await createWorld();
  const attributes = [
    { name: 'team', type: 1 },
    { name: 'seats', type: 2 },
    { name: 'vip', type: 3 },
    { name: 'tags', type: 5, options: [{ value: 'a', label: 'A' }] },
  ];
  await world.manage('user/customattribute/create', { attributes });
});
afterAll(() => world.close());

const manage = (path: string, body: object) => world.latchkey.manage('POST', `/v1/mgmt/${path}`, body);
const ok = (answer: Answer) => {
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
};

test('each endpoint with custom attributes takes null for one of them', () => {
  const inside = (schema: JsonSchema) => (schema.additionalProperties as JsonSchema).nullIsValue === true;
  const all = endpoints.flatMap(({ name, input }) =>
    placesOf(asJsonSchema(input))
      .filter(
        ({ path, schema }) => path.at(-1) === 'customAttributes' && !/^string$/.test(typeOfValues(schema)),
      )
      .map(({ schema }) => [name, inside(schema)] as const),
  );
  expect(all.length).toBeGreaterThan(15);
  expect(all.filter(([, takesNull]) => !takesNull)).toEqual([]);
});

const typeOfValues = ({ additionalProperties }: JsonSchema) =>
  String(typeof additionalProperties === 'object' ? additionalProperties.type : '');

describe('a user’s attributes', () => {
  const full = { team: 'red', seats: 3, vip: true, tags: ['a'] };
  const of = async (loginId: string) =>
    ok(await world.latchkey.manage('GET', `/v1/mgmt/user?loginId=${loginId}`)).user.customAttributes;
  const values: [name: keyof typeof full, value: unknown, after: unknown][] = [
    ['team', null, undefined],
    ['seats', null, undefined],
    ['vip', null, undefined],
    ['tags', null, undefined],
    ['team', '', undefined],
    ['seats', 0, 0],
    ['vip', false, false],
    ['tags', [], []],
  ];
  const without = (name: keyof typeof full, after: unknown) => {
    const { [name]: _, ...rest } = full;
    return after === undefined ? rest : { ...rest, [name]: after };
  };

  test.each(values)('patch and patch/batch set %s to %j', async (name, value, after) => {
    for (const batch of [false, true]) {
      const { loginId } = await world.user({ customAttributes: full });
      const change = { loginId, customAttributes: { [name]: value } };
      const path = '/v1/mgmt/user/patch';
      ok(
        await world.latchkey.manage(
          'PATCH',
          batch ? `${path}/batch` : path,
          batch ? { users: [change] } : change,
        ),
      );
      expect(await of(loginId)).toEqual(without(name, after));
    }
  });

  test('update/customAttribute takes null for a missing value', async () => {
    const { loginId } = await world.user({ customAttributes: full });
    const change = { loginId, attributeKey: 'team', attributeValue: null };
    expect((await manage('user/update/customAttribute', change)).body.errorCode).toBe('E011002');
    expect(await of(loginId)).toEqual(full);
  });

  test.each(values.filter(([, value]) => value !== null))(
    'update/customAttribute sets %s to %j',
    async (name, value, after) => {
      const { loginId } = await world.user({ customAttributes: full });
      ok(await manage('user/update/customAttribute', { loginId, attributeKey: name, attributeValue: value }));
      expect(await of(loginId)).toEqual(without(name, after));
    },
  );

  test.each(values)('update replaces all by %s with %j', async (name, value, after) => {
    const { loginId } = await world.user({ customAttributes: full });
    ok(await manage('user/update', { loginId, customAttributes: { [name]: value } }));
    expect(await of(loginId)).toEqual(after === undefined ? {} : { [name]: after });
  });

  test.each(values)('create and create/batch set %s to %j', async (name, value, after) => {
    for (const path of ['user/create', 'user/create/test', 'user/create/batch']) {
      const loginId = world.name('person');
      const user = { loginId, test: path.endsWith('test'), customAttributes: { [name]: value } };
      ok(await manage(path, path.endsWith('batch') ? { users: [user] } : user));
      // A text can be empty where it is set, and not only where it is removed.
      const kept = value === '' ? { team: '' } : after === undefined ? {} : { [name]: after };
      expect([path, await of(loginId)]).toEqual([path, kept]);
    }
  });

  test.each([null, [], {}])('%j in place of all attributes changes none of them in a patch', async (none) => {
    const { loginId } = await world.user({ customAttributes: full });
    const answer = await world.latchkey.manage('PATCH', '/v1/mgmt/user/patch', {
      loginId,
      customAttributes: none,
    });
    expect(answer.status).toBe(Array.isArray(none) ? 400 : 200);
    expect(await of(loginId)).toEqual(full);
  });
});

describe('a search by attributes', () => {
  const search = (path: string, customAttributes: unknown) =>
    world.latchkey.manage('POST', path, { customAttributes });

  test.each(['', null, [], [''], [null], ['red', ''], {}, [[]]])('refuses %j for users', async (value) => {
    for (const path of ['/v1/mgmt/user/search', '/v2/mgmt/user/search', '/v2/mgmt/user/search/test'])
      expect(await search(path, { team: value })).toMatchObject({
        status: 400,
        body: { errorCode: 'E011003', errorMessage: expect.stringContaining('customAttributes.team') },
      });
  });

  test.each([0, false])('finds the users with %j, and no others', async (value) => {
    const name = value === 0 ? 'seats' : 'vip';
    const { userId } = await world.user({ customAttributes: { [name]: value } });
    const { users } = ok(await search('/v2/mgmt/user/search', { [name]: value }));
    const values = users.map(
      (user: { customAttributes: Record<string, unknown> }) => user.customAttributes[name],
    );
    expect(new Set(values)).toEqual(new Set([value]));
    expect(users.map((user: { userId: string }) => user.userId)).toContain(userId);
  });

  test.each([undefined, null, {}])('is none if it is %j', async (none) => {
    expect(ok(await search('/v2/mgmt/user/search', none)).total).toBeGreaterThan(0);
  });

  test('finds tenants and access keys without an attribute by null', async () => {
    const ids = async (path: string, list: string, value: unknown) =>
      ok(await search(path, { team: value }))[list].map((one: { id: string }) => one.id);
    const red = ok(
      await manage('tenant/create', { name: world.name('T'), customAttributes: { team: 'red', x: null } }),
    );
    const none = ok(
      await manage('tenant/create', { name: world.name('T'), customAttributes: { team: null } }),
    );
    expect(await ids('/v1/mgmt/tenant/search', 'tenants', null)).toContain(none.id);
    expect(await ids('/v1/mgmt/tenant/search', 'tenants', null)).not.toContain(red.id);
    const key = async (customAttributes: object) => (await world.accessKey({ customAttributes })).key.id;
    const [redKey, noKey] = [await key({ team: 'red' }), await key({ team: null })];
    expect(await ids('/v1/mgmt/accesskey/search', 'keys', null)).toContain(noKey);
    expect(await ids('/v1/mgmt/accesskey/search', 'keys', null)).not.toContain(redKey);
    for (const value of ['', []]) {
      expect(await ids('/v1/mgmt/tenant/search', 'tenants', value)).toEqual([]);
      expect(await ids('/v1/mgmt/accesskey/search', 'keys', value)).toEqual([]);
    }
    const loaded = ok(await world.latchkey.manage('GET', `/v1/mgmt/tenant?id=${red.id}`));
    expect(loaded.customAttributes).toEqual({ team: 'red' });
  });
});

test.each([null, '', 0, false, []])('at the top level %j is as good as absent in a search', async (value) => {
  const criteria: Record<string, unknown> = {};
  const endpoint = endpoints.find(({ path }) => path === '/v2/mgmt/user/search')!;
  for (const [name, field] of Object.entries(asJsonSchema(endpoint.input).properties ?? {})) {
    const fits =
      value === null ||
      (typeof value === typeof sampleOf(field) && Array.isArray(value) === (field.type === 'array'));
    // Only these two have three states.
    if (fits && !/^verified/.test(name) && !field.enum) criteria[name] = value;
  }
  const { total } = ok(await world.latchkey.manage('POST', '/v2/mgmt/user/search', criteria));
  expect(total).toBe(ok(await world.latchkey.manage('POST', '/v2/mgmt/user/search', {})).total);
});
