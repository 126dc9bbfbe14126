import { type AttributePath, findAttribute, isForeign } from './attribute-path.ts';
import { type Filter, parseElementFilter } from './filter.ts';
import { named, type ResourceType } from './schema.ts';
import { ScimError } from './scim-error.ts';

/** The target of an operation: an attribute, elements of a list, or a part of them (RFC 7644 §3.5.2). */
export interface PatchPath extends AttributePath {
  /** Chooses elements of a list. */
  filter?: Filter;
}

const maxLength = 16_384;

/**
 * Parses a path such as `emails[type eq "work"].value`. Returns `undefined` for one in an extension that this server does not have, or in a
 * schema of another resource type: it changes nothing. Throws `invalidPath` for one that is malformed or names an unknown attribute.
 */
export function parsePatchPath(type: ResourceType, text: string): PatchPath | undefined {
  if (text.length > maxLength) throw invalidPath(`is longer than ${maxLength} characters`);
  const path = text.trim();
  const open = path.indexOf('[');
  if (open < 0) {
    const found = findAttribute(type, path);
    if (found) return found;
    if (isForeign(type, path)) return undefined;
    throw invalidPath(`${path.slice(0, 100)} is not an attribute`, 'names no attribute');
  }
  const close = path.lastIndexOf(']');
  const name = path.slice(0, open);
  const found = findAttribute(type, name);
  if (!found && isForeign(type, name)) return undefined;
  if (!found?.attribute || found.sub || found.attribute.type !== 'complex')
    throw invalidPath(`${name.slice(0, 100)} cannot have a filter`, 'cannot have a filter');
  const filter = parseElementFilter(found.attribute, path.slice(open + 1, Math.max(open + 1, close)));
  const rest = close < 0 ? '' : path.slice(close + 1);
  if (close < 0 || (rest !== '' && !rest.startsWith('.'))) throw invalidPath('has an unbalanced bracket');
  if (rest === '') return { ...found, filter };
  const sub = named(found.attribute.subAttributes, rest.slice(1));
  if (!sub) throw invalidPath(`${name}${rest.slice(0, 100)} is not an attribute`, 'names no attribute');
  return { ...found, filter, sub };
}

/** `kept`: the reason without parts of the path. */
function invalidPath(reason: string, kept = reason): ScimError {
  return new ScimError(400, `path ${reason}`, 'invalidPath', { kept: `path ${kept}` });
}
