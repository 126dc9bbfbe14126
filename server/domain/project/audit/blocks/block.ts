/** The number of positions of the chain in a block. Searches read the events after the last block one by one. */
export const blockSize = 16_384;

/** The number of rows of a block: about 1 KB each, so that PostgreSQL keeps most of them in the table. */
export const bucketCount = 1_024;

/** The events of a block, by their place in it: one bit for each. */
export type Bits = Uint32Array;

const words = blockSize / 32;

export function noBits(): Bits {
  return new Uint32Array(words);
}

export function allBits(): Bits {
  return noBits().fill(0xffff_ffff);
}

export function setBit(bits: Bits, place: number): void {
  bits[place >>> 5]! |= 1 << (place & 31);
}

export function addBits(bits: Bits, more: Bits): void {
  for (let at = 0; at < words; at += 1) bits[at]! |= more[at]!;
}

export function keepBits(bits: Bits, others: Bits): void {
  for (let at = 0; at < words; at += 1) bits[at]! &= others[at]!;
}

export function removeBits(bits: Bits, others: Bits): void {
  for (let at = 0; at < words; at += 1) bits[at]! &= ~others[at]!;
}

/** Returns the places of the events in ascending order. */
export function placesOf(bits: Bits): number[] {
  const places: number[] = [];
  for (let at = 0; at < words; at += 1) {
    for (let rest = bits[at]!; rest !== 0; rest &= rest - 1)
      places.push(32 * at + 31 - Math.clz32(rest & -rest));
  }
  return places;
}

/** Returns the number of the block with this position of the chain. */
export function blockOf(sequence: number): number {
  return Math.floor((sequence - 1) / blockSize);
}

/** Returns the position of the chain before the first one of the block. */
export function startOf(block: number): number {
  return block * blockSize;
}
