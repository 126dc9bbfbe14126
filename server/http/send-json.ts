import { Readable } from 'node:stream';
import { takeTurn } from '../core/turns.ts';

/** The number of list entries that take about four milliseconds to write. */
const entriesAtOnce = 200;

/**
 * Returns the body of an answer. A long list is written piece by piece, each in a turn of the project, so that other requests do not wait
 * for it.
 */
export function jsonBody(output: unknown, projectId = ''): string | Readable {
  const isLong = typeof output === 'object' && output !== null && Object.values(output).some(isLongList);
  return isLong
    ? Readable.from(pieces(output as Record<string, unknown>, projectId))
    : JSON.stringify(output);
}

function isLongList(value: unknown): value is unknown[] {
  return Array.isArray(value) && value.length > entriesAtOnce;
}

async function* pieces(output: Record<string, unknown>, projectId: string): AsyncGenerator<string> {
  let separator = '{';
  for (const [name, value] of Object.entries(output)) {
    if (value === undefined) continue;
    yield `${separator}${JSON.stringify(name)}:`;
    if (isLongList(value)) yield* listPieces(value, projectId);
    else yield JSON.stringify(value);
    separator = ',';
  }
  yield '}';
}

async function* listPieces(list: unknown[], projectId: string): AsyncGenerator<string> {
  for (let start = 0; start < list.length; start += entriesAtOnce) {
    await takeTurn(projectId);
    const piece = JSON.stringify(list.slice(start, start + entriesAtOnce)).slice(1, -1);
    yield `${start === 0 ? '[' : ','}${piece}`;
  }
  yield ']';
}
