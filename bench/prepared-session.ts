import { hashSecret } from '../server/core/crypto.ts';

export interface PreparedSession {
  id: string;
  userId: string;
  refreshJwt: string;
  /** The token ID that the server accepts, and its hash. */
  tokenId: string;
  tokenHash: string;
}

/** Reads the session from a response. */
export function sessionIn(body: string): PreparedSession {
  const { refreshJwt } = JSON.parse(body) as { refreshJwt: string };
  const claims = Buffer.from(refreshJwt.split('.')[1]!, 'base64url').toString();
  const {
    sid: id,
    sub: userId,
    jti: tokenId,
  } = JSON.parse(claims) as { sid: string; sub: string; jti: string };
  return { id, userId, refreshJwt, tokenId, tokenHash: hashSecret(tokenId) };
}
