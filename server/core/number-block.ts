/**
 * The members among the numbers of one block, as the search index stores them: a sorted list of 2 bytes each, or bits once that is
 * shorter. The size of a block is a multiple of 32 and at most 65,536.
 */
export type BlockBytes = Uint8Array;

/** Returns the members of a stored block in ascending order, without the number at which the block starts. */
export function membersOf(bytes: BlockBytes, size: number): Uint16Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!isBits(bytes, size)) {
    const list = new Uint16Array(bytes.byteLength / 2);
    for (let at = 0; at < list.length; at += 1) list[at] = view.getUint16(2 * at, true);
    return list;
  }
  const found = new Uint16Array(countBits(bytes));
  let at = 0;
  for (let word = 0; word < size / 32; word += 1) {
    for (let rest = view.getUint32(4 * word, true); rest !== 0; rest &= rest - 1) {
      found[at] = 32 * word + 31 - Math.clz32(rest & -rest);
      at += 1;
    }
  }
  return found;
}

/** Calls `use` with each word of 32 bits that is not empty: its index in the block, and its bits. */
export function eachWord(bytes: BlockBytes, size: number, use: (word: number, bits: number) => void): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (isBits(bytes, size)) {
    for (let word = 0; word < size / 32; word += 1) {
      const bits = view.getUint32(4 * word, true);
      if (bits !== 0) use(word, bits);
    }
    return;
  }
  for (let at = 0; at < bytes.byteLength; at += 2) {
    const member = view.getUint16(at, true);
    use(member >> 5, 1 << (member & 31));
  }
}

export interface BlockChange {
  added: readonly number[];
  removed: readonly number[];
}

/** Returns the block after a change, or `undefined` if it has no member left. Adding a member twice changes nothing. */
export function changeBlock(
  bytes: BlockBytes | undefined,
  size: number,
  { added, removed }: BlockChange,
): BlockBytes | undefined {
  if (bytes && isBits(bytes, size)) return shorten(changeBits(Uint8Array.from(bytes), added, removed), size);
  const gone = new Set(removed);
  const kept = bytes ? [...membersOf(bytes, size)].filter((member) => !gone.has(member)) : [];
  const members = [...new Set([...kept, ...added])].sort((a, b) => a - b);
  if (members.length === 0) return undefined;
  if (members.length >= size / 16) return changeBits(new Uint8Array(size / 8), members, []);
  return listOf(members);
}

/** Changes the bits in place. */
function changeBits(bits: Uint8Array, added: readonly number[], removed: readonly number[]): Uint8Array {
  for (const member of removed) bits[member >> 3]! &= ~(1 << (member & 7));
  for (const member of added) bits[member >> 3]! |= 1 << (member & 7);
  return bits;
}

/** Turns bits into a list once half as many members as a list may have are left, so that a block does not go back and forth. */
function shorten(bits: Uint8Array, size: number): BlockBytes | undefined {
  const count = countBits(bits);
  if (count === 0) return undefined;
  return count < size / 32 ? listOf(membersOf(bits, size)) : bits;
}

function countBits(bits: Uint8Array): number {
  let count = 0;
  for (const byte of bits) count += bitsOfByte[byte]!;
  return count;
}

/** The number of bits of each byte. */
const bitsOfByte = Uint8Array.from({ length: 256 }, (_, byte) => byte.toString(2).replaceAll('0', '').length);

function listOf(members: ArrayLike<number>): BlockBytes {
  const bytes = new Uint8Array(2 * members.length);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < members.length; at += 1) view.setUint16(2 * at, members[at]!, true);
  return bytes;
}

/** A list is always shorter than the bits. */
function isBits({ byteLength }: BlockBytes, size: number): boolean {
  return byteLength === size / 8;
}
