import type { BlockBytes } from '../../../../core/number-block.ts';
import type { Db } from '../../../../storage/tables.ts';
import type { Criterion } from '../event-filter.ts';
import type { Block } from './block.ts';
import { allBits, type Bits, keepBits, noBits, removeBits, unionOf } from './chunk.ts';
import { bufferOf, findEntries } from './postings.ts';
import { listPostings } from './store-blocks.ts';
import { bucketOf, type Token, tokenOf } from './tokens.ts';

export interface Clause {
  tokens: Token[];
  isExcluded: boolean;
}

export function clausesOf(criteria: readonly Criterion[]): Clause[] {
  return criteria.map(({ field, values, isExcluded }) => ({
    tokens: values.map((value) => tokenOf(field, value)),
    isExcluded,
  }));
}

/** The rows of a block, by bucket. */
export type BlockRows = Map<number, Buffer>;

/** The number of rows that are read at once. Most have 600 bytes, some 256 KB. */
const rowsAtOnce = 256;

/**
 * Yields the rows of each block that the clauses need, in the order of the blocks; `undefined` if the block no longer exists. Reads blocks of
 * the same size together, but of the largest only one at first, because a page is often complete after a few chunks.
 */
export async function* readBlocks(
  db: Db,
  projectId: string,
  blocks: readonly Block[],
  clauses: readonly Clause[],
): AsyncGenerator<BlockRows | undefined> {
  const lows = clauses.flatMap(({ tokens }) => tokens.map(({ low }) => low));
  let step = 1;
  for (let at = 0; at < blocks.length; ) {
    const { chunks } = blocks[at]!;
    const buckets = [...new Set(lows.map((low) => bucketOf(low, chunks)))];
    const most = Math.max(1, Math.floor(rowsAtOnce / buckets.length));
    const next = blocks.slice(at, at + Math.min(step, most));
    const others = next.findIndex((block) => block.chunks !== chunks);
    const group = others === -1 ? next : next.slice(0, others);
    const firstChunks = group.map(({ firstChunk }) => firstChunk);
    const rows =
      buckets.length > 0 ? await listPostings(db, projectId, { chunks, firstChunks, buckets }) : [];
    const byBlock = Map.groupBy(rows, ({ firstChunk }) => firstChunk);
    for (const firstChunk of firstChunks) {
      const own = byBlock.get(firstChunk) ?? [];
      if (own.length < buckets.length) yield undefined;
      else yield new Map(own.map(({ bucket, postings }) => [bucket, bufferOf(postings)]));
    }
    at += group.length;
    step = Math.min(8, 2 * step);
  }
}

export interface ChunkMatch {
  chunk: number;
  /** The matching events, as far as their values are concerned. */
  bits: Bits;
}

/** Yields the chunks of a block with matching events. */
export function* matchBlock(
  { firstChunk, chunks }: Block,
  rows: BlockRows,
  clauses: readonly Clause[],
  oldestFirst: boolean,
): Generator<ChunkMatch> {
  const entriesOf = ({ tokens }: Clause) => {
    const found = new Map<number, BlockBytes[]>();
    for (const token of tokens) findEntries(rows.get(bucketOf(token.low, chunks))!, token, found);
    return found;
  };
  const wanted = clauses.filter(({ isExcluded }) => !isExcluded).map(entriesOf);
  const excluded = clauses.filter(({ isExcluded }) => isExcluded).map(entriesOf);
  // The rarest value decides in which chunks there is anything to compare.
  wanted.sort((one, other) => one.size - other.size);
  const [rarest, ...others] = wanted;
  const candidates = rarest
    ? [...rarest.keys()].sort((a, b) => a - b)
    : Array.from({ length: chunks }, (_, at) => at);
  const scratch = noBits();
  for (const at of oldestFirst ? candidates : candidates.reverse()) {
    if (!others.every((entries) => entries.has(at))) continue;
    const bits = rarest ? unionOf(rarest.get(at)!) : allBits();
    for (const entries of others) keepBits(bits, unionOf(entries.get(at)!, scratch));
    for (const entries of excluded) {
      const sets = entries.get(at);
      if (sets) removeBits(bits, unionOf(sets, scratch));
    }
    yield { chunk: firstChunk + at, bits };
  }
}
