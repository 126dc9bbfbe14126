import { equalSecrets, hashSecret } from '../../core/crypto.ts';

/** Reports whether a text has the form of an S256 challenge (RFC 7636 §4.2). */
export function isChallenge(text: string): boolean {
  return /^[A-Za-z0-9_-]{43}$/.test(text);
}

/** Reports whether the verifier belongs to the challenge, by S256 (RFC 7636 §4.6). `plain` protects nothing, so it is not supported. */
export function answersChallenge(verifier: string, challenge: string): boolean {
  return /^[A-Za-z0-9._~-]{43,128}$/.test(verifier) && equalSecrets(hashSecret(verifier), challenge);
}
