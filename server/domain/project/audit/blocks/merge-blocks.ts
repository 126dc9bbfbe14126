import type { Db } from '../../../../storage/tables.ts';
import { transaction } from '../../../../storage/transaction.ts';
import { findRemoval } from '../sealing/store-chain.ts';
import { type Block, blockSizes, chunkAfter, mergedAtOnce, rowsPerChunk } from './block.ts';
import { chunkOf } from './chunk.ts';
import { bufferOf, mergeRows } from './postings.ts';
import {
  deleteBlocks,
  deletePostings,
  findPostings,
  insertBlock,
  insertPostings,
  listBlocks,
  listPostings,
  type PostingsRow,
} from './store-blocks.ts';

/** The number of rows of each block that are merged in one step. Some of them have 256 KB. */
const bucketsAtOnce = 32;

/** The number of rows that are deleted in one statement, about 600 bytes each. */
const deletedAtOnce = 1_024;

/** Merges eight blocks into one wherever there are so many. Returns `false` if it stopped before the end. */
export async function mergeBlocks(
  db: Db,
  projectId: string,
  mayContinue: () => Promise<boolean>,
): Promise<boolean> {
  for (;;) {
    const parts = findMergeable(await listBlocks(db, projectId));
    if (!parts) return true;
    if (!(await mergeParts(db, projectId, parts, mayContinue))) return false;
  }
}

/** Returns the first eight blocks that make up a larger one. */
function findMergeable(blocks: readonly Block[]): Block[] | undefined {
  for (const [at, { firstChunk, chunks }] of blocks.entries()) {
    const merged = chunks * mergedAtOnce;
    if (firstChunk % merged !== 0 || !blockSizes.some((size) => size === merged)) continue;
    const parts = blocks.slice(at, at + mergedAtOnce);
    const isWhole = parts.every(
      (part, index) => part.chunks === chunks && part.firstChunk === firstChunk + index * chunks,
    );
    if (isWhole && parts.length === mergedAtOnce) return parts;
  }
  return undefined;
}

/**
 * Writes the rows of the merged block, which no search reads until the block replaces its parts in one transaction. A search that has begun
 * with the parts then misses their rows, and looks at the blocks once more.
 */
async function mergeParts(
  db: Db,
  projectId: string,
  parts: Block[],
  mayContinue: () => Promise<boolean>,
): Promise<boolean> {
  const [{ firstChunk, chunks }] = parts as [Block, ...Block[]];
  const firstChunks = parts.map((part) => part.firstChunk);
  const merged: Block = {
    firstChunk,
    chunks: chunks * mergedAtOnce,
    times: Buffer.concat(parts.map(({ times }) => times)),
  };
  for (let from = 0; from < rowsPerChunk * chunks; from += bucketsAtOnce) {
    if (!(await mayContinue())) return false;
    const buckets = Array.from({ length: bucketsAtOnce }, (_, index) => from + index);
    const rows = await listPostings(db, projectId, { chunks, firstChunks, buckets });
    // Another instance has merged them, or their events were removed.
    if (rows.length < parts.length * bucketsAtOnce) return false;
    await insertPostings(db, projectId, merged, mergeBuckets(rows, buckets, merged));
  }
  const isMerged = await transaction({ db }, async ({ db }) => {
    if ((await deleteBlocks(db, projectId, parts)) < parts.length) return false;
    return insertBlock(db, projectId, merged);
  });
  if (isMerged) await deleteLeftRows(db, projectId);
  return isMerged;
}

function mergeBuckets(rows: PostingsRow[], buckets: number[], merged: Block) {
  const byBucket = Map.groupBy(rows, ({ bucket }) => bucket);
  const chunks = merged.chunks / mergedAtOnce;
  return buckets.flatMap((bucket) => {
    const own = byBucket.get(bucket)!.map(({ firstChunk, postings }) => ({
      offset: firstChunk - merged.firstChunk,
      postings: bufferOf(postings),
    }));
    return mergeRows(own, { bucket, chunks });
  });
}

/** Deletes the rows that no block has: those of merged and of removed blocks, also after an interruption. */
export async function deleteLeftRows(db: Db, projectId: string): Promise<void> {
  const blocks = await listBlocks(db, projectId);
  const removed = chunkOf(((await findRemoval(db, projectId))?.sequence ?? 0) + 1);
  for (const chunks of blockSizes) {
    // Blocks are merged in order, so what lies before a larger block is no longer needed.
    const larger = blocks.filter((block) => block.chunks > chunks).map(chunkAfter);
    const end = Math.max(removed, ...larger);
    let from = 0;
    for (const kept of blocks.filter((block) => block.chunks === chunks && block.firstChunk < end)) {
      await deleteBetween(db, projectId, { chunks, from, before: kept.firstChunk });
      from = chunkAfter(kept);
    }
    await deleteBetween(db, projectId, { chunks, from, before: end });
  }
}

/** Deletes all rows of a size in a range of chunks. */
async function deleteBetween(
  db: Db,
  projectId: string,
  range: { chunks: number; from: number; before: number },
): Promise<void> {
  for (;;) {
    const left = await findPostings(db, projectId, range);
    if (!left) return;
    for (let from = 0; from < rowsPerChunk * left.chunks; from += deletedAtOnce)
      await deletePostings(db, projectId, left, { from, before: from + deletedAtOnce });
  }
}
