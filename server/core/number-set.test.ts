import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NumberSet } from './number-set.ts';

const scattered = fc.uniqueArray(
  fc.oneof(fc.nat(300), fc.nat(400_000), fc.integer({ min: 2 ** 33, max: 2 ** 33 + 200 })),
  { maxLength: 60 },
);

/** Up to three thousand numbers close to each other: a chunk keeps up to 2,048 as a list, and more as bits. */
const crowded = fc
  .record({
    from: fc.nat(140_000),
    count: fc.integer({ min: 1, max: 3_000 }),
    step: fc.constantFrom(1, 2, 20),
  })
  .map(({ from, count, step }) => Array.from({ length: count }, (_, index) => from + step * index));

const numbers = fc.oneof(
  scattered,
  fc.tuple(scattered, crowded).map((parts) => [...new Set(parts.flat())]),
);

function setOf(members: number[]): NumberSet {
  const set = new NumberSet();
  for (const number of members) set.set(number, true);
  return set;
}

function readNumbers(members: number[]): NumberSet {
  const view = new DataView(new ArrayBuffer(8 * members.length));
  for (const [index, number] of members.entries()) view.setBigUint64(8 * index, BigInt(number));
  return NumberSet.fromNumbers(new Uint8Array(view.buffer));
}

test('an intersection contains what all sets contain, also after they were written, read and changed, and is cut into the same pages', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ stored: numbers, removed: numbers, added: numbers }), {
        minLength: 1,
        maxLength: 3,
      }),
      fc.nat(20),
      fc.integer({ min: 1, max: 20 }),
      (changes, offset, limit) => {
        const [first, ...others] = changes.map(({ stored, removed, added }) => {
          const left = new Set(stored);
          for (const number of removed) left.delete(number);
          return new Set([...left, ...added]);
        });
        const sets = changes.map(({ stored, removed, added }, index) => {
          const set = index === 0 ? NumberSet.fromWords(setOf(stored).toWords()) : readNumbers(stored);
          for (const number of removed) set.set(number, false);
          for (const number of added) set.set(number, true);
          return set;
        });
        const expected = [...first!]
          .filter((number) => others.every((other) => other.has(number)))
          .sort((a, b) => a - b);
        const members = NumberSet.intersect(sets);
        expect(members.count).toBe(expected.length);
        expect(members.slice({})).toEqual(expected);
        expect([...first!].filter((number) => members.has(number)).length).toBe(expected.length);
        expect(members.slice({ offset, limit })).toEqual(expected.slice(offset, offset + limit));
        const after = expected[offset] ?? 1_000;
        expect(members.slice({ after, limit })).toEqual(
          expected.filter((number) => number > after).slice(0, limit),
        );
      },
    ),
  );
});

test('a set takes two bytes for each of a few members in a chunk, and never more than the bits of the chunk', () => {
  const few = NumberSet.fromWords(setOf(Array.from({ length: 100 }, (_, index) => 600 * index)).toWords());
  expect(few.bytes).toBe(200);
  few.set(70_000, false);
  expect(few.bytes).toBe(200);
  for (let number = 0; number < 65_536; number += 1) few.set(number, true);
  expect(few.bytes).toBe(8_192);
  expect(NumberSet.intersect([few]).count).toBe(65_536);
});
