import { parse } from 'node:querystring';
import { describe, expect, test } from 'vitest';
import { ServiceError } from '../server/core/errors.ts';
import { parseJsonBody } from '../server/core/json.ts';
import { inCallersSpelling } from '../server/http/callers-spelling.ts';
import { asJsonSchema, type ObjectSchema, readInput, readQuery } from '../server/http/schema.ts';
import { hasBody, queryText } from './ask-endpoint.ts';
import { examined } from './examined-endpoints.ts';
import { inputSpelled, inputWith, inputWithout, placesOf, sampleOf, wrongValues } from './sample-input.ts';

/**
 * Guarantees of every field of every endpoint: tests the two functions through which `http/mount.ts` reads all
 * input. `every-endpoint.test.ts` checks over HTTP that each endpoint uses them.
 */
describe.each(examined.map((endpoint) => [endpoint.name, endpoint] as const))('%s', (_name, endpoint) => {
  const schema = asJsonSchema(endpoint.input);
  const places = placesOf(schema);

  function read(input: unknown): unknown {
    if (!hasBody(endpoint)) {
      return readQuery(endpoint.input as ObjectSchema, parse(queryText(input).slice(1)));
    }
    return readInput(
      endpoint.input,
      parseJsonBody(Buffer.from(JSON.stringify(input)), endpoint.jsonLimits ?? {}),
    );
  }

  /** Returns `E011003: …`, or the input as read. */
  function refusalOf(input: unknown): string {
    try {
      return `no refusal: ${JSON.stringify(read(input))}`;
    } catch (error) {
      return error instanceof ServiceError ? `${error.code}: ${error.message}` : String(error);
    }
  }

  /** Returns the inputs that are not refused in this way. */
  function unlike(inputs: unknown[], errorCode: string, words = ''): string[] {
    const refusals = inputs.map((input) => [JSON.stringify(input), refusalOf(input)] as const);
    return refusals
      .filter(([, refusal]) => !(refusal.startsWith(`${errorCode}:`) && refusal.includes(words)))
      .map((one) => one.join(' → '));
  }

  test('names every required field that is missing', () => {
    const wrong = places
      .filter(({ required }) => required)
      .flatMap(({ path }) => {
        const withNull = hasBody(endpoint) ? [inputWith(schema, path, null)] : [];
        return unlike([inputWithout(schema, path), ...withNull], 'E011002', `The ${path.join('.')} field`);
      });
    expect(wrong).toEqual([]);
  });

  test('names a field as the caller spells it', () => {
    if (!hasBody(endpoint)) return;
    const named = places.filter(({ path, schema }) => schema.aliases && !/^(0|key)$/.test(path.at(-1)!));
    const wrong = named.flatMap(({ path, schema: field }) =>
      [...(field.aliases ?? []), path.at(-1)!.toUpperCase()].flatMap((spelling) => {
        const input = inputSpelled(schema, path, spelling, wrongValues(field)[0]);
        const [, message = ''] = /^E\d+: (.*)/.exec(refusalOf(input)) ?? [];
        const expected = `${[...path.slice(0, -1), spelling].join('.')} `;
        const worded = inCallersSpelling(endpoint.input, input, message);
        return worded.startsWith(expected) ? [] : [`${expected} → ${worded}`];
      }),
    );
    expect(wrong).toEqual([]);
  });

  test('refuses NUL and half characters in every text', () => {
    const texts = places.filter(({ schema }) => schema.type === 'string' && !schema.enum);
    // A half character cannot be written in a URL.
    const values = hasBody(endpoint) ? ['a\0b', 'a\ud800b'] : ['a\0b'];
    const inputs = texts.flatMap(({ path }) => values.map((value) => inputWith(schema, path, value)));
    expect(unlike(inputs, 'E011001')).toEqual([]);
  });

  test('reads no unknown fields', () => {
    if (schema.type === 'array') return;
    const unknown = { isAdmin: true, constructor: 'x', toString: 'y', user_id: 'z' };
    const sample = sampleOf(schema) as object;
    expect(read({ ...sample, ...unknown })).toEqual(read(sample));
  });

  if (!hasBody(endpoint)) return;

  test('names every field of the wrong type', () => {
    const wrong = places.flatMap(({ path, schema: field }) => {
      const inputs = wrongValues(field).map((value) => inputWith(schema, path, value));
      return unlike(inputs, 'E011003', path.join('.'));
    });
    expect(wrong).toEqual([]);
  });
});
