import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SamlError } from './error.ts';
import { genuine, sp, verify } from './fixture.ts';

const shapes = [
  ['assertion', undefined],
  ['response', undefined],
  ['both', undefined],
  ['assertion', sp.certificate],
  ['response', sp.certificate],
] as const;

function identityIn(response: Parameters<typeof verify>[0]) {
  const { responseId: _, protection, ...identity } = verify(response);
  return { identity, protection };
}

/** Expects the same identity in the same protection, of which a signature may be gone as long as another one is left. */
function expectSame(found: ReturnType<typeof identityIn>, original: ReturnType<typeof identityIn>): void {
  expect(found.identity).toEqual(original.identity);
  const { signed, ...protection } = found.protection!;
  const { signed: signedBefore, ...protectionBefore } = original.protection!;
  expect(protection).toEqual(protectionBefore);
  expect(signed.length).toBeGreaterThan(0);
  expect(signedBefore).toEqual(expect.arrayContaining(signed));
}

const change = fc.record({
  place: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  flip: fc.integer({ min: 1, max: 255 }),
  insert: fc.boolean(),
});

test.each(shapes)('no changed byte ever gives another identity: signed %s', async (sign, encryptFor) => {
  const original = Buffer.from(await genuine({ sign, encryptFor }));
  const genuineOne = identityIn(original);
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 3 }), (changes) => {
      let bytes = Buffer.from(original);
      for (const { place, flip, insert } of changes) {
        const at = Math.floor(place * bytes.length);
        if (insert)
          bytes = Buffer.concat([bytes.subarray(0, at), Buffer.from([flip & 0x7f]), bytes.subarray(at)]);
        else bytes[at] = bytes[at]! ^ flip;
      }
      try {
        expectSame(identityIn(bytes), genuineOne);
      } catch (error) {
        expect(error).toBeInstanceOf(SamlError);
      }
    }),
    { numRuns: 1500 },
  );
});

test.each(shapes)(
  'no cut, repeated or moved piece ever gives another identity: signed %s',
  async (sign, encryptFor) => {
    const original = await genuine({ sign, encryptFor });
    const genuineOne = identityIn(original);
    // Cuts at tags, so that most results are still well-formed.
    const tags = [...original.matchAll(/</g)].map((found) => found.index);
    const tag = fc.constantFrom(...tags);
    fc.assert(
      fc.property(tag, tag, tag, fc.constantFrom('cut', 'repeat', 'move'), (a, b, to, how) => {
        const [start, end] = a < b ? [a, b] : [b, a];
        const piece = original.slice(start, end);
        const rest = how === 'repeat' ? original : original.slice(0, start) + original.slice(end);
        const xml = how === 'cut' ? rest : rest.slice(0, to) + piece + rest.slice(to);
        try {
          expectSame(identityIn(xml), genuineOne);
        } catch (error) {
          expect(error).toBeInstanceOf(SamlError);
        }
      }),
      { numRuns: 1500 },
    );
  },
);
