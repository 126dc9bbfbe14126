import { startOf } from './chunk.ts';

/** The numbers of chunks that a block can have. Eight blocks of a size become one of the next size. */
export const blockSizes = [1, 8, 64, 512] as const;

export const mergedAtOnce = 8;

/** The number of rows of a block for each of its chunks. A row has about 600 bytes: both engines keep it in one piece up to 1 or 2 KB. */
export const rowsPerChunk = 256;

/** Consecutive chunks of the chain, with one index of their values. */
export interface Block {
  firstChunk: number;
  chunks: number;
  /** The time of the oldest and of the newest event of each chunk, as floating-point numbers of 8 bytes. */
  times: Uint8Array;
}

export type BlockKey = Pick<Block, 'firstChunk' | 'chunks'>;

/** Returns the chunk after the block. */
export function chunkAfter({ firstChunk, chunks }: BlockKey): number {
  return firstChunk + chunks;
}

/** Returns the positions of the block in the chain. */
export function rangeOf(block: BlockKey): { after: number; upTo: number } {
  return { after: startOf(block.firstChunk), upTo: startOf(chunkAfter(block)) };
}

export function isSame(block: BlockKey, other: BlockKey | undefined): boolean {
  return block.firstChunk === other?.firstChunk && block.chunks === other.chunks;
}

export interface Period {
  oldest: number;
  newest: number;
}

export function writePeriods(periods: readonly Period[]): Uint8Array {
  const times = Float64Array.from(periods.flatMap(({ oldest, newest }) => [oldest, newest]));
  return new Uint8Array(times.buffer);
}

export function readPeriods({ times }: Pick<Block, 'times'>): Period[] {
  const view = new DataView(times.buffer, times.byteOffset, times.byteLength);
  return Array.from({ length: times.byteLength / 16 }, (_, index) => ({
    oldest: view.getFloat64(16 * index, true),
    newest: view.getFloat64(16 * index + 8, true),
  }));
}
