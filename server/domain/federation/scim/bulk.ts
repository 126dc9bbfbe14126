import type { ServiceError } from '../../../core/errors.ts';
import { maxBulkOperations } from '../../../protocols/scim/discovery.ts';
import { isObject, keyOf, type Resource } from '../../../protocols/scim/schema.ts';
import { invalidSyntax, ScimError } from '../../../protocols/scim/scim-error.ts';
import type { DirectoryCall } from './authenticate.ts';
import { handleScim, type ScimResponse } from './handle.ts';
import { toScimError } from './refusal.ts';

/** Hears of what goes wrong in a bulk request. */
interface BulkReports {
  /** Turns an error that nobody expected into one of the service. */
  report(error: unknown): ServiceError;
  refused(operation: { method: string; path: string }, error: ScimError): void;
}

interface BulkOperation {
  method: string;
  path: string;
  bulkId: string | undefined;
  version: string | undefined;
  data: unknown;
  /** The bulkIds that the operation names. Read once: an operation may wait for many others. */
  references: string[];
}

const responseSchema = 'urn:ietf:params:scim:api:messages:2.0:BulkResponse';

/**
 * Handles a bulk request (RFC 7644 §3.7): each operation succeeds or fails on its own. One that refers to a resource which a later operation
 * creates waits for it. Stops after `failOnErrors` errors.
 */
export async function handleBulk(
  call: DirectoryCall,
  body: unknown,
  { report, refused }: BulkReports,
): Promise<ScimResponse> {
  const { operations, failOnErrors } = readBulk(body);
  const fail = (operation: BulkOperation, error: unknown) => {
    const refusal = toScimError(error, report);
    refused(operation, refusal);
    return failure(operation, refusal);
  };
  const ids = new Map<string, string>();
  const results = new Map<BulkOperation, object>();
  const pending = new Set(operations.flatMap(({ bulkId }) => bulkId ?? []));
  let errors = 0;
  let waiting = operations;
  while (waiting.length > 0 && errors < failOnErrors) {
    const later: BulkOperation[] = [];
    for (const operation of waiting) {
      if (errors >= failOnErrors) break;
      const unknown = operation.references.find((id) => !ids.has(id));
      if (unknown !== undefined && pending.has(unknown) && unknown !== operation.bulkId) {
        later.push(operation);
        continue;
      }
      const result = await handleOne(call, operation, ids, fail);
      if (result.isFailed) errors += 1;
      if (!result.isFailed && operation.bulkId !== undefined && result.id !== undefined)
        ids.set(operation.bulkId, result.id);
      results.set(operation, result.response);
      if (operation.bulkId !== undefined) pending.delete(operation.bulkId);
    }
    if (later.length === waiting.length) {
      // They refer to each other, or to operations that have failed.
      for (const operation of later) results.set(operation, fail(operation, unresolved()));
      break;
    }
    waiting = later;
  }
  return {
    status: 200,
    body: {
      schemas: [responseSchema],
      Operations: operations.flatMap((operation) => results.get(operation) ?? []),
    },
  };
}

function readBulk(body: unknown): { operations: BulkOperation[]; failOnErrors: number } {
  if (!isObject(body)) throw invalidSyntax('The body must be a JSON object');
  const sent = part(body, 'Operations');
  if (!Array.isArray(sent)) throw invalidSyntax('Operations must be a list');
  if (sent.length > maxBulkOperations)
    throw new ScimError(413, `A bulk request can have at most ${maxBulkOperations} operations`);
  const failOnErrors = part(body, 'failOnErrors') ?? Number.POSITIVE_INFINITY;
  if (typeof failOnErrors !== 'number' || failOnErrors < 1)
    throw invalidSyntax('failOnErrors must be at least 1');
  return { operations: sent.map(readOperation), failOnErrors };
}

function part(object: Resource, name: string): unknown {
  const key = keyOf(object, name);
  return key === undefined ? undefined : object[key];
}

function readOperation(sent: unknown): BulkOperation {
  if (!isObject(sent)) throw invalidSyntax('Each operation must be an object');
  const textAt = (name: string) => {
    const value = part(sent, name);
    if (value !== undefined && value !== null && typeof value !== 'string')
      throw invalidSyntax(`${name} must be a text`);
    return value ?? undefined;
  };
  const path = textAt('path') ?? '';
  const data = part(sent, 'data');
  return {
    method: (textAt('method') ?? '').toUpperCase(),
    path,
    bulkId: textAt('bulkId'),
    version: textAt('version'),
    data,
    references: referencesIn(path, data),
  };
}

const reference = /bulkId:([A-Za-z0-9._~-]+)/g;

function referencesIn(path: string, data: unknown): string[] {
  return [...`${path} ${JSON.stringify(data) ?? ''}`.matchAll(reference)].map(([, id]) => id as string);
}

async function handleOne(
  call: DirectoryCall,
  operation: BulkOperation,
  ids: ReadonlyMap<string, string>,
  fail: (operation: BulkOperation, error: unknown) => object,
): Promise<{ isFailed: boolean; id?: string; response: object }> {
  const { method, path, bulkId, version, data } = operation;
  try {
    if (!/^(POST|PUT|PATCH|DELETE)$/.test(method))
      throw invalidSyntax('method must be POST, PUT, PATCH or DELETE');
    if (method === 'POST' && !bulkId) throw invalidSyntax('An operation that creates must have a bulkId');
    const parts = resolved(path, ids).split('?', 1)[0]?.split('/').filter(Boolean) ?? [];
    const { status, body } = await handleScim(await call.again(), {
      method,
      path: parts,
      query: {},
      body: data === undefined ? undefined : JSON.parse(resolved(JSON.stringify(data), ids)),
      ifMatch: version,
      ifNoneMatch: undefined,
    });
    const { id, meta } = (body ?? {}) as { id?: string; meta?: { location: string; version: string } };
    return {
      isFailed: false,
      ...(id !== undefined && { id }),
      response: {
        method,
        ...(bulkId !== undefined && { bulkId }),
        ...(meta && { location: meta.location, version: meta.version }),
        status: String(status),
      },
    };
  } catch (error) {
    return { isFailed: true, response: fail(operation, error) };
  }
}

function resolved(text: string, ids: ReadonlyMap<string, string>): string {
  return text.replace(reference, (_, id: string) => {
    const known = ids.get(id);
    if (known === undefined) throw unresolved();
    return known;
  });
}

function unresolved(): ScimError {
  return new ScimError(
    409,
    'The operation refers to a bulkId that no successful operation has',
    'invalidValue',
  );
}

function failure({ method, bulkId }: BulkOperation, error: ScimError): object {
  return {
    method,
    ...(bulkId !== undefined && { bulkId }),
    status: String(error.status),
    response: error.body,
  };
}
