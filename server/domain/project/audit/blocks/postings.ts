import { allBits, type Bits, blockSize, noBits, setBit } from './block.ts';

/**
 * The format of a bucket: for each mark 5 bytes, the number of its events in 2 bytes, and their places. A list has 2 bytes for each
 * place. From 1,024 events on, a bit for each place is shorter. If all events of the block have the value, nothing follows.
 */
const markBytes = 5;
const headBytes = markBytes + 2;
const listedAtMost = blockSize / 16 - 1;
const bitmapBytes = blockSize / 8;

/** Encodes the places of the events by mark. Each list is sorted. */
export function encodePostings(postings: Map<number, number[]>): string {
  let length = 0;
  for (const { length: count } of postings.values()) length += headBytes + bytesFor(count);
  const bytes = Buffer.alloc(length);
  let at = 0;
  for (const [mark, places] of postings) {
    bytes.writeUIntBE(mark, at, markBytes);
    bytes.writeUInt16BE(places.length, at + markBytes);
    at += headBytes;
    writePlaces(bytes, at, places);
    at += bytesFor(places.length);
  }
  return bytes.toString('base64');
}

function writePlaces(bytes: Buffer, at: number, places: number[]): void {
  if (places.length === blockSize) return;
  if (places.length > listedAtMost) {
    for (const place of places) bytes[at + (place >>> 3)]! |= 1 << (place & 7);
    return;
  }
  for (const [index, place] of places.entries()) bytes.writeUInt16BE(place, at + 2 * index);
}

function bytesFor(count: number): number {
  if (count === blockSize) return 0;
  return count > listedAtMost ? bitmapBytes : 2 * count;
}

/** Returns the events with the mark, or `undefined` if there are none. */
export function findPostings(bytes: Buffer, mark: number): Bits | undefined {
  const first = Math.floor(mark / 2 ** 32);
  const others = mark % 2 ** 32;
  for (let at = 0; at < bytes.length; ) {
    const count = bytes.readUInt16BE(at + markBytes);
    if (bytes[at] === first && bytes.readUInt32BE(at + 1) === others)
      return readPlaces(bytes, at + headBytes, count);
    at += headBytes + bytesFor(count);
  }
  return undefined;
}

function readPlaces(bytes: Buffer, at: number, count: number): Bits {
  if (count === blockSize) return allBits();
  const bits = noBits();
  if (count > listedAtMost) {
    for (let word = 0; word < bits.length; word += 1) bits[word] = bytes.readUInt32LE(at + 4 * word);
    return bits;
  }
  for (let index = 0; index < count; index += 1) setBit(bits, bytes.readUInt16BE(at + 2 * index));
  return bits;
}
