import { isStorable } from './schema.ts';
import { ScimError } from './scim-error.ts';

/** The part of a list that a request asks for: by index (RFC 7644 §3.4.2.4) or by cursor (RFC 9865). */
export interface Page {
  count: number;
  /** From 1. Counts only without a cursor. */
  startIndex: number;
  /** Absent: by index. Empty: the first page. */
  cursor?: string;
}

export const defaultCount = 100;
export const maxCount = 1_000;

/** Reads the page of a request. Values below the smallest count as the smallest, and a larger `count` as the largest. */
export function readPage(query: { startIndex?: unknown; count?: unknown; cursor?: unknown }): Page {
  const { cursor } = query;
  if (cursor !== undefined && typeof cursor !== 'string')
    throw new ScimError(400, 'cursor must be a text', 'invalidCursor');
  return {
    startIndex: Math.max(1, readNumber('startIndex', query.startIndex) ?? 1),
    count: Math.min(maxCount, Math.max(0, readNumber('count', query.count) ?? defaultCount)),
    ...(cursor !== undefined && { cursor }),
  };
}

function readNumber(name: string, sent: unknown): number | undefined {
  if (sent === undefined || sent === null || sent === '') return undefined;
  const number = typeof sent === 'string' && /^[+-]?[0-9]{1,15}$/.test(sent) ? Number(sent) : sent;
  if (typeof number === 'number' && Number.isSafeInteger(number)) return number;
  throw new ScimError(400, `${name} must be a whole number`, 'invalidValue');
}

/** Writes the place after which the next page starts. `query` ties it to the request that it continues. */
export function writeCursor(query: string, after: string): string {
  return Buffer.from(JSON.stringify([query, after])).toString('base64url');
}

/** Returns the place after which a page starts; empty for the first page. Throws `invalidCursor` for a cursor of another query. */
export function readCursor(query: string, cursor: string): string {
  if (cursor === '') return '';
  try {
    const [of, after] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];
    if (of === query && typeof after === 'string' && after !== '' && isStorable(after)) return after;
  } catch {
    // Falls through: it is not one of ours.
  }
  throw new ScimError(
    400,
    'The cursor is not one of this query. Start again with an empty cursor',
    'invalidCursor',
  );
}

export const listSchema = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';

export function listResponse(
  resources: object[],
  {
    totalResults,
    startIndex,
    nextCursor,
  }: { totalResults: number; startIndex?: number; nextCursor?: string | undefined },
): object {
  return {
    schemas: [listSchema],
    totalResults,
    ...(startIndex !== undefined && { startIndex }),
    itemsPerPage: resources.length,
    ...(nextCursor !== undefined && { nextCursor }),
    Resources: resources,
  };
}
