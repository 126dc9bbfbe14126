import { standsForMissing } from '../core/names.ts';
import { asJsonSchema, isAbsent, type JsonSchema, type Schema, spellingsOf } from './schema.ts';

/**
 * Returns a message that begins with the path of a field, with the spelling of each name that the caller sent in `data`. Other
 * messages stay as they are.
 */
export function inCallersSpelling(schema: Schema, data: unknown, message: string): string {
  const [path = ''] = /^[\w-]+(\.[\w-]+)*/.exec(message) ?? [];
  return writtenPath(asJsonSchema(schema), data, path.split('.')).join('.') + message.slice(path.length);
}

function writtenPath(schema: JsonSchema, data: unknown, [name = '', ...rest]: string[]): string[] {
  const fields = (typeof data === 'object' && data !== null ? data : {}) as Record<string, unknown>;
  const names = spellingsOf(schema);
  const nameOf = (key: string) => names.get(key) ?? names.get(key.toLowerCase());
  const declared = nameOf(name);
  const field = schema.items ?? (declared === undefined ? undefined : schema.properties?.[declared]);
  if (!field) return [name, ...rest];
  const isSent = (key: string) => !isAbsent(field, fields[key]) && !standsForMissing(fields[key]);
  const candidates = [declared ?? name, ...Object.keys(fields).filter((key) => nameOf(key) === declared)];
  const written = (schema.items ? name : candidates.find(isSent)) ?? name;
  return rest.length === 0 ? [written] : [written, ...writtenPath(field, fields[written], rest)];
}
