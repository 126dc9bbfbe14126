import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';

/** By the address of the compiled file. */
const maps = new Map<string, SourceMap | undefined>();

/**
 * Replaces the positions of compiled files in a stack trace by those in the source. Maps are read with the first error of a
 * file: with `--enable-source-maps`, each start would cost 80 ms and 5 MB.
 */
export function withSourcePositions(stack: string): string {
  return stack.replaceAll(/\bfile:\/\/[^\s()]+/g, (position) => {
    const [, file = '', line, column] = /^(.+\.js):(\d+):(\d+)$/.exec(position) ?? [];
    const origin = mapOf(file)?.findOrigin(Number(line), Number(column));
    if (!origin || !('fileName' in origin)) return position;
    return `${origin.fileName.replace(/^(\.\.\/)+/, '')}:${origin.lineNumber}:${origin.columnNumber}`;
  });
}

function mapOf(file: string): SourceMap | undefined {
  if (!maps.has(file)) maps.set(file, readMap(file));
  return maps.get(file);
}

function readMap(file: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(new URL(`${file}.map`), 'utf8')));
  } catch {
    return undefined;
  }
}
