import { ServiceError } from '../../../core/errors.ts';
import { problemOfKey } from '../../../protocols/oauth/public-keys.ts';

/** Checks the public keys of a client. E011004 names the first wrong key. */
export function readPublicKeys(keys: readonly Record<string, unknown>[]): void {
  for (const [index, jwk] of keys.entries()) {
    const problem = problemOfKey(jwk);
    if (problem) throw new ServiceError('E011004', `jwks: key ${index + 1} ${problem}`);
  }
}
