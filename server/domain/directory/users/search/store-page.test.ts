import fc from 'fast-check';
import { expect, test } from 'vitest';
import { startLatchkey } from '../../../../../test/harness.ts';
import { NumberSet } from '../../../../core/number-set.ts';
import { deleteEntries, writeEntries } from './store-entries.ts';
import { type Placed, sliceByKey } from './store-page.ts';

const size = 7_000;

/** Keys of which many are equal, and names that begin with each other. */
const entries = Array.from({ length: size }, (_, index) => ({
  number: index + 1,
  createdAt: 0,
  modifiedAt: Math.floor(index / 3),
  lastSignInDay: 0,
  name: ['b', 'ba', 'é', '𝒶', ''][(index * 7) % 5]!.repeat(1 + (index % 4)),
  email: '',
  phone: '',
  loginId: '',
  textHash: Buffer.alloc(8),
  facets: Buffer.alloc(0),
}));

/** Members of different number and distribution: a walk finds them soon, or late, or not before all of them are sorted. */
const membership = fc.oneof(
  fc.record({ every: fc.integer({ min: 1, max: 9 }), from: fc.constant(0), to: fc.constant(size) }),
  fc
    .record({ every: fc.constant(1), from: fc.integer({ min: 0, max: size }), length: fc.nat(900) })
    .map(({ every, from, length }) => ({ every, from, to: from + length })),
);

test('a slice of any members in any order is the one that sorting them gives', async () => {
  const latchkey = await startLatchkey();
  const { db, project } = latchkey.context;
  for (let start = 0; start < size; start += 1_000)
    await writeEntries(db, project.id, entries.slice(start, start + 1_000));
  const slices = fc.record({
    key: fc.constantFrom('name', 'modifiedAt'),
    descending: fc.boolean(),
    offset: fc.oneof(fc.constant(0), fc.nat(size)),
    limit: fc.integer({ min: 1, max: 200 }),
    after: fc.option(fc.nat(size - 1), { nil: undefined }),
  } as const);
  await fc.assert(
    fc.asyncProperty(membership, slices, async ({ every, from, to }, { after, ...slice }) => {
      const { key, descending } = slice;
      const place = (entry: (typeof entries)[number]): Placed => ({ number: entry.number, key: entry[key] });
      const chosen = entries.filter(({ number }) => number % every === 0 && number >= from && number < to);
      const members = NumberSet.intersect([NumberSet.of(chosen.map(({ number }) => number))]);
      const start = after === undefined ? undefined : place(entries[after]!);
      const sorted = chosen.map(place).sort(comparing(descending));
      const rest = start ? sorted.filter((one) => comparing(descending)(one, start) > 0) : sorted;
      const found = await sliceByKey(db, project.id, members, { ...slice, after: start }, size);
      expect(found).toEqual(rest.slice(slice.offset, slice.offset + slice.limit));
    }),
    { numRuns: 150 },
  );
  await deleteEntries(
    db,
    project.id,
    entries.map(({ number }) => number),
  );
  await latchkey.close();
});

function comparing(descending: boolean): (one: Placed, other: Placed) => number {
  return (one, other) => (descending ? -1 : 1) * (order(one.key, other.key) || one.number - other.number);
}

function order(one: string | number, other: string | number): number {
  if (typeof one === 'number') return one - Number(other);
  return Buffer.compare(Buffer.from(one), Buffer.from(String(other)));
}
