import { type Jwk, readPublicKey, UnusableKeyError } from '../keys/public-key.ts';

/** The algorithms by which a client can sign. `Ed25519` is the newer name of what `EdDSA` means here (RFC 9864). */
export const assertionAlgorithms = ['RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519'];

/**
 * Says why a client cannot prove its identity by these keys, or returns `undefined` if it can. Keys for other purposes
 * may be among them, as long as one is for this.
 */
export function problemOfKeySet(keys: readonly Jwk[]): string | undefined {
  const problems = keys.map(problemOfKey);
  const hasUsable = problems.includes(undefined);
  const wrong = problems.findIndex((problem) => problem && !(problem.isForOthers && hasUsable));
  if (wrong >= 0) return `key ${wrong + 1} ${problems[wrong]?.reason}`;
  const again = keys.findIndex((key, index) => keys.slice(0, index).some((other) => isSameName(key, other)));
  return again >= 0 ? `key ${again + 1} has the same \`kid\` as another one` : undefined;
}

/** Returns the keys of a set by which a client can prove its identity. */
export function usableKeys(keys: readonly Jwk[]): Jwk[] {
  return keys.filter((key) => problemOfKey(key) === undefined);
}

/** Reports whether a set has a key that anyone can sign with, or that is malformed. */
export function hasUnsafeKey(keys: readonly Jwk[]): boolean {
  return keys.some((key) => problemOfKey(key)?.isForOthers === false);
}

function problemOfKey(jwk: Jwk): UnusableKeyError | undefined {
  try {
    readPublicKey(jwk, assertionAlgorithms);
    return undefined;
  } catch (error) {
    if (error instanceof UnusableKeyError) return error;
    throw error;
  }
}

/** RFC 7517 §4.5: keys of different types may share an ID. */
function isSameName(one: Jwk, other: Jwk): boolean {
  return one['kid'] !== undefined && one['kid'] === other['kid'] && one['kty'] === other['kty'];
}
