import { type BlockBytes, changeBlock } from '../../../../core/number-block.ts';
import { mergedAtOnce } from './block.ts';
import { chunkSize } from './chunk.ts';
import { bucketOf, type Token } from './tokens.ts';

/**
 * The format of a row: entries, in any order. An entry has a token in 7 bytes, the chunk in 2 bytes, counted from the first one of the block,
 * and the number of its events in 1 byte. Their places in the chunk follow, as `core/number-block.ts` writes them. The number is 0 if they
 * are bits.
 */
const highAt = 4;
const chunkAt = 7;
const countAt = 9;
const headBytes = 10;
const bitsBytes = chunkSize / 8;

/** Returns the same bytes, which are not copied. */
export function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

/** Encodes the events of a token in the first chunk of a block. Each list of places is sorted. */
export function encodeEntry({ low, high }: Token, places: readonly number[]): Buffer {
  const members = changeBlock(undefined, chunkSize, { added: places, removed: [] })!;
  const entry = Buffer.alloc(headBytes + members.byteLength);
  entry.writeUInt32BE(low, 0);
  entry.writeUIntBE(high, highAt, 3);
  entry[countAt] = members.byteLength === bitsBytes ? 0 : places.length;
  entry.set(members, headBytes);
  return entry;
}

/** Finds the events of some tokens in their row: for each chunk, counted from the first one of the block, sets of places. */
export function findEntries(row: Buffer, { low, high }: Token, found: Map<number, BlockBytes[]>): void {
  for (let at = 0; at < row.length; at += entryBytes(row, at)) {
    if (row.readUInt32BE(at) !== low || row.readUIntBE(at + highAt, 3) !== high) continue;
    const chunk = row.readUInt16BE(at + chunkAt);
    const members = row.subarray(at + headBytes, at + entryBytes(row, at));
    const others = found.get(chunk);
    if (others) others.push(members);
    else found.set(chunk, [members]);
  }
}

function entryBytes(row: Buffer, at: number): number {
  const count = row[at + countAt]!;
  return headBytes + (count === 0 ? bitsBytes : 2 * count);
}

/** A row of one of the blocks that are merged. */
export interface MergedRow {
  /** The first chunk of its block, counted from that of the merged block. */
  offset: number;
  postings: Buffer;
}

/**
 * Merges the row `bucket` of blocks of `chunks` chunks into eight rows of one block. Returns their buckets and contents. Nothing is decoded:
 * entries are moved, and get another number of the chunk.
 */
export function mergeRows(
  rows: readonly MergedRow[],
  { bucket, chunks }: { bucket: number; chunks: number },
): { bucket: number; postings: Buffer }[] {
  const buckets = bucketOf(2 ** 32 - 1, chunks) + 1;
  const partOf = (postings: Buffer, at: number) =>
    (bucketOf(postings.readUInt32BE(at), mergedAtOnce * chunks) - bucket) / buckets;
  const lengths = new Array<number>(mergedAtOnce).fill(0);
  for (const { postings } of rows) {
    for (let at = 0, length = 0; at < postings.length; at += length) {
      length = entryBytes(postings, at);
      lengths[partOf(postings, at)]! += length;
    }
  }
  const parts = lengths.map((length) => ({ bytes: Buffer.allocUnsafe(length), end: 0 }));
  for (const { offset, postings } of rows) {
    for (let at = 0, length = 0; at < postings.length; at += length) {
      length = entryBytes(postings, at);
      const part = parts[partOf(postings, at)]!;
      postings.copy(part.bytes, part.end, at, at + length);
      part.bytes.writeUInt16BE(offset + postings.readUInt16BE(at + chunkAt), part.end + chunkAt);
      part.end += length;
    }
  }
  return parts.map(({ bytes }, index) => ({ bucket: bucket + index * buckets, postings: bytes }));
}
