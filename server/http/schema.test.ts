import { describe, expect, test } from 'vitest';
import { inCallersSpelling } from './callers-spelling.ts';
import { outputProblem, readInput, readQuery, t } from './schema.ts';

const user = t.object({
  loginId: t.text({ aliases: ['externalId'] }),
  nickname: t.optional(t.text({ minLength: 1, maxLength: 3 })),
  age: t.optional(t.integer({ minimum: 0 })),
  verified: t.optional(t.flag()),
  since: t.optional(t.longInteger()),
  ratio: t.optional(t.number()),
  status: t.optional(t.choice(['enabled', 'disabled'])),
  tenantId: t.reference(),
  roleNames: t.optional(t.list(t.text(), { maxItems: 3 })),
  address: t.optional(t.object({ city: t.text({ aliases: ['town'] }), zip: t.optional(t.text()) })),
  attributes: t.optional(t.map(t.any())),
  labels: t.optional(t.map(t.text())),
});

const read = (data: unknown) => readInput(user, data);
const missing = (name: string) =>
  expect.objectContaining({ code: 'E011002', message: expect.stringContaining(`The ${name} field`) });
const wrong = (name: string) =>
  expect.objectContaining({ code: 'E011003', message: expect.stringMatching(new RegExp(`^${name} `)) });

describe('names', () => {
  test.each(['loginId', 'loginID', 'LOGINID', 'externalId', 'externalID'])('%s is the login ID', (name) => {
    expect(read({ [name]: 'ada' })).toEqual({ loginId: 'ada' });
  });

  test('aliases and case count at every level', () => {
    expect(read({ loginId: 'ada', ADDRESS: { Town: 'Turin' } })).toEqual({
      loginId: 'ada',
      address: { city: 'Turin' },
    });
  });

  test("a field's own name takes precedence over its other spellings, in any order", () => {
    expect(read({ externalId: 'b', loginId: 'a' })).toEqual({ loginId: 'a' });
    expect(read({ loginId: 'a', externalId: 'b' })).toEqual({ loginId: 'a' });
    expect(read({ LOGINID: 'b', loginId: null })).toEqual({ loginId: 'b' });
  });

  test('unknown fields are dropped at every level', () => {
    const input = { loginId: 'ada', isAdmin: true, address: { city: 'Turin', isAdmin: true } };
    expect(read(input)).toEqual({ loginId: 'ada', address: { city: 'Turin' } });
  });

  test('the keys of a map are kept as they are', () => {
    const attributes = { LoginId: 1, constructor: 2, toString: 3, 'a/b~c': { Deep: [1] } };
    expect(read({ loginId: 'ada', attributes })).toEqual({ loginId: 'ada', attributes });
  });
});

describe('messages', () => {
  const worded = (data: unknown, message: string) => inCallersSpelling(user, data, message);

  test('name a field as the caller does, at every level and in a query', () => {
    expect(worded({ externalId: 'a' }, 'loginId is taken')).toBe('externalId is taken');
    expect(worded({ LOGINID: 'a' }, 'loginId is taken')).toBe('LOGINID is taken');
    expect(worded({ Address: { TOWN: 1 } }, 'address.city must be string')).toBe(
      'Address.TOWN must be string',
    );
    expect(worded({ loginId: 'undefined', externalID: 'a' }, 'loginID: unknown')).toBe('externalID: unknown');
  });

  test('stay as they are about a field that was not sent, or about no field', () => {
    for (const message of [
      'loginId is required',
      'The loginId field is required',
      'elsewhere.city is wrong',
      '',
    ])
      expect(worded({ age: 1, address: 'x' }, message)).toBe(message);
    expect(worded(undefined, 'loginId is required')).toBe('loginId is required');
  });
});

describe('absence', () => {
  test('null is the same as absent, at every level', () => {
    const input = {
      loginId: 'ada',
      age: null,
      address: { city: 'Turin', zip: null },
      attributes: { a: null },
    };
    expect(read(input)).toEqual({ loginId: 'ada', address: { city: 'Turin' }, attributes: {} });
    expect(() => read({ loginId: null })).toThrow(missing('loginId'));
  });

  test('an empty reference is absent, an empty text is a text', () => {
    expect(read({ loginId: '', tenantId: '' })).toEqual({ loginId: '' });
    expect(() => read({ loginId: 'ada', nickname: '' })).toThrow(wrong('nickname'));
  });

  test('a missing field is named with its path from the root', () => {
    expect(() => read({})).toThrow(missing('loginId'));
    expect(() => read({ loginId: 'ada', address: {} })).toThrow(missing('address.city'));
  });
});

describe('types are never coerced', () => {
  test.each([
    ['loginId', 1],
    ['loginId', true],
    ['loginId', ['ada']],
    ['loginId', { $ne: '' }],
    ['age', '1'],
    ['age', 1.5],
    ['age', -1],
    ['age', true],
    ['age', 2 ** 53],
    ['verified', 'true'],
    ['verified', 1],
    ['verified', 0],
    ['ratio', '1'],
    ['status', 'Enabled'],
    ['status', 1],
    ['roleNames', 'admin'],
    ['roleNames', { 0: 'admin', length: 1 }],
    ['roleNames', ['a', 'b', 'c', 'd']],
    ['address', 'Turin'],
    ['address', ['Turin']],
    ['attributes', []],
    ['attributes', 'x'],
    ['tenantId', 0],
    ['since', '1.5'],
    ['since', '1e3'],
    ['since', '0x10'],
    ['since', ' 1'],
    ['since', ''],
    ['since', '9007199254740993'],
    ['since', '99999999999999999999'],
  ])('%s refuses %j and is named', (name, value) => {
    expect(() => read({ loginId: 'ada', [name]: value })).toThrow(wrong(name));
  });

  test('list items and map values are named by their position', () => {
    expect(() => read({ loginId: 'ada', roleNames: ['a', 1] })).toThrow(wrong('roleNames\\.1'));
    expect(() => read({ loginId: 'ada', roleNames: [null] })).toThrow(wrong('roleNames\\.0'));
    expect(() => read({ loginId: 'ada', labels: { a: 1 } })).toThrow(wrong('labels\\.a'));
  });

  test('only a 64-bit integer may be decimal text', () => {
    expect(read({ loginId: '1', since: '1700000000000' })).toEqual({
      loginId: '1',
      since: 1_700_000_000_000,
    });
    expect(read({ loginId: '1', since: -5 })).toEqual({ loginId: '1', since: -5 });
  });

  test('a refusal lists the possible values, and stays short whatever was sent', () => {
    expect(() => read({ loginId: 'a', status: 'x' })).toThrow(/enabled, disabled$/);
    expect(() => read({ loginId: 'a', labels: { ['k'.repeat(60_000)]: 1 } })).toThrow(/^.{1,300}$/);
  });

  test.each([[[]], [[{ loginId: 'ada' }]]])('a list in place of the body is refused: %j', (body) => {
    expect(() => read(body)).toThrow(wrong('The body'));
  });
});

describe('text', () => {
  test.each(['\ud800', 'a\udc00b', '\0', 'a\0'])('%j is refused wherever it stands', (text) => {
    const refused = expect.objectContaining({ code: 'E011001' });
    expect(() => read({ loginId: text })).toThrow(refused);
    expect(() => read({ loginId: 'a', roleNames: [text] })).toThrow(refused);
    expect(() => read({ loginId: 'a', attributes: { deep: [{ deeper: text }] } })).toThrow(refused);
    expect(() => read({ loginId: 'a', attributes: { [text]: 1 } })).toThrow(refused);
    expect(() => read({ loginId: 'a', attributes: { deep: [{ [text]: null }] } })).toThrow(refused);
    expect(() => readQuery(user, { loginId: text })).toThrow(refused);
  });

  test('length is counted in code points', () => {
    expect(read({ loginId: 'a', nickname: '😀😀😀' })).toEqual({ loginId: 'a', nickname: '😀😀😀' });
    expect(() => read({ loginId: 'a', nickname: '😀😀😀😀' })).toThrow(wrong('nickname'));
  });

  test('text without its own limit is limited to 2,048', () => {
    expect(() => read({ loginId: 'x'.repeat(2_049) })).toThrow(wrong('loginId'));
  });
});

test('a number beyond what a double holds is refused', () => {
  const body = JSON.parse('{"loginId":"a","attributes":{"a":[1e999]}}') as unknown;
  expect(() => read(body)).toThrow(expect.objectContaining({ code: 'E011001' }));
});

test('input never reaches the prototype of objects', () => {
  const hostile = JSON.parse('{"loginId":"a","attributes":{"__proto__":{"admin":true}}}') as unknown;
  expect(() => read(hostile)).toThrow(/__proto__/);
  const top = JSON.parse(
    '{"loginId":"a","__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}}}',
  ) as unknown;
  const result = read(top);
  expect(result).toEqual({ loginId: 'a' });
  expect(Object.getPrototypeOf(result)).toBe(Object.prototype);
  expect(({} as { admin?: boolean }).admin).toBeUndefined();
});

describe('queries', () => {
  test('numbers, flags and lists are parsed from text', () => {
    const query = { loginid: '7', age: '7', verified: 'TRUE', roleNames: 'admin' };
    expect(readQuery(user, query)).toEqual({ loginId: '7', age: 7, verified: true, roleNames: ['admin'] });
    expect(readQuery(user, { loginId: 'a', roleNames: ['a', 'b'] })).toEqual({
      loginId: 'a',
      roleNames: ['a', 'b'],
    });
  });

  test('the text that SDKs write for a missing argument is absent', () => {
    expect(
      readQuery(user, { loginId: 'a', tenantId: 'undefined', age: 'null', nickname: 'undefined' }),
    ).toEqual({
      loginId: 'a',
    });
    expect(() => readQuery(user, { loginId: 'undefined' })).toThrow(missing('loginId'));
  });

  test.each([
    ['age', 'x'],
    ['age', '1.0'],
    ['age', ''],
    ['verified', '1'],
    ['status', 'x'],
  ])('%s refuses %j and is named', (name, value) => {
    expect(() => readQuery(user, { loginId: 'a', [name]: value })).toThrow(wrong(name));
  });

  test('a single value given twice is refused', () => {
    expect(() => readQuery(user, { loginId: ['a', 'b'] })).toThrow(/twice/);
  });
});

test('a named part may stand in several places, optional in some', () => {
  const part = t.object({ id: t.text() }, { $id: 'Part' });
  const whole = t.object({ one: part, other: t.optional(part), many: t.list(part), byName: t.map(part) });
  const good = { one: { id: '1' }, other: { id: '2' }, many: [{ id: '3' }], byName: { four: { id: '4' } } };
  expect(readInput(whole, good)).toEqual(good);
  expect(outputProblem(whole, good)).toBeUndefined();
});

describe('answers', () => {
  test('an undeclared, missing or wrong field is a problem, at every level', () => {
    expect(outputProblem(user, { loginId: 'a' })).toBeUndefined();
    expect(outputProblem(user, { loginId: 'a', secret: 1 })).toMatch(/additional/);
    expect(outputProblem(user, { loginId: 'a', address: { city: 'T', secret: 1 } })).toMatch(/address/);
    expect(outputProblem(user, {})).toMatch(/loginId/);
    expect(outputProblem(user, { loginId: 'a', age: '1' })).toMatch(/age/);
  });
});
