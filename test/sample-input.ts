import type { JsonSchema } from '../server/http/schema.ts';

/** The place of a field: names, and 0 or `key` for list items and map values. */
export type Place = { path: string[]; schema: JsonSchema; required: boolean };

/** Lists all fields of an input at all levels. */
export function placesOf(schema: JsonSchema, path: string[] = []): Place[] {
  if (schema.items) return itemPlaces(schema.items, [...path, '0']);
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const place = { path: [...path, name], schema: field, required: (schema.required ?? []).includes(name) };
    return [place, ...insideOf(field, place.path)];
  });
}

function insideOf(schema: JsonSchema, path: string[]): Place[] {
  if (schema.properties) return placesOf(schema, path);
  if (schema.items) return itemPlaces(schema.items, [...path, '0']);
  if (typeof schema.additionalProperties === 'object')
    return itemPlaces(schema.additionalProperties, [...path, 'key']);
  return [];
}

function itemPlaces(schema: JsonSchema, path: string[]): Place[] {
  return [{ path, schema, required: false }, ...insideOf(schema, path)];
}

/** Returns the smallest value that a schema admits. */
export function sampleOf(schema: JsonSchema): unknown {
  if (schema.enum) return schema.enum[0];
  switch (schema.type) {
    case 'string':
      return 'x'.repeat(Math.max(1, Number(schema['minLength'] ?? 0)));
    case 'integer':
    case 'number':
      return Number(schema['minimum'] ?? 0) > 0 ? schema['minimum'] : 0;
    case 'boolean':
      return false;
    case 'array':
      return Array.from({ length: Number(schema['minItems'] ?? 0) }, () => sampleOf(schema.items ?? {}));
    default:
      return Object.fromEntries(
        (schema.required ?? []).map((name) => [name, sampleOf(schema.properties?.[name] ?? {})]),
      );
  }
}

/** Returns the smallest input with this value at this place. */
export function inputWith(schema: JsonSchema, path: string[], value: unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  if (schema.items) return [inputWith(schema.items, rest, value)];
  const field = schema.properties?.[name] ?? (schema.additionalProperties as JsonSchema);
  return { ...(sampleOf(schema) as object), [name]: inputWith(field, rest, value) };
}

/** Returns the smallest input with the surroundings of this place, but without the field itself. */
export function inputWithout(schema: JsonSchema, path: string[]): unknown {
  return inputWith(schema, path, undefined);
}

/** Returns the smallest input with this value at this place, under another spelling of the field's name. */
export function inputSpelled(schema: JsonSchema, path: string[], spelling: string, value: unknown): unknown {
  const [name = '', ...rest] = path;
  if (schema.items) return [inputSpelled(schema.items, rest, spelling, value)];
  const sample = sampleOf(schema) as object;
  if (rest.length === 0) return { ...sample, [name]: undefined, [spelling]: value };
  const field = schema.properties?.[name] ?? (schema.additionalProperties as JsonSchema);
  return { ...sample, [name]: inputSpelled(field, rest, spelling, value) };
}

/** Returns JSON values that a field of this type must refuse. */
export function wrongValues(schema: JsonSchema): unknown[] {
  switch (schema.type) {
    case 'string':
      return schema.enum ? ['not one of the values', 1, {}] : [1, ['x'], { $ne: '' }];
    case 'integer':
      return schema.numericText ? ['x', 1.5, true, [], {}] : ['1', 1.5, true, [], {}];
    case 'number':
      return ['1', true, [], {}];
    case 'boolean':
      return ['true', 1, 0, [], {}];
    case 'array':
      return ['x', 1, {}, { 0: 'x', length: 1 }];
    case 'object':
      return ['x', 1, true, []];
    default:
      return [];
  }
}
