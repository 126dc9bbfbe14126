import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { type SigningAlgorithm, signJwt } from './sign.ts';
import { verifySigned } from './verify.ts';

const claims = { sub: 'Usomebody', exp: 2_000_000_000 };
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });

test.for<[SigningAlgorithm, typeof rsa]>([
  ['RS256', rsa],
  ['ES256', ec],
])(
  '%s tokens are valid whether they are signed on the event loop or in the thread pool',
  async ([algorithm, { privateKey, publicKey }]) => {
    for (const signsAtOnce of [true, false]) {
      const token = await signJwt(claims, { id: 'key', algorithm, privateKey, signsAtOnce });
      expect(verifySigned(token, [{ id: 'key', algorithm, publicKey }], 'JWT')).toEqual(claims);
    }
  },
);

test('an RS256 token is the same wherever it is signed', async () => {
  const key = { id: 'key', algorithm: 'RS256' as const, privateKey: rsa.privateKey };
  const here = await signJwt(claims, { ...key, signsAtOnce: true });
  expect(here).toBe(await signJwt(claims, key));
});
