import { ServiceError } from '../../../core/errors.ts';
import { problemOfKeySet } from '../../../protocols/oauth/public-keys.ts';

/** The ways in which a client proves its identity. */
export interface ClientAuthentication {
  /** The client's method; empty for any for which it has a secret or keys. */
  tokenEndpointAuthMethod: '' | 'client_secret_basic' | 'client_secret_post' | 'private_key_jwt';
  /** The client's public keys: JSON Web Keys (RFC 7517). */
  jwks: { keys: Record<string, unknown>[] };
  /** Where the client publishes its keys, instead of `jwks`. */
  jwksUri: string;
}

export const noAuthentication: ClientAuthentication = {
  tokenEndpointAuthMethod: '',
  jwks: { keys: [] },
  jwksUri: '',
};

/** Checks how a client proves its identity. E011004 names the field to change. */
export function checkAuthentication(
  { tokenEndpointAuthMethod: method, jwks, jwksUri }: ClientAuthentication,
  isPublic: boolean,
): void {
  if (isPublic && method !== '')
    throw wrong('tokenEndpointAuthMethod', 'must be empty for a public client, which cannot keep a secret');
  if (jwksUri !== '' && jwks.keys.length > 0)
    throw wrong('jwksUri', 'and `jwks` cannot be used together. Leave one of them empty');
  if (method === 'private_key_jwt' && jwksUri === '' && jwks.keys.length === 0)
    throw wrong('tokenEndpointAuthMethod', 'can be `private_key_jwt` only with `jwks` or `jwksUri`');
}

/** Checks the public keys of a client. E011004 names the first wrong key. */
export function readPublicKeys(keys: readonly Record<string, unknown>[]): void {
  const problem = problemOfKeySet(keys);
  if (problem) throw new ServiceError('E011004', `jwks: ${problem}`);
}

function wrong(field: string, rule: string): ServiceError {
  return new ServiceError('E011004', `${field} ${rule}`);
}
