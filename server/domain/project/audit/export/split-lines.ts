/** No event is longer: its data has at most 8 KiB, and its other fields have limits too. */
const maxLineBytes = 1024 * 1024;

const lineFeed = 0x0a;

/** The lines of a file. Only a line feed ends one: JSON may hold the other characters that programs take for that. */
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

/** Empty, which is no line of an export, when it is not UTF-8. */
function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return '';
  }
}
