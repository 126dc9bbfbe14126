import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type BlockBytes, changeBlock, eachWord, membersOf } from './number-block.ts';

const size = 1_024;
const member = fc.nat(size - 1);
/** Few members, and so many that bits are shorter. */
const some = fc.oneof(
  fc.uniqueArray(member, { maxLength: 12 }),
  fc.uniqueArray(member, { minLength: size / 32 - 4, maxLength: size / 8 }),
);

test('a block has what its changes have left, in whichever form it is', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ added: some, removed: some }), { minLength: 1, maxLength: 8 }),
      (changes) => {
        let bytes: BlockBytes | undefined;
        const known = new Set<number>();
        for (const { added, removed } of changes) {
          // A member that is added and removed by one change stays: a fold never asks for both.
          const gone = removed.filter((one) => !added.includes(one));
          bytes = changeBlock(bytes, size, { added, removed: gone });
          for (const one of gone) known.delete(one);
          for (const one of added) known.add(one);
          const expected = [...known].sort((a, b) => a - b);
          expect(bytes ? [...membersOf(bytes, size)] : []).toEqual(expected);
          if (!bytes) continue;
          expect(bytes.byteLength).toBeLessThanOrEqual(size / 8);
          const words = new Map<number, number>();
          eachWord(bytes, size, (word, bits) => words.set(word, (words.get(word) ?? 0) | bits));
          const found = [...words].flatMap(([word, bits]) =>
            Array.from({ length: 32 }, (_, bit) => bit)
              .filter((bit) => (bits >>> bit) & 1)
              .map((bit) => 32 * word + bit),
          );
          expect(found.sort((a, b) => a - b)).toEqual(expected);
        }
      },
    ),
  );
});

test('a block without members is none', () => {
  const bytes = changeBlock(undefined, size, { added: [5, 700], removed: [] });
  expect(changeBlock(bytes, size, { added: [], removed: [700, 5] })).toBeUndefined();
});
