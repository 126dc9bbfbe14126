import type { Db } from '../../../../storage/tables.ts';
import type { Criterion } from '../event-filter.ts';
import { addBits, type Bits, keepBits, noBits, removeBits } from './block.ts';
import { findPostings } from './postings.ts';
import { type BlockRow, listBlockRows } from './store-blocks.ts';
import { anyEvent, type Token, tokenOf } from './tokens.ts';

export interface BlockMatch {
  number: number;
  /** The matching events, as far as their values are concerned. */
  bits: Bits;
  /** The times of the block's oldest and newest event. */
  oldest: number;
  newest: number;
}

interface Clause {
  tokens: Token[];
  isExcluded: boolean;
}

/** The number of rows that are read at once, about 1 KB each. */
const rowsAtOnce = 1_024;
/** The number of blocks that are read first, because a page is often complete after a few. */
const firstBlocks = 8;

/** Yields the blocks with matching events, in the order of `numbers`, which are read in growing steps. */
export async function* matchBlocks(
  db: Db,
  projectId: string,
  { numbers, criteria, from, to }: { numbers: number[]; criteria: Criterion[]; from: number; to: number },
): AsyncGenerator<BlockMatch> {
  const clauses = clausesOf(criteria);
  const buckets = [...new Set(clauses.flatMap(({ tokens }) => tokens.map(({ bucket }) => bucket)))];
  const most = Math.max(1, Math.floor(rowsAtOnce / buckets.length));
  let step = Math.min(firstBlocks, most);
  for (let at = 0; at < numbers.length; at += step, step = Math.min(4 * step, most)) {
    const asked = numbers.slice(at, at + step);
    const rows = await listBlockRows(db, projectId, { numbers: asked, buckets, from, to });
    const blocks = Map.groupBy(rows, ({ number }) => number);
    for (const number of asked) {
      const found = blocks.get(number);
      const bits = found && matchBlock(found, clauses);
      if (bits) yield { number, bits, oldest: found[0]!.oldest, newest: found[0]!.newest };
    }
  }
}

/** Those with few events first, because most blocks have none of them. All events are only counted if nothing else narrows the search. */
function clausesOf(criteria: Criterion[]): Clause[] {
  const clauses = criteria.map(({ field, values, isExcluded }) => ({
    tokens: values.map((value) => tokenOf(field, value)),
    isExcluded,
  }));
  const wanted = clauses.filter(({ isExcluded }) => !isExcluded);
  const start = wanted.length > 0 ? wanted : [{ tokens: [anyEvent], isExcluded: false }];
  return [...start, ...clauses.filter(({ isExcluded }) => isExcluded)];
}

function matchBlock(rows: BlockRow[], clauses: Clause[]): Bits | undefined {
  const bytes = new Map<number, Buffer>();
  const bucketOf = (bucket: number) => {
    let found = bytes.get(bucket);
    if (!found) {
      const row = rows.find((row) => row.bucket === bucket);
      found = Buffer.from(row?.postings ?? '', 'base64');
      bytes.set(bucket, found);
    }
    return found;
  };
  let matching: Bits | undefined;
  for (const { tokens, isExcluded } of clauses) {
    const bits = unionOf(tokens.map(({ bucket, mark }) => findPostings(bucketOf(bucket), mark)));
    if (isExcluded) {
      if (bits) removeBits(matching!, bits);
      continue;
    }
    if (!bits) return undefined;
    if (matching) keepBits(matching, bits);
    else matching = bits;
  }
  return matching;
}

function unionOf(found: (Bits | undefined)[]): Bits | undefined {
  const present = found.filter((bits) => bits !== undefined);
  if (present.length === 0) return undefined;
  if (present.length === 1) return present[0];
  const union = noBits();
  for (const bits of present) addBits(union, bits);
  return union;
}
