import { eachWord } from './number-block.ts';
import {
  bitsOf,
  type Chunk,
  chunkSize,
  chunkWords,
  compact,
  countOf,
  emptyBits,
  has,
  intersect,
  join,
  listOf,
  subtract,
  toggle,
} from './number-chunk.ts';

/** A set of whole numbers, in chunks of which empty ones take no memory. */
export class NumberSet {
  readonly #chunks = new Map<number, Chunk>();
  #bytes = 0;

  /** Reads entries of 16 bytes: the index of a word, and its 64 bits, both as big-endian integers. */
  static fromWords(words: Uint8Array): NumberSet {
    const chunks: BitChunks = new Map();
    const view = viewOf(words);
    for (let at = 0; at < words.byteLength; at += 16) {
      const low = 2 * readInteger(view, at);
      const bits = bitsIn(chunks, Math.floor(low / chunkWords));
      bits[low % chunkWords] = view.getUint32(at + 12);
      bits[(low % chunkWords) + 1] = view.getUint32(at + 8);
    }
    return NumberSet.#fromBits(chunks);
  }

  /** Reads big-endian integers of 8 bytes, in any order. */
  static fromNumbers(numbers: Uint8Array): NumberSet {
    const chunks: BitChunks = new Map();
    const view = viewOf(numbers);
    for (let at = 0; at < numbers.byteLength; at += 8) {
      const number = readInteger(view, at);
      const low = number % chunkSize;
      bitsIn(chunks, Math.floor(number / chunkSize))[low >> 5]! |= 1 << (low & 31);
    }
    return NumberSet.#fromBits(chunks);
  }

  static of(numbers: readonly number[]): NumberSet {
    const set = new NumberSet();
    for (const number of numbers) set.set(number, true);
    return set;
  }

  /** Reads blocks of `size` numbers, and joins those of the same numbers. */
  static fromBlocks(blocks: readonly { block: number; members: Uint8Array }[], size: number): NumberSet {
    const chunks: BitChunks = new Map();
    for (const { block, members } of blocks) {
      const first = block * size;
      const bits = bitsIn(chunks, Math.floor(first / chunkSize));
      const start = (first % chunkSize) >> 5;
      eachWord(members, size, (word, found) => {
        bits[start + word]! |= found;
      });
    }
    return NumberSet.#fromBits(chunks);
  }

  static #fromBits(chunks: BitChunks): NumberSet {
    const set = new NumberSet();
    for (const [index, bits] of chunks) set.#put(index, compact(bits));
    return set;
  }

  /** Writes the entries that `fromWords` reads. */
  toWords(): Uint8Array {
    const entries: [number, number, number][] = [];
    for (const [index, chunk] of this.#chunks) {
      const bits = bitsOf(chunk);
      for (let at = 0; at < chunkWords; at += 2) {
        if (bits[at]! | bits[at + 1]!)
          entries.push([(index * chunkWords + at) / 2, bits[at + 1]!, bits[at]!]);
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

  /** The memory that the members take. */
  get bytes(): number {
    return this.#bytes;
  }

  set(number: number, isMember: boolean): void {
    const index = Math.floor(number / chunkSize);
    const low = number % chunkSize;
    const known = this.#chunks.get(index);
    if (!known && !isMember) return;
    const chunk = known ?? this.#put(index, emptyBits());
    if (has(chunk, low) === isMember) return;
    const changed = toggle(chunk, low);
    if (changed !== chunk) this.#put(index, changed);
  }

  /** Returns what one of both sets contains. Takes over their chunks. */
  union(other: NumberSet): NumberSet {
    for (const [index, chunk] of other.#chunks) {
      const own = this.#chunks.get(index);
      this.#put(index, own ? join(own, chunk) : chunk);
    }
    return this;
  }

  /** Returns the numbers that all sets contain, and none of the sets `without`, in ascending order. */
  static intersect(sets: NumberSet[], without: NumberSet[] = []): Members {
    const [first, ...others] = sets.sort((a, b) => a.#chunks.size - b.#chunks.size);
    const parts: Part[] = [];
    for (const [index, chunk] of first!.#chunks) {
      const chunks = [chunk, ...others.map((other) => other.#chunks.get(index))];
      if (!chunks.every((one) => one !== undefined)) continue;
      const unwanted = without.flatMap((other) => other.#chunks.get(index) ?? []);
      const common = subtract(intersect(chunks), unwanted);
      parts.push({ first: index * chunkSize, chunk: common, count: countOf(common) });
    }
    return new Members(parts.sort((a, b) => a.first - b.first));
  }

  /** Returns the members of a chunk of other numbers, which begin with `first`. */
  keep(chunk: Chunk, first: number): Chunk {
    const own = this.#chunks.get(first / chunkSize);
    return own ? intersect([chunk, own]) : new Uint16Array();
  }

  drop(chunk: Chunk, first: number): Chunk {
    const own = this.#chunks.get(first / chunkSize);
    return subtract(chunk, own ? [own] : []);
  }

  #put(index: number, chunk: Chunk): Chunk {
    this.#bytes += chunk.byteLength - (this.#chunks.get(index)?.byteLength ?? 0);
    this.#chunks.set(index, chunk);
    return chunk;
  }
}

/** The chunks of a set that is being read. */
type BitChunks = Map<number, Uint32Array>;

function bitsIn(chunks: BitChunks, index: number): Uint32Array {
  const found = chunks.get(index);
  if (found) return found;
  const bits = emptyBits();
  chunks.set(index, bits);
  return bits;
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

function readInteger(view: DataView, at: number): number {
  return view.getUint32(at) * 2 ** 32 + view.getUint32(at + 4);
}

interface Part {
  first: number;
  chunk: Chunk;
  count: number;
}

/** Numbers in ascending order. */
export class Members {
  readonly #parts: Part[];
  readonly #byStart: Map<number, Part>;
  readonly count: number;

  constructor(parts: Part[]) {
    this.#parts = parts;
    this.#byStart = new Map(parts.map((part) => [part.first, part]));
    this.count = parts.reduce((sum, { count }) => sum + count, 0);
  }

  has(number: number): boolean {
    const low = number % chunkSize;
    const part = this.#byStart.get(number - low);
    return part !== undefined && has(part.chunk, low);
  }

  /** Returns those of the numbers that are in the set. */
  within(set: NumberSet): Members {
    return this.#map((chunk, first) => set.keep(chunk, first));
  }

  /** Returns those of the numbers that are not in the set. */
  without(set: NumberSet): Members {
    return this.#map((chunk, first) => set.drop(chunk, first));
  }

  #map(change: (chunk: Chunk, first: number) => Chunk): Members {
    return new Members(
      this.#parts.map(({ first, chunk }) => {
        const changed = change(chunk, first);
        return { first, chunk: changed, count: countOf(changed) };
      }),
    );
  }

  /** Returns up to `limit` numbers after `after`, without the first `offset` of them, from either end. */
  slice({ after, offset = 0, limit = this.count, descending = false }: Slice): number[] {
    if (descending) return this.#sliceFromEnd({ after, offset, limit });
    const found: number[] = [];
    const start = after ?? -1;
    let skipped = 0;
    for (const { first, chunk, count } of this.#parts) {
      if (first + chunkSize <= start) continue;
      if (first > start && skipped + count <= offset) {
        skipped += count;
        continue;
      }
      for (const low of listOf(chunk)) {
        const number = first + low;
        if (number <= start) continue;
        if (skipped < offset) skipped += 1;
        else if (found.push(number) >= limit) return found;
      }
    }
    return found;
  }

  #sliceFromEnd({
    after = Infinity,
    offset,
    limit,
  }: {
    after?: number | undefined;
    offset: number;
    limit: number;
  }) {
    const found: number[] = [];
    let skipped = 0;
    for (const { first, chunk, count } of this.#parts.toReversed()) {
      if (first >= after) continue;
      if (first + chunkSize <= after && skipped + count <= offset) {
        skipped += count;
        continue;
      }
      for (const low of listOf(chunk).toReversed()) {
        const number = first + low;
        if (number >= after) continue;
        if (skipped < offset) skipped += 1;
        else if (found.push(number) >= limit) return found;
      }
    }
    return found;
  }
}

interface Slice {
  after?: number | undefined;
  offset?: number;
  limit?: number;
  descending?: boolean;
}
