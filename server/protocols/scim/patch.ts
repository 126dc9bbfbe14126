import { isDeepStrictEqual } from 'node:util';
import type { Filter } from './filter.ts';
import { matches } from './matches.ts';
import type { Op, Operation } from './patch-operations.ts';
import { type PatchPath, parsePatchPath } from './patch-path.ts';
import { readValue } from './read-resource.ts';
import { type Attribute, isObject, ownValue, type Resource, type ResourceType } from './schema.ts';
import { invalidValue, ScimError } from './scim-error.ts';

/**
 * Applies the operations to a copy of a resource, all or none, and returns the copy. Follows what Okta and Entra ID send where it differs
 * from RFC 7644: values with paths as keys, filters that match nothing yet, and removals that name values.
 */
export function applyPatch(type: ResourceType, resource: Resource, operations: Operation[]): Resource {
  const patched = structuredClone(resource);
  for (const { op, path, value } of joinedSteps(type, operations)) {
    if (path) applyAt(type, patched, op, path, value, true);
    else applyKeys(type, patched, op, value as Resource);
  }
  return patched;
}

interface Step {
  op: Op;
  /** Absent: the keys of the value are paths. */
  path: PatchPath | undefined;
  value: unknown;
}

/** Joins operations that follow each other and add to or remove from one list, so that a thousand of them read a long list once. */
function joinedSteps(type: ResourceType, operations: Operation[]): Step[] {
  const steps: Step[] = [];
  for (const step of operations.flatMap((operation) => readStep(type, operation))) {
    const last = steps.at(-1);
    if (last && isOfList(step) && isOfList(last) && isSameList(step, last))
      (last.value as unknown[]).push(...step.value);
    else steps.push(isOfList(step) ? { ...step, value: [...step.value] } : step);
  }
  return steps;
}

function readStep(type: ResourceType, { op, path: text, value }: Operation): Step[] {
  if (text === undefined) {
    if (op === 'remove') throw new ScimError(400, 'An operation that removes must have a path', 'noTarget');
    if (!isObject(value)) throw invalidValue('Without a path, value must be an object');
    return [{ op, path: undefined, value }];
  }
  const path = parsePatchPath(type, text);
  if (!path) return [];
  const { filter, sub, ...whole } = path;
  // `members[value eq "…"]` names a member as the value of a removal does.
  if (op === 'remove' && !sub && path.attribute?.multiValued && isExactValue(filter))
    return [{ op, path: whole, value: [{ value: filter.value }] }];
  return [
    { op, path, value: path.attribute?.multiValued && !filter && !sub && isObject(value) ? [value] : value },
  ];
}

function isExactValue(filter: Filter | undefined): filter is Filter & { value: string } {
  return (
    filter?.kind === 'compare' &&
    filter.comparison === 'eq' &&
    filter.path?.attribute?.name === 'value' &&
    filter.path.attribute.caseExact &&
    typeof filter.value === 'string'
  );
}

function isOfList(step: Step): step is Step & { value: unknown[] } {
  const { path, op, value } = step;
  const isWhole = path?.attribute?.multiValued && !path.filter && !path.sub;
  return isWhole === true && op !== 'replace' && Array.isArray(value) && value.length > 0;
}

function isSameList(one: Step, other: Step): boolean {
  return (
    one.op === other.op &&
    one.path?.attribute === other.path?.attribute &&
    one.path?.extension === other.path?.extension
  );
}

/** Applies an object whose keys are paths. What only the server sets, or nobody knows, changes nothing. */
function applyKeys(type: ResourceType, resource: Resource, op: Op, value: Resource, prefix = ''): void {
  for (const [key, part] of Object.entries(value)) {
    const path = knownPath(type, `${prefix}${key}`);
    if (path) applyAt(type, resource, op, path, part, false);
  }
}

function knownPath(type: ResourceType, key: string): PatchPath | undefined {
  try {
    return parsePatchPath(type, key);
  } catch (error) {
    if (error instanceof ScimError && error.scimType === 'invalidPath' && !key.includes('['))
      return undefined;
    throw error;
  }
}

function applyAt(
  type: ResourceType,
  resource: Resource,
  op: Op,
  path: PatchPath,
  value: unknown,
  isNamed: boolean,
): void {
  const { extension, attribute } = path;
  if (!attribute) {
    // The path names an extension.
    if (op === 'remove') delete resource[extension as string];
    else if (isObject(value)) applyKeys(type, resource, op, value, `${extension}:`);
    else throw invalidValue(`${extension} must be an object`);
    return;
  }
  if (isReadOnly(path)) {
    if (!isNamed) return;
    throw new ScimError(400, `${attribute.name} can only be read`, 'mutability');
  }
  const holder = extension ? { ...(resource[extension] as Resource | undefined) } : resource;
  change(holder, op, path as Target, value);
  if (!extension) return;
  if (Object.keys(holder).length > 0) resource[extension] = holder;
  else delete resource[extension];
}

type Target = PatchPath & { attribute: Attribute };

function isReadOnly({ attribute, sub }: PatchPath): boolean {
  return (
    attribute?.mutability === 'readOnly' || attribute?.name === 'schemas' || sub?.mutability === 'readOnly'
  );
}

/** Changes an attribute of the resource or of an extension. */
function change(holder: Resource, op: Op, target: Target, value: unknown): void {
  const { attribute, sub, filter } = target;
  if (op === 'remove' && attribute.required && !sub && !filter)
    throw new ScimError(400, `${attribute.name} is required and cannot be removed`, 'mutability');
  const { name } = attribute;
  const current = ownValue(holder, name);
  const changed =
    filter || (attribute.multiValued && sub)
      ? changeElements(current, op, target, value)
      : sub
        ? changePart(current, op, sub, value)
        : changeWhole(current, op, attribute, value);
  if (changed === undefined) delete holder[name];
  else holder[name] = changed;
}

function changeWhole(current: unknown, op: Op, attribute: Attribute, value: unknown): unknown {
  if (op === 'remove')
    return attribute.multiValued && hasValues(value) ? without(current, attribute, value) : undefined;
  const read = readValue(attribute, value);
  if (attribute.multiValued) {
    return op === 'add' ? joined(current, (read as unknown[] | undefined) ?? []) : onePrimary(read);
  }
  const isPart = attribute.type === 'complex' && isObject(read) && isObject(current);
  return isPart ? { ...current, ...read } : read;
}

function hasValues(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== null && value !== '';
}

/** Removes the elements that a removal names by their values, as Entra ID removes members. */
function without(current: unknown, attribute: Attribute, value: unknown): unknown {
  const gone = new Set(((readValue(attribute, value) as unknown[] | undefined) ?? []).map(identityOf));
  const left = elementsOf(current).filter((one) => !gone.has(identityOf(one)));
  return left.length > 0 ? left : undefined;
}

function identityOf(element: unknown): string {
  return isObject(element) ? String(element['value'] ?? JSON.stringify(element)) : JSON.stringify(element);
}

const elementsOf = (current: unknown): unknown[] =>
  Array.isArray(current) ? current : current === undefined ? [] : [current];

/** Adds elements that the list does not have yet. One with the value and the type of another replaces it. */
function joined(current: unknown, added: unknown[]): unknown {
  const all = new Map(elementsOf(current).map((one) => [keyOfElement(one), one]));
  for (const one of added) {
    const key = keyOfElement(one);
    const before = all.get(key);
    all.set(key, isObject(one) && isObject(before) ? { ...before, ...one } : one);
  }
  const list = [...all.values()];
  return list.length > 0 ? onePrimary(list, added) : undefined;
}

function keyOfElement(element: unknown): string {
  if (!isObject(element) || element['value'] === undefined) return JSON.stringify(element);
  return `${element['type'] ?? ''} ${element['value']}`;
}

/** At most one element of a list is the preferred one: the newest (RFC 7643 §2.4). */
function onePrimary(list: unknown, added: unknown[] = elementsOf(list)): unknown {
  const newest = added.findLast((one) => isObject(one) && one['primary'] === true);
  if (!newest) return list;
  return elementsOf(list).map((one) =>
    isObject(one) && one['primary'] === true && !isDeepStrictEqual(pick(one), pick(newest as Resource))
      ? { ...one, primary: false }
      : one,
  );
}

const pick = ({ value, type }: Resource) => ({ value, type });

function changePart(current: unknown, op: Op, sub: Attribute, value: unknown): Resource | undefined {
  const object: Resource = { ...(isObject(current) ? current : {}) };
  const read = op === 'remove' ? undefined : readValue(sub, value);
  if (read === undefined) delete object[sub.name];
  else object[sub.name] = read;
  return Object.keys(object).length > 0 ? object : undefined;
}

/** Changes the elements of a list that fit a filter, or all of them without one. Creates one where none fits. */
function changeElements(current: unknown, op: Op, target: Target, value: unknown): unknown {
  const { attribute, sub, filter } = target;
  const elements = elementsOf(current);
  const fits = (one: unknown) => !filter || (isObject(one) && matches(filter, one));
  if (op !== 'remove' && !elements.some(fits)) {
    const start = filter ? impliedBy(filter) : {};
    const created = changeElement(start, op, target, value);
    return created === undefined
      ? current
      : singleOrList(attribute, onePrimary([...elements, created], [created]));
  }
  const changed: unknown[] = [];
  const touched: unknown[] = [];
  for (const one of elements) {
    const next = fits(one) ? changeElement(one, op, target, value) : one;
    if (next !== undefined) changed.push(next);
    if (next !== one && next !== undefined) touched.push(next);
  }
  const list = sub?.name === 'primary' || !sub ? onePrimary(changed, touched) : changed;
  return changed.length > 0 ? singleOrList(attribute, list) : undefined;
}

function changeElement(element: unknown, op: Op, { attribute, sub }: Target, value: unknown): unknown {
  if (sub) return changePart(element, op, sub, value);
  if (op === 'remove') return undefined;
  const read = readValue({ ...attribute, multiValued: false }, value);
  return isObject(read) && isObject(element) ? { ...element, ...read } : read;
}

function singleOrList(attribute: Attribute, list: unknown): unknown {
  return attribute.multiValued ? list : elementsOf(list)[0];
}

/** Returns the element that a filter describes: `type eq "work"` gives `{ type: 'work' }`. */
function impliedBy(filter: Filter): Resource {
  if (
    filter.kind === 'compare' &&
    filter.comparison === 'eq' &&
    filter.path?.attribute &&
    filter.value !== null
  )
    return { [filter.path.attribute.name]: readValue(filter.path.attribute, filter.value) };
  if (filter.kind === 'and') return Object.assign({}, ...filter.parts.map(impliedBy)) as Resource;
  throw new ScimError(400, 'No element of the list fits the filter of the path', 'noTarget');
}
