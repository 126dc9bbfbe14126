import type { KeyObject } from 'node:crypto';
import { calculateJwkThumbprint, errors, type JWK, type JWTHeaderParameters, jwtVerify } from 'jose';
import { hashSecret } from '../../core/crypto.ts';
import { type Jwk, readPublicKey, UnusableKeyError } from '../keys/public-key.ts';
import { OAuthError } from './oauth-error.ts';

/** Asymmetric algorithms. `EdDSA` and `Ed25519` are two names of one (RFC 9864 §2.2), and libraries send either. */
export const dpopAlgorithms = ['ES256', 'RS256', 'PS256', 'EdDSA', 'Ed25519'];

/** The difference that the clocks of the client and this server may have, in either direction. */
const toleranceSeconds = 60;

/** A larger proof has a key that costs too much to compute with, or fields that nobody needs. */
const maxLength = 4_096;

/** The request that a proof must be about (RFC 9449 §4.3). */
export interface ExpectedProof {
  method: string;
  url: string;
  /** The access token that comes with the proof. */
  accessToken?: string | undefined;
  /** In milliseconds. */
  now: number;
}

export interface DpopProof {
  /** The key, as a SHA-256 thumbprint (RFC 7638). */
  thumbprint: string;
  id: string;
  /** From this time on the proof is too old, in milliseconds. */
  validUntil: number;
}

/** Verifies a proof of possession (RFC 9449 §4.3), except that it comes for the first time. */
export async function verifyDpopProof(proof: string, expected: ExpectedProof): Promise<DpopProof> {
  if (proof.length > maxLength) throw refused(`it is longer than ${maxLength} characters`);
  const options = { typ: 'dpop+jwt', algorithms: dpopAlgorithms, currentDate: new Date(expected.now) };
  const verified = await jwtVerify(proof, keyOf, options).catch((cause: unknown) => {
    throw refused(reasonOf(cause), cause);
  });
  const { jti, htm, htu, iat, ath } = verified.payload;
  if (htm !== expected.method) throw refused(`htm must be ${expected.method}`);
  if (!isSameAddress(htu, expected.url)) throw refused(`htu must be ${expected.url}`);
  if (typeof iat !== 'number' || Math.abs(expected.now / 1000 - iat) > toleranceSeconds)
    throw refused(`iat must be within ${toleranceSeconds} seconds of the server’s time`);
  if (typeof jti !== 'string' || !/^.{1,256}$/.test(jti)) throw refused('jti must have 1 to 256 characters');
  if (expected.accessToken !== undefined && ath !== hashSecret(expected.accessToken))
    throw refused('ath must be the SHA-256 hash of the access token, in base64url');
  const thumbprint = await calculateJwkThumbprint(verified.protectedHeader.jwk as JWK);
  return { thumbprint, id: jti, validUntil: (iat + toleranceSeconds) * 1000 };
}

/** Returns the key of a proof (RFC 9449 §4.2). Its algorithm has been checked. */
function keyOf({ alg, jwk }: JWTHeaderParameters): KeyObject {
  if (typeof jwk !== 'object' || jwk === null) throw new errors.JWSInvalid('it has no `jwk`');
  return readPublicKey(jwk as Jwk, [alg]);
}

/** Reports whether a text has the form of a key's thumbprint. */
export function isThumbprint(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

/** Compares without the query and the fragment, and as URLs: `:443` and capitals in the host say nothing (RFC 9449 §4.3). */
function isSameAddress(htu: unknown, url: string): boolean {
  if (typeof htu !== 'string' || !URL.canParse(htu)) return false;
  const [given, right] = [new URL(htu), new URL(url)];
  return given.origin === right.origin && given.pathname === right.pathname;
}

function reasonOf(error: unknown): string {
  if (error instanceof errors.JOSEAlgNotAllowed) return `alg must be one of ${dpopAlgorithms.join(', ')}`;
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'its signature does not fit its key';
  if (error instanceof errors.JWTClaimValidationFailed && error.claim === 'typ')
    return 'typ must be `dpop+jwt`';
  if (error instanceof UnusableKeyError) return `its key ${error.reason}`;
  return 'it must be one signed JWT with its public key as `jwk` in the header';
}

function refused(reason: string, cause?: unknown): OAuthError {
  return new OAuthError('invalid_dpop_proof', `The DPoP proof is invalid: ${reason}`, { cause });
}
