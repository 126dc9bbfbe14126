import { readPath } from './paths.ts';

/**
 * The number of bytes after each constant's tag (JVM specification, table 4.4-A). Utf8 (1) states its own
 * length.
 */
const sizes: Record<number, number> = {
  3: 4,
  4: 4,
  5: 8,
  6: 8,
  7: 2,
  8: 2,
  9: 4,
  10: 4,
  11: 4,
  12: 4,
  15: 3,
  16: 2,
  17: 4,
  18: 4,
  19: 2,
  20: 2,
};

const utf8 = 1;
const string = 8;

/**
 * Returns the paths among the string constants of a Java class file, the recipes of string concatenation
 * included.
 */
export function pathsInClassFile(bytes: Buffer): string[] {
  const paths = new Set<string>();
  for (const text of stringConstants(bytes)) {
    const path = readPath(text);
    if (path !== undefined) paths.add(path);
  }
  return [...paths].sort();
}

function stringConstants(bytes: Buffer): string[] {
  if (bytes.readUInt32BE(0) !== 0xcafebabe) throw new Error('This is not a Java class file');
  const count = bytes.readUInt16BE(8);
  const texts = new Map<number, string>();
  const references: number[] = [];
  let position = 10;
  for (let index = 1; index < count; index++) {
    const tag = bytes.readUInt8(position++);
    if (tag === utf8) {
      const length = bytes.readUInt16BE(position);
      texts.set(index, bytes.toString('utf8', position + 2, position + 2 + length));
      position += 2 + length;
      continue;
    }
    if (tag === string) references.push(bytes.readUInt16BE(position));
    const size = sizes[tag];
    if (size === undefined) throw new Error(`Unknown constant ${tag} in a Java class file`);
    position += size;
    // Longs and doubles count twice (§4.4.5).
    if (tag === 5 || tag === 6) index++;
  }
  return references.map((reference) => texts.get(reference) ?? '');
}
