import type { Endpoint } from '../../server/http/endpoint.ts';
import { asJsonSchema, type JsonSchema } from '../../server/http/schema.ts';

/** The phrases by which field descriptions say that a field is refused or has no effect. */
const phrases =
  /E501001|\bnot supported\b|\b(?:no|without) effect\b|\bstored(?: only| and returned| until|$)|\byet\b/i;

interface Note {
  field: string;
  text: string;
}

/** A part that an endpoint lacks: all fields with the same description, or none if it concerns the whole endpoint. */
export interface Lack {
  fields: string[];
  text: string;
}

/** Lists what an endpoint lacks: its `partial`, and the fields whose descriptions say so. */
export function lacksOf({ partial, input, query }: Endpoint): Lack[] {
  const notes = [input, ...(query ? [query] : [])].flatMap((schema) => notesOf(asJsonSchema(schema), ''));
  const fields = [...Map.groupBy(notes, ({ text }) => text)].map(([text, same]) => ({
    fields: [...new Set(same.map(({ field }) => field))],
    text,
  }));
  return [...(partial ? [{ fields: [], text: partial }] : []), ...fields];
}

/** Describes what an endpoint lacks, one sentence for each part. */
export function servedInPart(endpoint: Endpoint): string[] {
  return lacksOf(endpoint).map(({ fields, text }) =>
    [...(fields.length > 0 ? [fields.map((field) => `\`${field}\``).join(', ')] : []), text].join(': '),
  );
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
