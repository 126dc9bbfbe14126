const chunkSize = 65_536;
const chunkWords = chunkSize / 32;

/** A set of whole numbers as bits, in chunks of 65,536 numbers (8 KiB), of which empty ones take no memory. */
export class NumberSet {
  readonly #chunks = new Map<number, Uint32Array>();

  /** Reads entries of 16 bytes: the index of a word, and its 64 bits, both as big-endian integers. */
  static fromWords(words: Uint8Array): NumberSet {
    const set = new NumberSet();
    const view = new DataView(words.buffer, words.byteOffset, words.byteLength);
    for (let at = 0; at < words.byteLength; at += 16) {
      const low = 2 * (view.getUint32(at) * 2 ** 32 + view.getUint32(at + 4));
      const chunk = set.#chunk(Math.floor(low / chunkWords));
      chunk[low % chunkWords] = view.getUint32(at + 12);
      chunk[(low % chunkWords) + 1] = view.getUint32(at + 8);
    }
    return set;
  }

  /** Writes the entries that `fromWords` reads. */
  toWords(): Uint8Array {
    const entries: [number, number, number][] = [];
    for (const [index, chunk] of this.#chunks) {
      for (let at = 0; at < chunkWords; at += 2) {
        if (chunk[at]! | chunk[at + 1]!)
          entries.push([(index * chunkWords + at) / 2, chunk[at + 1]!, chunk[at]!]);
      }
    }
    const words = new Uint8Array(16 * entries.length);
    const view = new DataView(words.buffer);
    for (const [entry, [word, high, low]] of entries.entries()) {
      view.setUint32(16 * entry, Math.floor(word / 2 ** 32));
      view.setUint32(16 * entry + 4, word % 2 ** 32);
      view.setUint32(16 * entry + 8, high);
      view.setUint32(16 * entry + 12, low);
    }
    return words;
  }

  get bytes(): number {
    return this.#chunks.size * 4 * chunkWords;
  }

  set(number: number, isMember: boolean): void {
    const low = number % chunkSize;
    const chunk = this.#chunk(Math.floor(number / chunkSize));
    if (isMember) chunk[low >> 5]! |= 1 << (low & 31);
    else chunk[low >> 5]! &= ~(1 << (low & 31));
  }

  /** Returns the numbers that all sets contain, in ascending order. */
  static intersect(sets: NumberSet[]): Members {
    const [first, ...others] = sets.sort((a, b) => a.#chunks.size - b.#chunks.size);
    const chunks: Chunk[] = [];
    for (const [index, words] of first!.#chunks) {
      const all = others.map((other) => other.#chunks.get(index));
      if (!all.every((one) => one !== undefined)) continue;
      const common = words.slice();
      for (const other of all) for (let at = 0; at < chunkWords; at += 1) common[at]! &= other[at]!;
      chunks.push({ first: index * chunkSize, words: common, count: countBits(common) });
    }
    return new Members(chunks.sort((a, b) => a.first - b.first));
  }

  #chunk(index: number): Uint32Array {
    let chunk = this.#chunks.get(index);
    if (!chunk) {
      chunk = new Uint32Array(chunkWords);
      this.#chunks.set(index, chunk);
    }
    return chunk;
  }
}

interface Chunk {
  first: number;
  words: Uint32Array;
  count: number;
}

/** Numbers in ascending order. */
export class Members {
  readonly #chunks: Chunk[];
  readonly count: number;

  constructor(chunks: Chunk[]) {
    this.#chunks = chunks;
    this.count = chunks.reduce((sum, { count }) => sum + count, 0);
  }

  /** Returns up to `limit` numbers above `after`, without the first `offset` of them. */
  slice({ after = -1, offset = 0, limit = this.count }): number[] {
    const found: number[] = [];
    let skipped = 0;
    for (const { first, words, count } of this.#chunks) {
      if (first + chunkSize <= after) continue;
      if (first > after && skipped + count <= offset) {
        skipped += count;
        continue;
      }
      for (let at = 0; at < chunkWords; at += 1) {
        for (let rest = words[at]!; rest !== 0; rest &= rest - 1) {
          const number = first + 32 * at + 31 - Math.clz32(rest & -rest);
          if (number <= after) continue;
          if (skipped < offset) skipped += 1;
          else if (found.push(number) >= limit) return found;
        }
      }
    }
    return found;
  }
}

function countBits(words: Uint32Array): number {
  let count = 0;
  for (let at = 0; at < words.length; at += 1) {
    let bits = words[at]!;
    bits -= (bits >>> 1) & 0x5555_5555;
    bits = (bits & 0x3333_3333) + ((bits >>> 2) & 0x3333_3333);
    count += Math.imul((bits + (bits >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
  }
  return count;
}
