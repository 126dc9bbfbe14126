import type { Endpoint } from '../../server/http/endpoint.ts';
import { asJsonSchema, type JsonSchema } from '../../server/http/schema.ts';

/** How descriptions of fields say that a field is refused, or does nothing yet. */
const phrases =
  /E501001|\bnot supported\b|\b(?:no|without) effect\b|\bstored(?: only| and answered| until|$)|\byet\b/i;

interface Note {
  field: string;
  text: string;
}

/** What an endpoint does not do: its own `partial`, and the fields whose descriptions say so. Empty when it does all. */
export function servedInPart({ partial, input, query }: Endpoint): string[] {
  const notes = [input, ...(query ? [query] : [])].flatMap((schema) => notesOf(asJsonSchema(schema), ''));
  const fields = [...Map.groupBy(notes, ({ text }) => text)].map(
    ([text, same]) => `${[...new Set(same.map(({ field }) => `\`${field}\``))].join(', ')}: ${text}`,
  );
  return [...(partial ? [partial] : []), ...fields];
}

function notesOf(schema: JsonSchema, path: string): Note[] {
  const { description = '', properties = {}, items, additionalProperties } = schema;
  // The whole of a field says more than what is in it.
  if (path !== '' && phrases.test(description)) return [{ field: path, text: description }];
  return [
    ...Object.entries(properties).flatMap(([name, field]) => notesOf(field, path ? `${path}.${name}` : name)),
    ...(items ? notesOf(items, path) : []),
    ...(typeof additionalProperties === 'object' ? notesOf(additionalProperties, path) : []),
  ];
}
