import { dialectOf } from './engine.ts';
import type { Db } from './tables.ts';
import { together } from './transaction.ts';

/** The number of values that PostgreSQL expects where a statement compares with a list. */
const expectedValues = 10;

/**
 * Finds the rows of some values by a query for one value or a query for a list. PostgreSQL considers a shorter list than it
 * expects cheap enough to be planned again each time, which takes longer than to find the rows: there a few values have
 * a query each.
 */
export async function findEach<Value, Row>(
  db: Db,
  values: readonly Value[],
  { one, many }: { one(value: Value): Promise<Row[]>; many(values: readonly Value[]): Promise<Row[]> },
): Promise<Row[]> {
  if (values.length > 1 && (dialectOf(db) === 'sqlite' || values.length >= expectedValues))
    return many(values);
  return (await together(values.map(one))).flat();
}
