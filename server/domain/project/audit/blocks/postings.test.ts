import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type BlockBytes, membersOf } from '../../../../core/number-block.ts';
import { blockSizes, mergedAtOnce, rowsPerChunk } from './block.ts';
import { chunkSize } from './chunk.ts';
import { encodeEntry, findEntries, mergeRows } from './postings.ts';
import { bucketOf, type Token } from './tokens.ts';

const places = fc.oneof(
  fc.uniqueArray(fc.nat(chunkSize - 1), { minLength: 1, maxLength: 5 }),
  fc.constant(Array.from({ length: chunkSize / 16 }, (_, index) => 16 * index + 3)),
  fc.constant(Array.from({ length: chunkSize }, (_, index) => index)),
);
const tokens = fc.uniqueArray(
  fc.record({ low: fc.integer({ min: 0, max: 2 ** 32 - 1 }), high: fc.nat(2 ** 24 - 1) }),
  { minLength: 1, maxLength: 8, selector: ({ low, high }) => `${low} ${high}` },
);

test('a block that was merged three times has each value in the chunks where it was', () => {
  fc.assert(
    fc.property(
      tokens,
      fc.array(fc.record({ chunk: fc.nat(511), token: fc.nat(7), places }), { maxLength: 30 }),
      (known, entries) => {
        const wanted = new Map<string, number[]>();
        const rows = new Map<string, Buffer>();
        for (const { chunk, token: index, places } of entries) {
          const token = known[index % known.length]!;
          const key = `${known.indexOf(token)} ${chunk}`;
          if (wanted.has(key)) continue;
          const sorted = [...places].sort((a, b) => a - b);
          wanted.set(key, sorted);
          const row = `${chunk} ${bucketOf(token.low, 1)}`;
          rows.set(row, Buffer.concat([rows.get(row) ?? Buffer.alloc(0), encodeEntry(token, sorted)]));
        }
        const merged = blockSizes.slice(0, -1).reduce(mergeAll, rows);
        const found = known.flatMap((token, index) =>
          [...chunksOf(merged, token)].flatMap(([chunk, sets]) =>
            sets.map((set) => [`${index} ${chunk}`, [...membersOf(set, chunkSize)]] as const),
          ),
        );
        expect(new Map(found)).toEqual(wanted);
        expect(found).toHaveLength(wanted.size);
      },
    ),
  );
});

/** Merges all blocks of a size in 512 chunks. Rows are found by their first chunk and their bucket. */
function mergeAll(rows: Map<string, Buffer>, chunks: number): Map<string, Buffer> {
  const merged = new Map<string, Buffer>();
  for (let first = 0; first < 512; first += mergedAtOnce * chunks) {
    for (let bucket = 0; bucket < rowsPerChunk * chunks; bucket += 1) {
      const parts = Array.from({ length: mergedAtOnce }, (_, part) => ({
        offset: part * chunks,
        postings: rows.get(`${first + part * chunks} ${bucket}`) ?? Buffer.alloc(0),
      }));
      if (parts.every(({ postings }) => postings.length === 0)) continue;
      for (const { bucket: own, postings } of mergeRows(parts, { bucket, chunks }))
        if (postings.length > 0) merged.set(`${first} ${own}`, postings);
    }
  }
  return merged;
}

function chunksOf(rows: Map<string, Buffer>, token: Token): Map<number, BlockBytes[]> {
  const found = new Map<number, BlockBytes[]>();
  const row = rows.get(`0 ${bucketOf(token.low, 512)}`);
  if (row) findEntries(row, token, found);
  return found;
}
