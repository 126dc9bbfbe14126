import { isObject, keyOf, type Resource } from './schema.ts';
import { invalidSyntax } from './scim-error.ts';

/** The longest list of operations. Entra ID sends hundreds of members in one request. */
export const maxOperations = 1_000;

export type Op = 'add' | 'replace' | 'remove';

export interface Operation {
  op: Op;
  path: string | undefined;
  value: unknown;
}

/** Reads the body of a PATCH request (RFC 7644 §3.5.2). Keys are accepted in any case, like `op`. */
export function readPatch(body: unknown): Operation[] {
  const operations = isObject(body) ? valueIn(body, 'Operations') : undefined;
  if (!Array.isArray(operations) || operations.length === 0)
    throw invalidSyntax('Operations must be a list of at least one operation');
  if (operations.length > maxOperations)
    throw invalidSyntax(`Operations can have at most ${maxOperations} operations`);
  return operations.map(readOperation);
}

/** Returns the value of a key in any case. */
export function valueIn(object: Resource, name: string): unknown {
  const key = keyOf(object, name);
  return key === undefined ? undefined : object[key];
}

function readOperation(sent: unknown): Operation {
  if (!isObject(sent)) throw invalidSyntax('Each operation must be an object');
  const op = String(valueIn(sent, 'op') ?? '').toLowerCase();
  if (op !== 'add' && op !== 'replace' && op !== 'remove')
    throw invalidSyntax('op must be add, replace or remove');
  const path = valueIn(sent, 'path');
  if (path !== undefined && path !== null && typeof path !== 'string')
    throw invalidSyntax('path must be a text');
  return { op, path: path || undefined, value: valueIn(sent, 'value') };
}
