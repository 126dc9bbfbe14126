import type { Endpoint } from '../../server/http/endpoint.ts';
import { asJsonSchema, type JsonSchema } from '../../server/http/schema.ts';

/** The phrases by which field descriptions say that a field is refused or has no effect yet. */
const phrases =
  /E501001|\bnot supported\b|\b(?:no|without) effect\b|\bstored(?: only| and answered| until|$)|\byet\b/i;

interface Note {
  field: string;
  text: string;
}

/** Lists the unserved parts of an endpoint: its `partial`, and the fields whose descriptions say so. May be empty. */
export function servedInPart({ partial, input, query }: Endpoint): string[] {
  const notes = [input, ...(query ? [query] : [])].flatMap((schema) => notesOf(asJsonSchema(schema), ''));
  const fields = [...Map.groupBy(notes, ({ text }) => text)].map(
    ([text, same]) => `${[...new Set(same.map(({ field }) => `\`${field}\``))].join(', ')}: ${text}`,
  );
  return [...(partial ? [partial] : []), ...fields];
}

function notesOf(schema: JsonSchema, path: string): Note[] {
  const { description = '', properties = {}, items, additionalProperties } = schema;
  // A statement about a whole field covers the fields inside it.
  if (path !== '' && phrases.test(description)) return [{ field: path, text: description }];
  return [
    ...Object.entries(properties).flatMap(([name, field]) => notesOf(field, path ? `${path}.${name}` : name)),
    ...(items ? notesOf(items, path) : []),
    ...(typeof additionalProperties === 'object' ? notesOf(additionalProperties, path) : []),
  ];
}
