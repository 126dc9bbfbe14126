import type { CustomFetch } from 'openid-client';
import { type Jwk, readPublicKey, UnusableKeyError } from '../keys/public-key.ts';
import { OidcError } from './error.ts';

/**
 * The accepted signature algorithms. If the provider's metadata lists algorithms, it must list the one in use. Never `none`, and never a
 * shared secret.
 */
export const signingAlgorithms = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA'],
];

/** Requests a provider's keys through `fetch`, and leaves out those that no ID token may be verified with. */
export function fetchOfUsableKeys(fetch: CustomFetch, keysUrl: string | undefined): CustomFetch {
  const address = keysUrl && URL.parse(keysUrl)?.href;
  return async (url, options) => {
    const response = await fetch(url, options);
    if (url !== address || response.status !== 200) return response;
    const set: unknown = await response.json().catch(() => undefined);
    const keys = usableProviderKeys(set);
    if (typeof keys === 'string')
      throw new OidcError('id-token', `the provider’s keys cannot be used: ${keys}`);
    return Response.json({ keys });
  };
}

/** Large providers have ten. Each one costs up to 0.1 ms, at each sign-in. */
const maxKeys = 100;

/** Returns the usable keys of a set, each once, or says why there are none. Providers also publish keys for encryption. */
export function usableProviderKeys(set: unknown): Jwk[] | string {
  const { keys } = Object(set) as { keys?: unknown };
  if (!Array.isArray(keys) || keys.length === 0) return 'there are none';
  if (keys.length > maxKeys) return `there are more than ${maxKeys}`;
  const usable = new Map<string, Jwk>();
  let problem = '';
  for (const [index, key] of keys.entries()) {
    try {
      const jwk = Object(key) as Jwk;
      readPublicKey(jwk, signingAlgorithms);
      usable.set(JSON.stringify([jwk['kid'], jwk['alg'], jwk['n'] ?? jwk['x'], jwk['y']]), jwk);
    } catch (error) {
      if (!(error instanceof UnusableKeyError)) throw error;
      problem ||= `key ${index + 1} ${error.reason}`;
    }
  }
  return usable.size > 0 ? [...usable.values()] : problem;
}
