import { describe, expect, test } from 'vitest';
import { parseFilter } from './filter.ts';
import { matches } from './matches.ts';
import { readCursor, readPage, writeCursor } from './paging.ts';
import { applyPatch } from './patch.ts';
import { readPatch } from './patch-operations.ts';
import { project, readProjection } from './projection.ts';
import { readResource } from './read-resource.ts';
import {
  attribute,
  customSchemaId,
  enterpriseSchemaId,
  type Resource,
  resourceTypes,
  userSchemaId,
} from './schema.ts';

const { User, Group } = resourceTypes([attribute('badge', 'A badge')]);

const ada: Resource = {
  id: 'U1',
  externalId: 'A-7',
  userName: 'Ada@Example.com',
  name: { givenName: 'Ada', familyName: 'Lovelace' },
  active: true,
  emails: [
    { value: 'ada@example.com', type: 'work', primary: true },
    { value: 'ada@home.example', type: 'home' },
  ],
  [enterpriseSchemaId]: { department: 'Mathematics', manager: { value: 'U2' } },
  [customSchemaId]: { badge: 'gold' },
  meta: { lastModified: '2026-01-02T03:04:05.000Z' },
};

describe('a filter', () => {
  test.each([
    ['userName eq "ada@example.COM"', true],
    ['username EQ "ada@example.com" and active eq true', true],
    ['active eq "True"', true],
    ['userName ne "ada@example.com"', false],
    ['name.familyName co "LOVE"', true],
    ['name.familyName sw "Love" and name.familyName ew "lace"', true],
    ['externalId eq "A-7"', true],
    ['externalId eq "a-7"', false],
    ['id eq "u1"', false],
    ['emails eq "ADA@home.example"', true],
    ['emails.value co "home"', true],
    ['emails[type eq "work" and value co "home"]', false],
    ['emails[type eq "home" and value co "home"]', true],
    ['emails[not (type eq "work")]', true],
    ['title pr', false],
    ['title eq null', true],
    ['not (title pr)', true],
    ['meta.lastModified gt "2026-01-02T04:04:04+01:00"', true],
    ['meta.lastModified lt "2026-01-02T03:04:05Z"', false],
    [`${enterpriseSchemaId}:department eq "mathematics"`, true],
    [`${enterpriseSchemaId.toUpperCase()}:manager.value eq "U2"`, true],
    [`${enterpriseSchemaId}:manager eq "U2"`, true],
    [`${customSchemaId}:badge eq "GOLD"`, true],
    [`${userSchemaId}:userName pr`, true],
    ['unknown eq "x" or unknown pr', false],
    ['title pr or userName pr and active eq false', false],
    ['(title pr or userName pr) and active eq true', true],
    ['userName eq "a\\"b"', false],
  ])('%s', (text, isMatch) => {
    expect(matches(parseFilter(User, text), ada)).toBe(isMatch);
  });

  test.each([
    '',
    'userName',
    'userName eq',
    'userName eq Ada',
    'userName is "x"',
    'userName eq "x',
    'userName eq "\\q"',
    '(userName eq "x"',
    'userName eq "x")',
    'emails[type eq "work"',
    'userName eq "x" and',
    'active gt true',
    'password eq "secret"',
    `${userSchemaId}:password sw "s"`,
    'Password pr',
    `${'('.repeat(5_000)}id pr${')'.repeat(5_000)}`,
    Array.from({ length: 5_000 }, () => 'id pr').join(' or '),
    `userName eq "${'x'.repeat(100_000)}"`,
    'not '.repeat(4_000),
    '[[[[',
  ])('%.40s is refused', (text) => {
    expect(() => parseFilter(User, text)).toThrow(
      expect.objectContaining({ status: 400, scimType: 'invalidFilter' }),
    );
  });
});

function patched(operations: object[], resource = ada, type = User): Resource {
  return applyPatch(type, resource, readPatch({ Operations: operations }));
}

describe('a PATCH', () => {
  test('is applied as Entra ID sends it', () => {
    expect(patched([{ op: 'Replace', path: 'active', value: 'False' }])['active']).toBe(false);
    const added = patched([
      { op: 'Add', path: 'emails[type eq "other"].value', value: 'ada@other.example' },
      { op: 'Add', path: 'addresses[type eq "work"].locality', value: 'London' },
      { op: 'Add', path: 'addresses[type eq "work"].country', value: 'GB' },
      { op: 'Add', path: `${enterpriseSchemaId}:employeeNumber`, value: 12 },
      { op: 'Replace', path: `${enterpriseSchemaId}:manager`, value: 'U9' },
    ]);
    expect(added['emails']).toEqual([
      ...(ada['emails'] as []),
      { value: 'ada@other.example', type: 'other' },
    ]);
    expect(added['addresses']).toEqual([{ locality: 'London', country: 'GB', type: 'work' }]);
    expect(added[enterpriseSchemaId]).toEqual({
      department: 'Mathematics',
      manager: { value: 'U9' },
      employeeNumber: '12',
    });
    const withoutPath = patched([
      {
        op: 'Add',
        value: {
          'name.givenName': 'Augusta',
          'emails[type eq "work"].value': 'augusta@example.com',
          [`${enterpriseSchemaId}:department`]: 'Engines',
          [customSchemaId]: { badge: 'iron' },
          'urn:ietf:params:scim:schemas:extension:other:2.0:User:color': 'red',
          unknown: 1,
          id: 'U3',
        },
      },
    ]);
    expect(withoutPath).toMatchObject({
      id: 'U1',
      name: { givenName: 'Augusta', familyName: 'Lovelace' },
      emails: [{ value: 'augusta@example.com', type: 'work', primary: true }, { type: 'home' }],
      [enterpriseSchemaId]: { department: 'Engines' },
      [customSchemaId]: { badge: 'iron' },
    });
  });

  test.each(['U9', { value: 'U9' }, [{ $ref: null, value: 'U9' }]])('sets a manager given as %j', (value) => {
    const path = `${enterpriseSchemaId}:manager`;
    expect(patched([{ op: 'add', path, value }])[enterpriseSchemaId]).toMatchObject({
      manager: { value: 'U9' },
    });
  });

  test('removes a manager by its path, by an empty text and by a filter', () => {
    const path = `${enterpriseSchemaId}:manager`;
    for (const operation of [
      { op: 'remove', path },
      { op: 'replace', path, value: '' },
      { op: 'replace', path, value: null },
      { op: 'remove', path: `${path}[value eq "U2"]` },
    ]) {
      expect(patched([operation])[enterpriseSchemaId]).toEqual({ department: 'Mathematics' });
    }
  });

  test('is applied as Okta sends it', () => {
    expect(patched([{ op: 'replace', value: { active: false } }])['active']).toBe(false);
    const group = { displayName: 'Engineers', members: [{ value: 'U1' }, { value: 'U2' }, { value: 'U3' }] };
    const members = (operations: object[]) => patched(operations, group, Group)['members'];
    expect(members([{ op: 'remove', path: 'members[value eq "U2"]' }])).toEqual([
      { value: 'U1' },
      { value: 'U3' },
    ]);
    expect(members([{ op: 'Remove', path: 'members', value: [{ value: 'U1' }, { value: 'U2' }] }])).toEqual([
      { value: 'U3' },
    ]);
    expect(members([{ op: 'remove', path: 'members' }])).toBeUndefined();
    expect(members([{ op: 'add', path: 'members', value: [{ value: 'U3' }, { value: 'U4' }] }])).toHaveLength(
      4,
    );
    expect(members([{ op: 'replace', path: 'members', value: [{ value: 'U5', display: 'Five' }] }])).toEqual([
      { value: 'U5' },
    ]);
    expect(patched([{ op: 'replace', value: { id: 'x', displayName: 'New' } }], group, Group)).toMatchObject({
      displayName: 'New',
    });
  });

  test('of a thousand operations on ten thousand members reads the list once', () => {
    const many = Array.from({ length: 10_000 }, (_, index) => ({ value: `U${index}` }));
    const operations = Array.from({ length: 500 }, (_, index) => ({
      op: 'remove',
      path: `members[value eq "U${index}"]`,
    }));
    const added = Array.from({ length: 500 }, (_, index) => ({
      op: 'add',
      path: 'members',
      value: [{ value: `N${index}` }],
    }));
    const started = performance.now();
    const { members } = patched([...operations, ...added], { displayName: 'All', members: many }, Group);
    expect(members).toHaveLength(10_000);
    expect(performance.now() - started).toBeLessThan(1_000);
  });

  test('keeps one preferred value', () => {
    const value = [{ value: 'new@example.com', type: 'other', primary: true }];
    const { emails } = patched([{ op: 'add', path: 'emails', value }]) as { emails: Resource[] };
    expect(emails.map(({ primary }) => primary)).toEqual([false, undefined, true]);
  });

  test('changes nothing of the resource that it is given, also if a later operation fails', () => {
    const before = structuredClone(ada);
    expect(() =>
      patched([
        { op: 'replace', path: 'title', value: 'x' },
        { op: 'replace', path: 'bogus', value: 1 },
      ]),
    ).toThrow();
    expect(() => patched([{ op: 'remove', path: 'emails' }, { op: 'x' }])).toThrow();
    expect(ada).toEqual(before);
  });

  test.each([
    [{}, 'invalidSyntax'],
    [{ op: 'move', path: 'title' }, 'invalidSyntax'],
    [{ op: 'replace', path: 7, value: 'x' }, 'invalidSyntax'],
    [{ op: 'remove' }, 'noTarget'],
    [{ op: 'remove', path: 'userName' }, 'mutability'],
    [{ op: 'replace', value: 'x' }, 'invalidValue'],
    [{ op: 'replace', path: 'nothing', value: 'x' }, 'invalidPath'],
    [{ op: 'replace', path: 'emails[type eq "work"', value: 'x' }, 'invalidFilter'],
    [{ op: 'replace', path: 'emails[type eq "work"]x', value: 'x' }, 'invalidPath'],
    [{ op: 'replace', path: 'title[type eq "work"]', value: 'x' }, 'invalidPath'],
    [{ op: 'replace', path: 'emails[type ne "work" and type ne "home"].value', value: 'x' }, 'noTarget'],
    [{ op: 'replace', path: 'id', value: 'x' }, 'mutability'],
    [{ op: 'add', path: 'groups', value: [{ value: 'G' }] }, 'mutability'],
    [{ op: 'replace', path: 'active', value: 'perhaps' }, 'invalidValue'],
    [{ op: 'replace', path: 'title', value: { a: 1 } }, 'invalidValue'],
  ])('%j is refused with %s', (operation, scimType) => {
    expect(() => patched([operation])).toThrow(expect.objectContaining({ status: 400, scimType }));
  });
});

test('a resource is read in any case, without what is unknown or only read', () => {
  const body = {
    SCHEMAS: [userSchemaId.toUpperCase(), 'urn:x'],
    USERNAME: 'ada',
    Active: 'TRUE',
    emails: 'ada@example.com',
    id: 'x',
    meta: {},
    groups: [{ value: 'x' }],
    title: null,
    nickname: 'A',
    'urn:x': { y: 1 },
    [enterpriseSchemaId]: { Department: 'M', z: 1 },
  };
  expect(readResource(User, body)).toEqual({
    userName: 'ada',
    nickName: 'A',
    active: true,
    emails: [{ value: 'ada@example.com' }],
    [enterpriseSchemaId]: { department: 'M' },
  });
  for (const schemas of [[], ['urn:x'], 'x', [enterpriseSchemaId]])
    expect(() => readResource(User, { schemas, userName: 'x' })).toThrow(
      expect.objectContaining({ status: 400 }),
    );
});

test('a projection shows what is asked for, and always the ID', () => {
  const shown = (query: object) => project(readProjection(User, query), ada);
  expect(shown({ attributes: 'userName,emails.value' })).toEqual({
    id: 'U1',
    userName: 'Ada@Example.com',
    emails: [{ value: 'ada@example.com' }, { value: 'ada@home.example' }],
  });
  expect(shown({ attributes: `${enterpriseSchemaId}:department,nothing` })).toEqual({
    id: 'U1',
    [enterpriseSchemaId]: { department: 'Mathematics' },
  });
  expect(shown({ excludedAttributes: 'id,emails,name.givenName' })).toMatchObject({
    id: 'U1',
    name: { familyName: 'Lovelace' },
  });
  expect(shown({ excludedAttributes: 'emails' })['emails']).toBeUndefined();
});

test('a page has limits, and a cursor belongs to its query', () => {
  expect(readPage({ startIndex: '-3', count: '5000' })).toEqual({ startIndex: 1, count: 1_000 });
  expect(readPage({ count: -1, cursor: '' })).toEqual({ startIndex: 1, count: 0, cursor: '' });
  expect(() => readPage({ count: 'many' })).toThrow(expect.objectContaining({ status: 400 }));
  const cursor = writeCursor('one', 'U1');
  expect(readCursor('one', cursor)).toBe('U1');
  for (const wrong of ['x', 'e30', cursor.slice(1), `${cursor}AAAA`])
    expect(() => readCursor('one', wrong)).toThrow(expect.objectContaining({ scimType: 'invalidCursor' }));
  expect(() => readCursor('two', cursor)).toThrow(expect.objectContaining({ scimType: 'invalidCursor' }));
});
