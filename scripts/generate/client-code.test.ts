import { describe, expect, test } from 'vitest';
import { type Endpoint, endpoint } from '../../server/http/endpoint.ts';
import { emptyObject, type ObjectSchema, type Schema, t } from '../../server/http/schema.ts';
import { clientCode, routesCode } from './client-code.ts';

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

/** Returns the signatures without line breaks and comments, for searching parts of them. */
function code(endpoints: Endpoint[]): string {
  return clientCode(endpoints)
    .replaceAll(/\/\*\*.*?\*\//gs, '')
    .replaceAll(/\s+/g, ' ');
}

/** Returns the route of a method. */
function routeOf(made: Endpoint, name = made.name): unknown {
  const text = routesCode([made])
    .split('\n')
    .find((line) => line.includes(`'${name}': `));
  return JSON.parse(text!.slice(text!.indexOf(': ') + 2, -1));
}

describe('the parameters of a method', () => {
  const input = t.object({ id: t.text(), note: t.optional(t.text()), count: t.integer() });

  test('follow the order of the endpoint, or are the fields of one object', () => {
    const made = sample({ input, client: { parameters: ['id', 'count', 'note'] } });
    expect(code([made])).toContain(
      'make(...given: [input: ThingMakeInput] | [id: string, count: number, note?: string | null])',
    );
    expect(code([made])).toContain(
      'export interface ThingMakeInput { id: string; note?: string; count: number; }',
    );
    expect(routeOf(made)).toMatchObject({
      fields: { id: 'string', count: 'number', note: 'string?' },
      positional: true,
      acceptsObject: true,
    });
  });

  test('that are optional must be named when a required one follows', () => {
    expect(code([sample({ input, client: { parameters: ['id', 'note', 'count'] } })])).toContain(
      '[id: string, note: string | null | undefined, count: number]',
    );
  });

  test('are one object when the endpoint declares no order', () => {
    const made = sample({ input });
    expect(code([made])).toContain('make(input: ThingMakeInput): Promise<');
    expect(routeOf(made)).toEqual({
      method: 'POST',
      path: '/v1/thing',
      fields: { id: 'string', count: 'number' },
      acceptsObject: true,
    });
  });

  test('are in order only where the first one can be an object itself', () => {
    const input = t.object({ claims: t.map(t.any()), note: t.optional(t.text()) });
    const made = sample({ input, client: { parameters: ['claims', 'note'] } });
    expect(code([made])).toContain('make(claims: Record<string, unknown>, note?: string | null): Promise<');
    expect(routeOf(made)).not.toHaveProperty('acceptsObject');
  });

  test('can end with an object that has all others', () => {
    const made = sample({ input, client: { parameters: ['id', '...options'] } });
    expect(code([made])).toContain("[id: string, options: Omit<ThingMakeInput, 'id'>]");
    expect(routeOf(made)).toMatchObject({ fields: { id: 'string' }, rest: 'options' });
    const optional = t.object({ id: t.text(), note: t.optional(t.text()) });
    expect(code([sample({ input: optional, client: { parameters: ['id', '...options'] } })])).toContain(
      "options?: Omit<ThingMakeInput, 'id'>",
    );
  });

  test('may be left out entirely when none is required', () => {
    const optional = t.object({ note: t.optional(t.text()) });
    expect(code([sample({ input: optional })])).toContain('make(input?: ThingMakeInput): Promise<');
  });

  test('of the query are sent there', () => {
    const made = sample({ input, query: t.object({ tenant: t.text() }) });
    expect(code([made])).toContain('make(input: ThingMakeInput): Promise<');
    expect(routeOf(made)).toMatchObject({ query: ['tenant'] });
  });

  test('end with the token of a session, and begin with an access key', () => {
    const parameters = ['id', 'count', 'note'];
    const withAuth = (auth: Endpoint['auth']) => code([sample({ auth, input, client: { parameters } })]);
    expect(withAuth('refresh')).toContain('[input: ThingMakeInput, refreshJwt: string]');
    expect(withAuth('refresh')).toContain('note: string | null | undefined, refreshJwt: string]');
    expect(withAuth('session')).toContain('note: string | null | undefined, sessionJwt: string]');
    expect(withAuth('optionalRefresh')).toContain('note?: string | null, refreshJwt?: string]');
    expect(withAuth('accessKey')).toContain(
      '[accessKey: string, id: string, count: number, note?: string | null]',
    );
    expect(routeOf(sample({ auth: 'refresh' }))).toMatchObject({ token: 'refreshJwt' });
    expect(routeOf(sample({ auth: 'management' }))).toMatchObject({ auth: 'management' });
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
    expect(made).toContain('| [loginId: string]');
    expect(made).toContain('| [userId: string]');
    expect(routeOf(load)).toMatchObject({ fields: { loginId: 'string|userId' } });
  });
});

describe('another method over the same route', () => {
  const input = t.object({ id: t.text(), invite: t.optional(t.flag()), place: t.reference() });
  const withOther = (other: object) =>
    sample({
      input,
      client: {
        parameters: ['id'],
        also: { 'thing.invite': { summary: 'Other', parameters: ['id'], ...other } },
      },
    });

  test('can send fixed values', () => {
    const made = withOther({ fixed: { invite: true } });
    expect(routeOf(made)).not.toHaveProperty('fixed');
    expect(routeOf(made, 'thing.invite')).toMatchObject({ fixed: { invite: true } });
    expect(code([made])).toContain('export interface ThingInviteInput { id: string; place?: string; }');
  });

  test('can require optional fields', () => {
    const made = withOther({ parameters: ['place', 'id'], required: ['place'] });
    expect(code([made])).toContain('[place: string, id: string]');
  });

  test('sends and requires only fields of the route', () => {
    expect(() => code([withOther({ fixed: { colour: 'red' } })])).toThrow('colour');
    expect(() => code([withOther({ required: ['colour'] })])).toThrow('colour');
  });
});

describe('a body that is a list', () => {
  const input = t.list(t.text());

  test('is the only parameter', () => {
    const made = sample({ input, client: { parameters: ['ids'] } });
    expect(code([made])).toContain('make(ids: string[]): Promise<');
    expect(routeOf(made)).toMatchObject({ fields: { ids: 'list' }, takesList: true });
  });

  test('needs a name', () => {
    expect(() => code([sample({ input })])).toThrow('takes a list');
  });
});

describe('what a method returns', () => {
  const output = t.object({ thing: t.object({ id: t.text() }, { $id: 'Thing' }) });

  test('is the field that the endpoint names', () => {
    const made = sample({ output, client: { returns: 'thing' } });
    expect(code([made])).toContain('make(): Promise<Result<Thing>>;');
    expect(routeOf(made)).toEqual({ method: 'POST', path: '/v1/thing', returns: 'thing' });
  });

  test('is the whole answer otherwise, which gets a name', () => {
    const made = code([sample({ output })]);
    expect(made).toContain('export interface ThingMakeAnswer { thing: Thing; }');
    expect(made).toContain('Promise<Result<ThingMakeAnswer>>');
  });

  test('is nothing when the answer is empty', () => {
    expect(code([sample({ output: emptyObject })])).toContain('Promise<Result<undefined>>');
  });

  test('can be a map', () => {
    expect(code([sample({ output: t.map(t.any()) })])).toContain('Promise<Result<Record<string, unknown>>>');
  });

  test('can be a list', () => {
    const made = sample({ output: t.list(t.text()) });
    expect(code([made])).toContain('Promise<Result<string[]>>');
    expect(routeOf(made)).toMatchObject({ returnsList: true });
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
 * @param input The parameters by name, in place of the others.
 * @param seconds How long, in seconds. Ends no comment: *\u200b/.
 * @returns \`data\`: the user as it is now.
 */`);
});

describe('the tree of methods', () => {
  test('follows the names', () => {
    const made = code([sample(), sample({ name: 'top' }), sample({ name: 'thing.part.drop' })]);
    expect(made).toMatch(/thing: \{ make\(.*part: \{ drop\(.*\}; \}; top\(/);
  });

  test('refuses two methods of one name, and a method that is also a group', () => {
    expect(() => code([sample(), sample()])).toThrow('two endpoints are called thing.make');
    expect(() => code([sample(), sample({ name: 'thing.make.more' })])).toThrow('make is a method already');
    expect(() => code([sample(), sample({ name: 'thing' })])).toThrow('thing is a group already');
  });
});
