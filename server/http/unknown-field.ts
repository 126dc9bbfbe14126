import { asJsonSchema, type Schema } from './schema.ts';

/** Returns the path of a field that the schema does not know. A request may have such fields; a written file must not. */
export function unknownField(schema: Schema, data: unknown, path = ''): string | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const { properties, items, additionalProperties } = asJsonSchema(schema);
  for (const [key, value] of Object.entries(data)) {
    const place = Array.isArray(data) ? path : `${path}${path && '.'}${key}`;
    if (properties && !Object.hasOwn(properties, key)) return place;
    const field = items ?? properties?.[key] ?? additionalProperties;
    const found = typeof field === 'object' ? unknownField(field as never, value, place) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}
