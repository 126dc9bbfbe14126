import { describe, expect, test } from 'vitest';
import { otherKeys, secretKeys, unsafeKeys, usableKeys } from '../../../test/unusable-keys.ts';
import { type Jwk, readPublicKey, UnusableKeyError } from './public-key.ts';

const algorithms = ['RS256', 'ES256', 'EdDSA'];

function problemOf(jwk: object, accepted = algorithms): UnusableKeyError | undefined {
  try {
    readPublicKey(jwk as Jwk, accepted);
    return undefined;
  } catch (error) {
    expect(error).toBeInstanceOf(UnusableKeyError);
    return error as UnusableKeyError;
  }
}

describe('a public key', () => {
  test.each(usableKeys)('is usable with %s', (_, jwk) => {
    expect(problemOf(jwk)).toBeUndefined();
  });

  test.each(otherKeys)('is for others with %s', (_, jwk) => {
    expect(problemOf(jwk)).toMatchObject({ isForOthers: true });
  });

  test.each([...unsafeKeys, ...secretKeys])('is unusable with %s', (_, jwk) => {
    expect(problemOf(jwk)).toMatchObject({ isForOthers: false });
  });

  test.each(['RS256', 'ES256', 'EdDSA', 'Ed25519', 'PS512'])(
    'of another algorithm is for others than %s',
    (name) => {
      const kind = { R: 'RSA', P: 'RSA', E: name === 'ES256' ? 'EC' : 'OKP' }[name[0] as string];
      for (const [, jwk] of usableKeys)
        if (jwk.kty !== kind) expect(problemOf(jwk, [name])).toMatchObject({ isForOthers: true });
    },
  );
});
