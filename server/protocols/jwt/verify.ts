import type { KeyObject } from 'node:crypto';
import { errors, jwtVerify } from 'jose';
import type { SigningAlgorithm } from './sign.ts';

export interface VerificationKey {
  id: string;
  algorithm: SigningAlgorithm;
  publicKey: KeyObject;
}

/**
 * Reports a token that we did not issue or that is no longer valid. The message gives the reason without the
 * token.
 */
export class InvalidTokenError extends Error {}

/** The SDKs' names of session and refresh JWTs: `DS` and `DSR`. */
export type TokenKind = 'DS' | 'DSR';

const maxLength = 8_192;

/**
 * Verifies a token that this service signed: with the key that its `kid` names and that key's algorithm (RFC
 * 8725 §3.1), its times, its kind (§3.11) and its project. Nothing in the header can choose a key from anywhere
 * else.
 */
export async function verifyJwt(
  token: string,
  keys: readonly VerificationKey[],
  expected: { kind: TokenKind; projectId: string; now: number },
): Promise<Record<string, unknown>> {
  if (token.length > maxLength) throw new InvalidTokenError('the token is too long');
  const verified = await jwtVerify(
    token,
    ({ kid, alg }) => {
      const key = keys.find((key) => key.id === kid);
      if (!key || key.algorithm !== alg)
        throw new InvalidTokenError('the token was signed with an unknown key');
      return key.publicKey;
    },
    {
      algorithms: ['RS256', 'ES256'],
      typ: 'JWT',
      requiredClaims: ['iss', 'sub', 'exp', 'iat', 'drn'],
      currentDate: new Date(expected.now),
    },
  ).catch((error: Error) => {
    if (error instanceof InvalidTokenError) throw error;
    const expired = error instanceof errors.JWTExpired;
    throw new InvalidTokenError(expired ? 'the token has expired' : 'the token is not valid');
  });
  const { payload } = verified;
  if (payload['drn'] !== expected.kind) throw new InvalidTokenError('the token is of another kind');
  if (typeof payload.iss !== 'string' || payload.iss.split('/').at(-1) !== expected.projectId) {
    throw new InvalidTokenError('the token belongs to another project');
  }
  return payload;
}
