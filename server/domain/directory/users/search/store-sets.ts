import { type RawBuilder, sql } from 'kysely';
import { NumberSet } from '../../../../core/number-set.ts';
import { dialectOf } from '../../../../storage/engine.ts';
import { failureOf } from '../../../../storage/failure.ts';
import type { Db } from '../../../../storage/tables.ts';
import type { Countable, Text } from './condition.ts';

export interface SetLimits {
  /**
   * PostgreSQL sends up to this many numbers as they are, which takes it a fifth of the time of putting them together
   * as words of bits. More would be too long.
   */
  sentAtMost: number;
  /** The size of the ranges of numbers that are tested at once. A multiple of the 64 numbers of a word. */
  rangeSize: number;
}

const setLimits: SetLimits = { sentAtMost: 500_000, rangeSize: 2 ** 19 };
const bytesOfNumber = 8;

type Source = Pick<Countable & Partial<Text>, 'matches' | 'parts'>;

/** Reads the numbers of all users that match, in a project of this `size`. */
export async function readSet(
  db: Db,
  condition: Source,
  size = Infinity,
  { sentAtMost, rangeSize } = setLimits,
): Promise<NumberSet> {
  const { matches, parts } = condition;
  if (dialectOf(db) === 'sqlite') {
    return NumberSet.fromWords(
      await readBytes(db, sql`select number_words(number) as bytes from (${matches}) d`),
    );
  }
  const few = await readFew(db, condition, size, sentAtMost);
  if (few) return few;
  if (!parts) return NumberSet.fromWords(await readWords(db, matches));
  const { rows } = await sql<{ first: number; last: number }>`${parts.ends}`.execute(db);
  const { first, last } = rows[0]!;
  const words: Uint8Array[] = [];
  for (let from = first - (first % rangeSize); from <= last; from += rangeSize) {
    words.push(await readWords(db, parts.between(from, from + rangeSize - 1)));
  }
  return NumberSet.fromWords(Buffer.concat(words));
}

/** Returns `undefined` if there are more numbers than `limit`, or if they are better read in parts. */
async function readFew(
  db: Db,
  { matches, parts }: Source,
  size: number,
  limit: number,
): Promise<NumberSet | undefined> {
  const sent = sql`select string_agg(int8send(number), '') as bytes from (${matches} limit ${limit + 1}) d`;
  if (parts && size > limit && !(await isIndexed(db, sent))) return undefined;
  try {
    const numbers = await readBytes(db, sent);
    return numbers.length > bytesOfNumber * limit ? undefined : NumberSet.fromNumbers(numbers);
  } catch (error) {
    // It took too long after all, for instance because a larger project beside this one has the text.
    if (parts && failureOf(error) === 'busy') return undefined;
    throw error;
  }
}

/** Reports whether PostgreSQL expects so few rows that it would find them by an index. */
async function isIndexed(db: Db, query: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql<{ 'QUERY PLAN': unknown }>`explain (format json) ${query}`.execute(db);
  return !JSON.stringify(rows).includes('Seq Scan');
}

function readWords(db: Db, matches: RawBuilder<unknown>): Promise<Uint8Array> {
  return readBytes(
    db,
    sql`select string_agg(int8send(word) || int8send(bits), '') as bytes from (
      select number >> 6 as word, bit_or(cast(1 as bigint) << cast(number & 63 as integer)) as bits
      from (${matches}) d group by 1
    ) w`,
  );
}

async function readBytes(db: Db, query: RawBuilder<unknown>): Promise<Uint8Array> {
  const { rows } = await sql<{ bytes: Uint8Array | null }>`${query}`.execute(db);
  return rows[0]?.bytes ?? new Uint8Array();
}
