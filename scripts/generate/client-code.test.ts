import { describe, expect, test } from 'vitest';
import { type Endpoint, endpoint } from '../../server/http/endpoint.ts';
import { emptyObject, type ObjectSchema, type Schema, t } from '../../server/http/schema.ts';
import { clientCode } from './client-code.ts';

function sample(
  changes: Partial<Omit<Endpoint, 'handle'>> & { input?: Schema; query?: ObjectSchema } = {},
): Endpoint {
  return endpoint({
    name: 'thing.make',
    method: 'POST',
    path: '/v1/thing',
    summary: 'Make a thing',
    auth: 'project',
    input: emptyObject,
    output: t.object({ id: t.text() }),
    errors: [],
    handle: async () => ({ id: '1' }),
    ...changes,
  });
}

/** Returns the code without line breaks and comments, for searching parts of it. */
function code(endpoints: Endpoint[]): string {
  return clientCode(endpoints)
    .replaceAll(/\/\*\*.*?\*\//gs, '')
    .replaceAll(/\s+/g, ' ');
}

describe('the parameters of a method', () => {
  const input = t.object({ id: t.text(), note: t.optional(t.text()), count: t.integer() });

  test('follow the order of the endpoint, and are sent by name', () => {
    const made = code([sample({ input, client: { parameters: ['id', 'count', 'note'] } })]);
    expect(made).toContain('make: (id: string, count: number, note?: string | null) =>');
    expect(made).toContain("{ method: 'POST', path: '/v1/thing', input: { id, count, note } }");
  });

  test('that are optional must be named when a required one follows', () => {
    expect(code([sample({ input, client: { parameters: ['id', 'note', 'count'] } })])).toContain(
      'make: (id: string, note: string | null | undefined, count: number) =>',
    );
  });

  test('are one object when the endpoint declares no order', () => {
    const made = code([sample({ input })]);
    expect(made).toContain('export interface ThingMakeInput { id: string; note?: string; count: number; }');
    expect(made).toContain('make: (input: ThingMakeInput) =>');
  });

  test('can be an object, too, with all fields but the fixed ones', () => {
    const also = {
      'thing.send': {
        summary: 'Other',
        parameters: ['id', 'count'],
        acceptsObject: true as const,
        fixed: { note: 'x' },
      },
    };
    const client = { parameters: ['id', 'count'], acceptsObject: true as const, also };
    const made = code([sample({ input, client })]);
    expect(made).toContain('make: (...given: [input: ThingMakeInput] | [id: string, count: number]) =>');
    expect(made).toContain('input: byName(given, ["id","count"])');
    expect(made).toContain('export interface ThingMakeInput { id: string; note?: string; count: number; }');
    expect(made).toContain('export interface ThingSendInput { id: string; count: number; }');
    expect(made).toContain('input: { ...byName(given, ["id","count"]), note: "x" }');
    expect(() => code([sample({ input, client, auth: 'session' })])).toThrow('cannot accept an object');
    expect(() => code([sample({ input, client: { acceptsObject: true } })])).toThrow(
      'cannot accept an object',
    );
  });

  test('may be left out entirely when none is required', () => {
    const optional = t.object({ note: t.optional(t.text()) });
    expect(code([sample({ input: optional })])).toContain('make: (input: ThingMakeInput = {}) =>');
  });

  test('of the query are extracted from the object', () => {
    const made = code([sample({ input, query: t.object({ tenant: t.text() }) })]);
    expect(made).toContain('make: ({ tenant, ...input }: ThingMakeInput) =>');
    expect(made).toContain('query: { tenant }, input }');
  });

  test('end with the token', () => {
    const parameters = ['id', 'count', 'note'];
    const withAuth = (auth: Endpoint['auth']) => code([sample({ auth, input, client: { parameters } })]);
    expect(withAuth('refresh')).toContain('note: string | null | undefined, refreshJwt: string) =>');
    expect(withAuth('session')).toContain('note: string | null | undefined, sessionJwt: string) =>');
    expect(withAuth('optionalRefresh')).toContain('note?: string | null, refreshJwt?: string) =>');
    expect(withAuth('refresh')).toContain('token: refreshJwt');
    expect(withAuth('management')).toContain("auth: 'management'");
  });

  test("include the endpoint's required fields, and no unknown ones", () => {
    expect(() => code([sample({ input, client: { parameters: ['id'] } })])).toThrow('requires count');
    expect(() => code([sample({ input, client: { parameters: ['id', 'count', 'size'] } })])).toThrow('size');
  });

  test('are required where one of two alternatives is chosen', () => {
    const either = t.object({ loginId: t.reference(), userId: t.reference() });
    const also = { 'thing.makeByUserId': { summary: 'Other', parameters: ['userId'] } };
    const load = sample({ input: either, client: { parameters: ['loginId'], also } });
    const made = code([load]);
    expect(made).toContain('make: (loginId: string) =>');
    expect(made).toContain('makeByUserId: (userId: string) =>');
  });
});

describe('another method over the same route', () => {
  const input = t.object({ id: t.text(), invite: t.optional(t.flag()), place: t.reference() });
  const withOther = (other: object) =>
    code([
      sample({
        input,
        client: {
          parameters: ['id'],
          also: { 'thing.invite': { summary: 'Other', parameters: ['id'], ...other } },
        },
      }),
    ]);

  test('can send fixed values', () => {
    const made = withOther({ fixed: { invite: true } });
    expect(made).toContain(
      "make: (id: string) => call<ThingMakeAnswer>({ method: 'POST', path: '/v1/thing', input: { id } })",
    );
    expect(made).toContain('invite: (id: string) =>');
    expect(made).toContain('input: { id, invite: true }');
  });

  test('can require optional fields', () => {
    const made = withOther({ parameters: ['place', 'id'], required: ['place'] });
    expect(made).toContain('invite: (place: string, id: string) =>');
  });

  test('sends and requires only fields of the route', () => {
    expect(() => withOther({ fixed: { colour: 'red' } })).toThrow('colour');
    expect(() => withOther({ required: ['colour'] })).toThrow('colour');
  });
});

describe('a body that is a list', () => {
  const input = t.list(t.text());

  test('is the only parameter', () => {
    const made = code([sample({ input, client: { parameters: ['ids'] } })]);
    expect(made).toContain('make: (ids: string[]) =>');
    expect(made).toContain('input: ids');
  });

  test('needs a name', () => {
    expect(() => code([sample({ input })])).toThrow('takes a list');
  });
});

describe('what a method returns', () => {
  const output = t.object({ thing: t.object({ id: t.text() }, { $id: 'Thing' }) });

  test('is the field that the endpoint names', () => {
    const made = code([sample({ output, client: { returns: 'thing' } })]);
    expect(made).toContain("call<Thing>({ method: 'POST', path: '/v1/thing', returns: 'thing' })");
  });

  test('is the whole answer otherwise, which gets a name', () => {
    const made = code([sample({ output })]);
    expect(made).toContain('export interface ThingMakeAnswer { thing: Thing; }');
    expect(made).toContain('call<ThingMakeAnswer>({');
  });

  test('is nothing when the answer is empty', () => {
    expect(code([sample({ output: emptyObject })])).toContain('call<undefined>({');
  });

  test('can be a map', () => {
    expect(code([sample({ output: t.map(t.any()) })])).toContain('call<Record<string, unknown>>({');
  });

  test('can be a list', () => {
    const made = code([sample({ output: t.list(t.text()) })]);
    expect(made).toContain("call<string[]>({ method: 'POST', path: '/v1/thing', returnsList: true })");
  });

  test('must be a field that every answer has', () => {
    expect(() => code([sample({ output, client: { returns: 'user' } })])).toThrow('returns user');
  });
});

describe('types', () => {
  test('of every schema word are written out', () => {
    const output = t.object({
      choice: t.choice(['a', 'b']),
      choices: t.list(t.choice(['a', 'b'])),
      map: t.map(t.list(t.flag())),
      time: t.longInteger(),
      'not-a-name': t.number(),
      reference: t.reference(),
    });
    expect(code([sample({ output })])).toContain(
      'export interface ThingMakeAnswer { choice: "a" | "b"; choices: ("a" | "b")[]; map: Record<string, boolean[]>; ' +
        'time: number; "not-a-name": number; reference?: string; }',
    );
  });

  test('with a name are declared once, and one name cannot mean two', () => {
    const thing = t.object({ id: t.text() }, { $id: 'Thing' });
    const other = t.object({ id: t.number() }, { $id: 'Thing' });
    const two = t.object({ a: thing, b: t.list(thing) });
    expect(code([sample({ output: two })]).split('export interface Thing {')).toHaveLength(2);
    expect(() => code([sample({ output: t.object({ thing, other }) })])).toThrow(
      'two different schemas are called Thing',
    );
  });

  test('that are not supported are refused instead of guessed', () => {
    const output = t.object({ odd: { ...t.any(), anyOf: [] } as Schema });
    expect(() => code([sample({ output })])).toThrow('no TypeScript type is known');
  });
});

test('a comment says what the method does, its parameters, errors, data and source', () => {
  const input = t.object({
    seconds: t.integer({ description: 'How long, in seconds. Ends no comment: */' }),
  });
  const output = t.object({ user: t.object({}, { $id: 'User', description: 'The user as it is now' }) });
  const errors = ['E112102', 'E062107'] as const;
  const client = { parameters: ['seconds'], returns: 'user' };
  const made = clientCode([
    sample({ input, output, errors, client, auth: 'management', description: 'More.' }),
  ]);
  expect(made).toContain(`/**
 * Make a thing.
 *
 * More.
 *
 * Errors: E062107 the user already exists; E112102 user not found.
 *
 * \`POST /v1/thing\`
 *
 * @param seconds How long, in seconds. Ends no comment: *\u200b/.
 * @returns \`data\`: the user as it is now.
 */`);
});

describe('the tree of methods', () => {
  test('follows the names', () => {
    const made = code([sample(), sample({ name: 'top' }), sample({ name: 'thing.part.drop' })]);
    expect(made).toMatch(/thing: \{ make: .*part: \{ drop: .*\}, \}, top: /);
  });

  test('refuses two methods of one name, and a method that is also a group', () => {
    expect(() => code([sample(), sample()])).toThrow('two endpoints are called thing.make');
    expect(() => code([sample(), sample({ name: 'thing.make.more' })])).toThrow('make is a method already');
    expect(() => code([sample(), sample({ name: 'thing' })])).toThrow('thing is a group already');
  });
});
