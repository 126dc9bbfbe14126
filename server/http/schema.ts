import { Ajv, type ValidateFunction } from 'ajv';
import type {
  Static,
  TArray,
  TBoolean,
  TInteger,
  TNumber,
  TObject,
  TOptional,
  TProperties,
  TSchema,
  TString,
  TUnsafe,
} from 'typebox';
import { ServiceError } from '../core/errors.ts';
import { standsForMissing } from '../core/names.ts';
import { noteSpelling } from './sent-names.ts';

export type { Static };
export type Schema = TSchema;

type FieldOptions = {
  description?: string;
  /** Other spellings that SDKs use for this field. Case is always ignored, so list only different names. */
  aliases?: string[];
};

type TextOptions = FieldOptions & {
  minLength?: number;
  /** In code points. */
  maxLength?: number;
  /** Treats an empty value as absent: a required field is then missing. */
  emptyIsAbsent?: boolean;
};

const defaultTextLength = 2_048;
const defaultListLength = 1_000;
const integerRange = { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER };

/** Every field of an object is required except these. */
const optionalSchemas = new WeakSet<object>();

/**
 * The vocabulary for describing endpoints: plain JSON Schema 2020-12 plus our own annotations. TypeBox provides
 * only the types, because loading its 370 modules would use 12 MB and a tenth of the start-up time.
 */
export const t = {
  text: (options: TextOptions = {}) =>
    typed<TString>({ type: 'string', maxLength: defaultTextLength, ...options }),
  /** An identifier or reference. An empty one counts as absent. */
  reference: (options: TextOptions = {}) =>
    optional(typed<TString>({ type: 'string', maxLength: 255, emptyIsAbsent: true, ...options })),
  flag: (options: FieldOptions = {}) => typed<TBoolean>({ type: 'boolean', ...options }),
  integer: (options: FieldOptions & { minimum?: number; maximum?: number } = {}) =>
    typed<TInteger>({ type: 'integer', ...integerRange, ...options }),
  /** A 64-bit integer that some SDKs send as decimal text. */
  longInteger: (options: FieldOptions & { minimum?: number } = {}) =>
    typed<TInteger>({ type: 'integer', ...integerRange, numericText: true, ...options }),
  number: (options: FieldOptions = {}) => typed<TNumber>({ type: 'number', ...options }),
  choice: <const T extends string[]>(values: [...T], options: FieldOptions = {}) =>
    typed<TUnsafe<T[number]>>({ type: 'string', enum: values, ...options }),
  list: <T extends TSchema>(of: T, options: FieldOptions & { minItems?: number; maxItems?: number } = {}) =>
    typed<TArray<T>>({ type: 'array', items: asJsonSchema(of), maxItems: defaultListLength, ...options }),
  map: <T extends TSchema>(of: T, options: FieldOptions & { maxProperties?: number } = {}) =>
    typed<TUnsafe<Record<string, Static<T>>>>({
      type: 'object',
      additionalProperties: asJsonSchema(of),
      maxProperties: 200,
      ...options,
    }),
  any: (options: FieldOptions & { nullIsValue?: boolean } = {}) => typed<TUnsafe<unknown>>({ ...options }),
  object: <T extends TProperties>(fields: T, options: { $id?: string; description?: string } = {}) => {
    const required = Object.keys(fields).filter((name) => !optionalSchemas.has(fields[name]!));
    const properties = fields as unknown as Record<string, JsonSchema>;
    return typed<TObject<T>>({
      type: 'object',
      ...(required.length > 0 && { required }),
      properties,
      ...options,
    });
  },
  optional,
  /** Returns a field for each name. */
  each: <N extends string, T extends TSchema>(names: readonly N[], fieldOf: (name: N) => T) =>
    Object.fromEntries(names.map((name) => [name, fieldOf(name)])) as Record<N, T>,
  /** Returns the field for entries of a batch: the operation checks the lengths of its texts. */
  checkedLater: <T extends TSchema>(of: TOptional<T>): TOptional<T> => {
    const { items, ...schema } = asJsonSchema(of);
    const later = items ? { items: { ...items, checkedLater: true } } : { checkedLater: true };
    return optional(typed<T>({ ...schema, ...later }));
  },
  /** Returns the fields without the given ones. */
  without: <T extends TProperties, K extends keyof T & string>(of: TObject<T>, ...names: K[]) => {
    const left = { ...asJsonSchema(of).properties };
    for (const name of names) delete left[name];
    return t.object(left as never) as unknown as TObject<Omit<T, K>>;
  },
  /** Returns the fields, all optional. */
  partial: <T extends TProperties>(fields: T) => {
    const entries = Object.entries(fields).map(([name, field]) => [name, optional(field)]);
    return Object.fromEntries(entries) as { [K in keyof T]: TOptional<T[K]> };
  },
};

function optional<T extends TSchema>(of: T): TOptional<T> {
  const copy = typed<TOptional<T>>({ ...asJsonSchema(of) });
  optionalSchemas.add(copy);
  return copy;
}

function typed<T extends TSchema>(schema: JsonSchema): T {
  return schema as unknown as T;
}

export const emptyObject = t.object({});
export type ObjectSchema = TObject;

/** JSON Schema as data, for the walkers below and the generators. */
export interface JsonSchema {
  $id?: string;
  type?: string;
  description?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  additionalProperties?: JsonSchema | boolean;
  enum?: string[];
  aliases?: string[];
  emptyIsAbsent?: boolean;
  nullIsValue?: boolean;
  numericText?: boolean;
  /** The operation checks `maxLength`, so that one entry of a batch fails and not all of them. */
  checkedLater?: boolean;
  [keyword: string]: unknown;
}

/** Views a TypeBox type, which describes what a schema admits, as the plain object that walkers need. */
export function asJsonSchema(schema: Schema): JsonSchema {
  return schema as unknown as JsonSchema;
}

const ajv = new Ajv({ strict: true, strictTypes: false, code: { optimize: false } });
ajv.addVocabulary(['aliases', 'emptyIsAbsent', 'nullIsValue', 'numericText', 'checkedLater']);

const validators = new WeakMap<object, ValidateFunction>();
const spellings = new WeakMap<object, Map<string, string>>();

/**
 * Converts a parsed body into the operation's input: canonical field names, `null` left out unless it is a value, unknown fields
 * dropped, types never coerced. Throws E011002 for a missing field and E011003 for a wrong one, naming it.
 */
export function readInput<S extends Schema>(schema: S, data: unknown): Static<S> {
  return validated(schema, canonical(asJsonSchema(schema), data));
}

/** Converts a query string in the same way, parsing its values from text. */
export function readQuery<S extends Schema>(schema: S, query: Record<string, unknown>): Static<S> {
  const properties = asJsonSchema(schema).properties ?? {};
  const names = spellingsOf(asJsonSchema(schema));
  const data: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(query)) {
    const name = names.get(key) ?? names.get(key.toLowerCase());
    if (name === undefined || standsForMissing(value)) continue;
    data[name] = fromText(properties[name] as JsonSchema, value);
  }
  return readInput(schema, data);
}

/** Returns the problem with a response as text, or `undefined` when the response is as declared. */
export function outputProblem(schema: Schema, data: unknown): string | undefined {
  const validate = validatorOf(closed(asJsonSchema(schema)));
  return validate(data) ? undefined : ajv.errorsText(validate.errors, { dataVar: 'response' });
}

function validated<S extends Schema>(schema: S, data: unknown): Static<S> {
  const validate = validatorOf(schema);
  if (validate(data)) return data as Static<S>;
  const [error] = validate.errors ?? [];
  // Map keys come from the caller and may be long.
  const path = (error?.instancePath ?? '').slice(1, 128).replaceAll('/', '.');
  if (error?.keyword === 'required') {
    const field = [path, error.params['missingProperty'] as string].filter(Boolean).join('.');
    throw new ServiceError('E011002', `The ${field} field is required`);
  }
  const allowed =
    error?.keyword === 'enum' ? `: ${(error.params['allowedValues'] as string[]).join(', ')}` : '';
  throw new ServiceError('E011003', `${path || 'The body'} ${error?.message ?? 'is not valid'}${allowed}`);
}

function validatorOf(schema: Schema): ValidateFunction {
  let validate = validators.get(schema);
  if (!validate) {
    // Compiled at the first use, because all schemas take half a second. V8 optimizes them, so ajv need not.
    validate = ajv.compile(anonymous(asJsonSchema(schema)));
    validators.set(schema, validate);
  }
  return validate;
}

/** Names serve the description only; the validator would report two copies of a name as a contradiction. */
function anonymous({ $id: _, ...schema }: JsonSchema): JsonSchema {
  if (schema.checkedLater) delete schema['maxLength'];
  const { properties, items, additionalProperties } = schema;
  if (properties) {
    const fields = Object.entries(properties).map(([name, field]) => [name, anonymous(field)]);
    schema.properties = Object.fromEntries(fields);
  }
  if (items) schema.items = anonymous(items);
  if (typeof additionalProperties === 'object') schema.additionalProperties = anonymous(additionalProperties);
  return schema;
}

function canonical(schema: JsonSchema, value: unknown): unknown {
  if (typeof value === 'string') {
    if (!value.isWellFormed() || value.includes('\0')) {
      throw new ServiceError('E011001', 'Text must be well-formed Unicode without NUL characters');
    }
    return schema.numericText && /^-?\d{1,16}$/.test(value) ? Number(value) : value;
  }
  if (Array.isArray(value)) return value.map((item) => canonical(schema.items ?? {}, item));
  // JSON can express 1e999, but nothing that we store or return can.
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw new ServiceError('E011001', 'A number is too large');
  }
  if (value === null || typeof value !== 'object') return value;
  return canonicalObject(schema, value as Record<string, unknown>);
}

function canonicalObject(schema: JsonSchema, value: Record<string, unknown>): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  const isMap = !schema.properties;
  const names = isMap ? undefined : spellingsOf(schema);
  for (const [key, item] of Object.entries(value)) {
    const name = names ? (names.get(key) ?? names.get(key.toLowerCase())) : checkedKey(key);
    if (name === undefined) continue;
    const field = schema.properties?.[name] ?? mapValues(schema);
    if (isAbsent(field, item)) continue;
    // A field's own name takes precedence over its other spellings, whichever comes first.
    if (name !== key && Object.hasOwn(value, name) && !isAbsent(field, value[name])) continue;
    result[name] = canonical(field, item);
    if (name !== key) noteSpelling(result, name, key);
  }
  return result;
}

export function isAbsent(field: JsonSchema, value: unknown): boolean {
  return value === null ? !field.nullIsValue : value === undefined || (value === '' && !!field.emptyIsAbsent);
}

function checkedKey(key: string): string {
  if (key === '__proto__') throw new ServiceError('E011001', 'The key __proto__ is not allowed');
  return canonical({}, key) as string;
}

function mapValues(schema: JsonSchema): JsonSchema {
  return typeof schema.additionalProperties === 'object' ? schema.additionalProperties : {};
}

/** Returns every accepted spelling of an object's fields: as declared, in lower case, and the aliases. */
export function spellingsOf(schema: JsonSchema): Map<string, string> {
  let names = spellings.get(schema);
  if (!names) {
    names = new Map();
    for (const [name, field] of Object.entries(schema.properties ?? {})) {
      for (const spelling of [name, ...(field.aliases ?? [])]) names.set(spelling.toLowerCase(), name);
    }
    for (const name of Object.keys(schema.properties ?? {})) names.set(name, name);
    spellings.set(schema, names);
  }
  return names;
}

function fromText(schema: JsonSchema, value: unknown): unknown {
  if (schema.type === 'array') return [value].flat().map((item) => fromText(schema.items ?? {}, item));
  if (Array.isArray(value)) throw new ServiceError('E011003', 'A query parameter was given twice');
  if (schema.type === 'boolean' && /^(true|false)$/i.test(String(value)))
    return String(value).toLowerCase() === 'true';
  if (schema.type === 'integer' && /^-?\d{1,15}$/.test(String(value))) return Number(value);
  return value;
}

const closedSchemas = new WeakMap<JsonSchema, JsonSchema>();

/** Returns the schema with undeclared fields refused at every level, because responses must match their description. */
function closed(schema: JsonSchema): JsonSchema {
  let result = closedSchemas.get(schema);
  if (!result) {
    result = { ...schema };
    if (schema.properties) {
      const fields = Object.entries(schema.properties).map(([name, field]) => [name, closed(field)]);
      result.properties = Object.fromEntries(fields);
      result.additionalProperties = false;
    } else if (typeof schema.additionalProperties === 'object') {
      result.additionalProperties = closed(schema.additionalProperties);
    }
    if (schema.items) result.items = closed(schema.items);
    closedSchemas.set(schema, result);
  }
  return result;
}
