import { type Attribute, commonAttributes, named, type ResourceType } from './schema.ts';

/** An attribute of a resource, found by a path such as `name.givenName` or `urn:…:User:department`. */
export interface AttributePath {
  /** The extension that has the attribute. Absent: the core schema. */
  extension?: string;
  /** Absent: the path names the extension itself. */
  attribute?: Attribute;
  sub?: Attribute;
}

/**
 * Finds the attribute that a path without a filter names (RFC 7644 §3.10), in any case. Returns `undefined` if the resource type has
 * none.
 */
export function findAttribute(type: ResourceType, path: string): AttributePath | undefined {
  const folded = path.toLowerCase();
  for (const { id, attributes } of type.extensions) {
    if (folded === id.toLowerCase()) return { extension: id };
    if (folded.startsWith(`${id.toLowerCase()}:`)) return within(attributes, path.slice(id.length + 1), id);
  }
  const core = type.core.id.toLowerCase();
  const rest = folded.startsWith(`${core}:`) ? path.slice(core.length + 1) : path;
  return within([...commonAttributes, ...type.core.attributes], rest);
}

function within(attributes: Attribute[], path: string, extension?: string): AttributePath | undefined {
  const [name = '', subName, ...more] = path.split('.');
  const attribute = named(attributes, name);
  if (!attribute || more.length > 0) return undefined;
  const found = { ...(extension && { extension }), attribute };
  if (subName === undefined) return found;
  const sub = named(attribute.subAttributes, subName);
  return sub && { ...found, sub };
}

/** Reports whether a path names an extension that this server does not have. */
export function isForeign(type: ResourceType, path: string): boolean {
  return /^urn:/i.test(path) && !findAttribute(type, path);
}
