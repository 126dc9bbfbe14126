/** No event is longer: its data has at most 8 KiB, and its other fields are limited, too. */
const maxLineBytes = 1024 * 1024;

const lineFeed = 0x0a;

/**
 * Yields the lines of a file. Only a line feed ends a line: JSON may contain other characters that some programs
 * treat as line ends.
 */
export async function* splitLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(lineFeed); end >= 0; end = chunk.indexOf(lineFeed, start)) {
      yield decode(
        rest.length > 0 ? Buffer.concat([rest, chunk.subarray(start, end)]) : chunk.subarray(start, end),
      );
      rest = Buffer.alloc(0);
      start = end + 1;
    }
    rest = Buffer.concat([rest, chunk.subarray(start)]);
    if (rest.length > maxLineBytes) break;
  }
  if (rest.length > 0) yield decode(rest);
}

/** Returns an empty text, which is not a line of an export, for bytes that are not UTF-8. */
function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return '';
  }
}
