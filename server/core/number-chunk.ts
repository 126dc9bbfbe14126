/** The numbers that a chunk is about: 0 to 65,535. */
export const chunkSize = 65_536;
export const chunkWords = chunkSize / 32;

/** The members among the numbers of a chunk: bits, which take 8 KiB, or a sorted list, which takes 2 bytes for each. */
export type Chunk = Uint32Array | Uint16Array;

/** Looking for a number in a longer list would take longer, and save less than half of the memory. */
const listedAtMost = 2_048;

/** Returns bits without members. */
export function emptyBits(): Uint32Array {
  return new Uint32Array(chunkWords);
}

/** Returns the same members in the form that suits their count. */
export function compact(chunk: Chunk): Chunk {
  return countOf(chunk) <= listedAtMost ? listOf(chunk) : bitsOf(chunk);
}

export function has(chunk: Chunk, number: number): boolean {
  if (isList(chunk)) return chunk[placeIn(chunk, number)] === number;
  return ((chunk[number >> 5]! >>> (number & 31)) & 1) === 1;
}

/** Adds a number that is missing, or removes one that is there. Returns the chunk, which may be the same one. */
export function toggle(chunk: Chunk, number: number): Chunk {
  if (!isList(chunk)) {
    chunk[number >> 5]! ^= 1 << (number & 31);
    return chunk;
  }
  const place = placeIn(chunk, number);
  const isMember = chunk[place] === number;
  if (!isMember && chunk.length === listedAtMost) return toggle(bitsOf(chunk), number);
  const list = new Uint16Array(isMember ? chunk.length - 1 : chunk.length + 1);
  list.set(chunk.subarray(0, place));
  if (isMember) list.set(chunk.subarray(place + 1), place);
  else {
    list[place] = number;
    list.set(chunk.subarray(place), place + 1);
  }
  return list;
}

/** Returns what all chunks contain. The shortest list decides, because it has few members to look at. */
export function intersect(chunks: Chunk[]): Chunk {
  const [shortest, ...lists] = chunks.filter(isList).sort((a, b) => a.length - b.length);
  const bits = chunks.filter((chunk) => !isList(chunk));
  if (shortest) {
    return [...bits, ...lists].reduce<Uint16Array>(keepMembersOf, shortest);
  }
  const common = bits[0]!.slice();
  for (const other of bits.slice(1)) for (let at = 0; at < chunkWords; at += 1) common[at]! &= other[at]!;
  return common;
}

/** Returns what at least one of both contains. */
export function join(one: Chunk, other: Chunk): Chunk {
  const all = bitsOf(one).slice();
  const more = bitsOf(other);
  for (let at = 0; at < chunkWords; at += 1) all[at]! |= more[at]!;
  return compact(all);
}

/** Returns what the chunk contains and none of the others does. */
export function subtract(chunk: Chunk, others: Chunk[]): Chunk {
  if (others.length === 0) return chunk;
  if (isList(chunk)) return chunk.filter((member) => !others.some((other) => has(other, member)));
  const left = chunk.slice();
  for (const other of others) {
    if (isList(other)) for (const member of other) left[member >> 5]! &= ~(1 << (member & 31));
    else for (let at = 0; at < chunkWords; at += 1) left[at]! &= ~other[at]!;
  }
  return left;
}

function keepMembersOf(list: Uint16Array, chunk: Chunk): Uint16Array {
  const kept = new Uint16Array(list.length);
  let length = 0;
  for (let at = 0; at < list.length; at += 1) {
    if (has(chunk, list[at]!)) {
      kept[length] = list[at]!;
      length += 1;
    }
  }
  return kept.subarray(0, length);
}

export function countOf(chunk: Chunk): number {
  if (isList(chunk)) return chunk.length;
  let count = 0;
  for (let at = 0; at < chunkWords; at += 1) {
    let bits = chunk[at]!;
    bits -= (bits >>> 1) & 0x5555_5555;
    bits = (bits & 0x3333_3333) + ((bits >>> 2) & 0x3333_3333);
    count += Math.imul((bits + (bits >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
  }
  return count;
}

/** Returns the members in ascending order. */
export function listOf(chunk: Chunk): Uint16Array {
  if (isList(chunk)) return chunk;
  const list = new Uint16Array(countOf(chunk));
  let length = 0;
  for (let at = 0; at < chunkWords; at += 1) {
    for (let rest = chunk[at]!; rest !== 0; rest &= rest - 1) {
      list[length] = 32 * at + 31 - Math.clz32(rest & -rest);
      length += 1;
    }
  }
  return list;
}

export function bitsOf(chunk: Chunk): Uint32Array {
  if (!isList(chunk)) return chunk;
  const bits = emptyBits();
  for (const number of chunk) bits[number >> 5]! |= 1 << (number & 31);
  return bits;
}

function isList(chunk: Chunk): chunk is Uint16Array {
  return chunk instanceof Uint16Array;
}

/** Returns the index of the first member that is not below the number. */
function placeIn(list: Uint16Array, number: number): number {
  let [from, to] = [0, list.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (list[middle]! < number) from = middle + 1;
    else to = middle;
  }
  return from;
}
