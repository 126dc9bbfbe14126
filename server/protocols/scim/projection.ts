import { type AttributePath, findAttribute } from './attribute-path.ts';
import { isObject, ownValue, type Resource, type ResourceType } from './schema.ts';
import { ScimError } from './scim-error.ts';

/** The parts of a resource that a response has (RFC 7644 §3.9). */
export interface Projection {
  attributes: AttributePath[] | undefined;
  excluded: AttributePath[];
}

const maxNames = 200;

/** Reads `attributes` and `excludedAttributes`, as text with commas or as lists. Unknown names select nothing. */
export function readProjection(
  type: ResourceType,
  query: { attributes?: unknown; excludedAttributes?: unknown },
): Projection {
  const only = namesIn(query.attributes);
  const excluded = namesIn(query.excludedAttributes);
  const pathsOf = (names: string[]) => names.flatMap((name) => findAttribute(type, name) ?? []);
  return { attributes: only.length > 0 ? pathsOf(only) : undefined, excluded: pathsOf(excluded) };
}

function namesIn(sent: unknown): string[] {
  const texts = Array.isArray(sent) ? sent : sent === undefined || sent === null ? [] : [sent];
  const names = texts.flatMap((text) => String(text).split(',')).map((name) => name.trim());
  if (names.length > maxNames)
    throw new ScimError(400, `At most ${maxNames} attributes can be named`, 'invalidValue');
  return names.filter(Boolean);
}

/** Reports whether a response shows an attribute of the core schema. */
export function shows({ attributes, excluded }: Projection, name: string): boolean {
  const names = (path: AttributePath) => path.attribute?.name === name && !path.extension;
  if (excluded.some((path) => names(path) && !path.sub)) return false;
  return attributes === undefined || attributes.some(names);
}

/** These are in every response. */
const always = new Set(['schemas', 'id']);

export function project({ attributes, excluded }: Projection, resource: Resource): Resource {
  const selected = attributes ? select(attributes, resource) : structuredClone(resource);
  for (const path of excluded) exclude(path, selected);
  return selected;
}

function select(paths: AttributePath[], resource: Resource): Resource {
  const selected: Resource = {};
  for (const name of always) if (resource[name] !== undefined) selected[name] = resource[name];
  for (const { extension, attribute, sub } of paths) {
    const from = extension ? resource[extension] : resource;
    if (!isObject(from)) continue;
    if (!attribute) {
      selected[extension as string] = structuredClone(from);
      continue;
    }
    const value = ownValue(from, attribute.name);
    if (value === undefined) continue;
    const to = extension ? partOf(selected, extension) : selected;
    to[attribute.name] = sub ? selectPart(value, ownValue(to, attribute.name), sub.name) : value;
  }
  return selected;
}

function partOf(selected: Resource, extension: string): Resource {
  const part = (selected[extension] as Resource | undefined) ?? {};
  selected[extension] = part;
  return part;
}

/** Adds a part of a value, or of each element of a list, to the parts that are selected already. */
function selectPart(value: unknown, before: unknown, name: string): unknown {
  if (Array.isArray(value)) {
    const list = Array.isArray(before) ? before : [];
    return value.map((one, index) => selectPart(one, list[index], name));
  }
  if (!isObject(value)) return value;
  return { ...(isObject(before) ? before : {}), ...(value[name] !== undefined && { [name]: value[name] }) };
}

function exclude({ extension, attribute, sub }: AttributePath, resource: Resource): void {
  const holder = extension ? resource[extension] : resource;
  if (!isObject(holder)) return;
  if (!attribute) delete resource[extension as string];
  else if (!sub && !always.has(attribute.name)) delete holder[attribute.name];
  else if (sub) {
    const value = holder[attribute.name];
    for (const one of Array.isArray(value) ? value : [value]) if (isObject(one)) delete one[sub.name];
  }
}
