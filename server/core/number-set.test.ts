import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NumberSet } from './number-set.ts';

const numbers = fc.uniqueArray(
  fc.oneof(fc.nat(300), fc.nat(400_000), fc.integer({ min: 2 ** 33, max: 2 ** 33 + 200 })),
  {
    maxLength: 60,
  },
);

function setOf(members: number[]): NumberSet {
  const set = new NumberSet();
  for (const number of members) set.set(number, true);
  return set;
}

test('an intersection contains what all sets contain, also after they were written and read, and is cut into the same pages', () => {
  fc.assert(
    fc.property(
      fc.array(numbers, { minLength: 1, maxLength: 3 }),
      numbers,
      fc.nat(20),
      fc.integer({ min: 1, max: 20 }),
      (lists, removed, offset, limit) => {
        const sets = lists.map((list) => NumberSet.fromWords(setOf([...list, ...removed]).toWords()));
        for (const set of sets) for (const number of removed) set.set(number, false);
        const expected = lists[0]!
          .filter((number) => lists.every((list) => list.includes(number)) && !removed.includes(number))
          .sort((a, b) => a - b);
        const members = NumberSet.intersect(sets);
        expect(members.count).toBe(expected.length);
        expect(members.slice({})).toEqual(expected);
        expect(members.slice({ offset, limit })).toEqual(expected.slice(offset, offset + limit));
        const after = expected[offset] ?? 1_000;
        expect(members.slice({ after, limit })).toEqual(
          expected.filter((number) => number > after).slice(0, limit),
        );
      },
    ),
  );
});
