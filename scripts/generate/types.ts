import type { JsonSchema } from '../../server/http/schema.ts';
import { commentOf } from './comment.ts';
import type { Parameter } from './methods.ts';

/** The exported interfaces by name, in order of appearance. */
export type Interfaces = Map<string, string>;

/** Returns the TypeScript type of a schema. Schemas with an `$id` are declared in `interfaces`, once. */
export function typeOf(schema: JsonSchema, interfaces: Interfaces): string {
  if (schema.$id) {
    declare(schema.$id, schema.description, fieldsText(schema, interfaces), interfaces);
    return schema.$id;
  }
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  switch (schema.type) {
    case undefined:
      return unknownType(schema);
    case 'string':
    case 'boolean':
      return schema.type;
    case 'integer':
    case 'number':
      return 'number';
    case 'array': {
      const item = typeOf(schema.items ?? {}, interfaces);
      return /^\w+$/.test(item) ? `${item}[]` : `(${item})[]`;
    }
    case 'object':
      if (schema.properties) return `{${fieldsText(schema, interfaces)}\n}`;
      return `Record<string, ${typeof schema.additionalProperties === 'object' ? typeOf(schema.additionalProperties, interfaces) : 'unknown'}>`;
    default:
      throw new Error(`no TypeScript type is known for ${JSON.stringify(schema)}`);
  }
}

/** Only an empty schema may be `unknown`: an unsupported keyword must be reported. */
function unknownType(schema: JsonSchema): string {
  const { description: _d, aliases: _a, nullIsValue: _n, ...rest } = schema;
  if (Object.keys(rest).length > 0)
    throw new Error(`no TypeScript type is known for ${JSON.stringify(schema)}`);
  return 'unknown';
}

export function declare(
  name: string,
  description: string | undefined,
  fields: string,
  interfaces: Interfaces,
): void {
  const text = `${commentOf(description)}export interface ${name} {${fields}\n}`;
  const declared = interfaces.get(name);
  if (declared !== undefined && declared !== text)
    throw new Error(`two different schemas are called ${name}`);
  interfaces.set(name, text);
}

export function fieldText({ name, schema, required }: Parameter, interfaces: Interfaces): string {
  const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
  return `\n${commentOf(schema.description)}${key}${required ? '' : '?'}: ${typeOf(schema, interfaces)};`;
}

function fieldsText(schema: JsonSchema, interfaces: Interfaces): string {
  return Object.entries(schema.properties ?? {})
    .map(([name, field]) => {
      const required = schema.required?.includes(name) ?? false;
      return fieldText({ name, schema: field, required }, interfaces);
    })
    .join('');
}
