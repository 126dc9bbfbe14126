import {
  type Attribute,
  commonAttributes,
  isObject,
  isStorable,
  keyOf,
  type Resource,
  type ResourceType,
} from './schema.ts';
import { invalidSyntax, invalidValue } from './scim-error.ts';

/** The attributes that only the server sets. A client may send them back; they change nothing. */
const ignored = new Set(['id', 'schemas', 'meta']);

/**
 * Reads a resource that a client sends: known attributes only, spelled as in the schema and in its order, with values of the right type.
 * Leaves out what the server sets, and what has no value. Throws `invalidSyntax` if `schemas` lacks the core schema.
 */
export function readResource(type: ResourceType, body: unknown): Resource {
  if (!isObject(body)) throw invalidSyntax('The body must be a JSON object');
  checkSchemas(type, body);
  const resource: Resource = {};
  const common = commonAttributes.filter(({ name }) => !ignored.has(name));
  readAttributes([...common, ...type.core.attributes], body, resource);
  for (const { id, attributes } of type.extensions) {
    const key = keyOf(body, id);
    const sent = key === undefined ? undefined : body[key];
    if (sent === undefined || sent === null) continue;
    if (!isObject(sent)) throw invalidValue(`${id} must be an object`);
    const extension: Resource = {};
    readAttributes(attributes, sent, extension);
    if (Object.keys(extension).length > 0) resource[id] = extension;
  }
  return resource;
}

/** Microsoft's and other clients leave `schemas` out. */
function checkSchemas(type: ResourceType, body: Resource): void {
  const key = keyOf(body, 'schemas');
  const schemas = key === undefined ? undefined : body[key];
  if (schemas === undefined || schemas === null) return;
  const core = type.core.id.toLowerCase();
  const hasCore = Array.isArray(schemas) && schemas.some((one) => String(one).toLowerCase() === core);
  if (!hasCore) throw invalidSyntax(`schemas must contain ${type.core.id}`);
}

function readAttributes(attributes: Attribute[], from: Resource, to: Resource): void {
  const keys = new Map(Object.keys(from).map((key) => [key.toLowerCase(), key]));
  for (const attribute of attributes) {
    const key = keys.get(attribute.name.toLowerCase());
    if (key === undefined || attribute.mutability === 'readOnly') continue;
    const value = readValue(attribute, from[key]);
    if (value !== undefined) to[attribute.name] = value;
  }
}

/** Reads the value of an attribute. Returns `undefined` for one that is empty: `null`, an empty list or an empty object. */
export function readValue(attribute: Attribute, sent: unknown): unknown {
  if (!attribute.multiValued) return readOne(attribute, sent);
  const list = Array.isArray(sent) ? sent : [sent];
  const values = list.map((one) => readOne(attribute, one)).filter((one) => one !== undefined);
  return values.length > 0 ? values : undefined;
}

/** Reads one value: Entra ID sends a single value also as a list of one, or as an object with `value`. */
function readOne(attribute: Attribute, sent: unknown): unknown {
  if (Array.isArray(sent)) {
    if (sent.length > 1) throw invalidValue(`${attribute.name} must have a single value`);
    return sent.length === 0 ? undefined : readOne(attribute, sent[0]);
  }
  if (sent === null || sent === undefined) return undefined;
  if (attribute.type === 'complex') return readComplex(attribute, sent);
  const value = isObject(sent) && Object.hasOwn(sent, 'value') ? sent['value'] : sent;
  if (value === null || value === undefined) return undefined;
  return readSimple(attribute, value);
}

/** A text in place of an object is its `value`, as Entra ID sends managers. An empty one is none. */
function readComplex(attribute: Attribute, sent: unknown): Resource | undefined {
  if (sent === '') return undefined;
  const object = isObject(sent) ? sent : { value: sent };
  const read: Resource = {};
  readAttributes(attribute.subAttributes ?? [], object, read);
  const hasValue = attribute.subAttributes?.some(({ name }) => name === 'value');
  // An empty manager is no manager.
  if (!attribute.multiValued && hasValue && read['value'] === '') return undefined;
  return Object.keys(read).length > 0 ? read : undefined;
}

function readSimple({ name, type }: Attribute, value: unknown): unknown {
  switch (type) {
    case 'boolean':
      if (typeof value === 'boolean') return value;
      if (typeof value === 'string' && /^(true|false)$/i.test(value)) return value.toLowerCase() === 'true';
      throw invalidValue(`${name} must be true or false`);
    case 'integer':
    case 'decimal': {
      const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
      if (typeof number !== 'number' || !Number.isFinite(number))
        throw invalidValue(`${name} must be a number`);
      if (type === 'integer' && !Number.isInteger(number))
        throw invalidValue(`${name} must be a whole number`);
      return number;
    }
    default:
      // Employee numbers and postal codes come as numbers, too.
      if (typeof value === 'number' && type === 'string') return String(value);
      if (typeof value !== 'string') throw invalidValue(`${name} must be a text`);
      if (!isStorable(value)) throw invalidValue(`${name} must be well-formed Unicode without U+0000`);
      return value;
  }
}
