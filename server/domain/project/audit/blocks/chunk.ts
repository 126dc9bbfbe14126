import { type BlockBytes, eachWord } from '../../../../core/number-block.ts';

/** The number of positions of the chain in a chunk. Searches read the events after the last complete chunk one by one. */
export const chunkSize = 4_096;

/** The events of a chunk, by their place in it: one bit for each. */
export type Bits = Uint32Array;

const words = chunkSize / 32;

export function noBits(): Bits {
  return new Uint32Array(words);
}

export function allBits(): Bits {
  return noBits().fill(0xffff_ffff);
}

export function setBit(bits: Bits, place: number): void {
  bits[place >>> 5]! |= 1 << (place & 31);
}

/** Returns the events of any of the stored sets, in `bits`, whose content is replaced. */
export function unionOf(sets: readonly BlockBytes[], bits: Bits = noBits()): Bits {
  bits.fill(0);
  for (const set of sets) {
    eachWord(set, chunkSize, (word, members) => {
      bits[word]! |= members;
    });
  }
  return bits;
}

export function keepBits(bits: Bits, others: Bits): void {
  for (let at = 0; at < words; at += 1) bits[at]! &= others[at]!;
}

export function removeBits(bits: Bits, others: Bits): void {
  for (let at = 0; at < words; at += 1) bits[at]! &= ~others[at]!;
}

/** Returns the positions of the events in the chain in ascending order. */
export function sequencesOf(bits: Bits, chunk: number): number[] {
  const sequences: number[] = [];
  const first = startOf(chunk) + 1;
  for (let at = 0; at < words; at += 1) {
    for (let rest = bits[at]!; rest !== 0; rest &= rest - 1)
      sequences.push(first + 32 * at + 31 - Math.clz32(rest & -rest));
  }
  return sequences;
}

/** Returns the chunk with this position of the chain. */
export function chunkOf(sequence: number): number {
  return Math.floor((sequence - 1) / chunkSize);
}

/** Returns the position of the chain before the first one of the chunk. */
export function startOf(chunk: number): number {
  return chunk * chunkSize;
}
