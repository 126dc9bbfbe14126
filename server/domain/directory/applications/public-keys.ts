import { ServiceError } from '../../../core/errors.ts';
import { problemOfKeySet } from '../../../protocols/oauth/public-keys.ts';

/** Checks the public keys of a client. E011004 names the first wrong key. */
export function readPublicKeys(keys: readonly Record<string, unknown>[]): void {
  const problem = problemOfKeySet(keys);
  if (problem) throw new ServiceError('E011004', `jwks: ${problem}`);
}
