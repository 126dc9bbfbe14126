import type { Sealer } from '../../core/crypto.ts';

/** The values that tie a response to its request. Absent ones are not sent, because some providers refuse them. */
export interface RequestSecrets {
  state: string;
  /** PKCE, RFC 7636. */
  codeVerifier?: string;
  nonce?: string;
}

/**
 * Derives the PKCE verifier and the nonce from `state` and a key that is not in the database. A reader of
 * `state` in an address learns neither. `keyId` names the key of the start, because the response may arrive where
 * another one is the newest by then.
 */
export function requestSecrets(
  sealer: Pick<Sealer, 'mac'>,
  { state, keyId }: { state: string; keyId: string | undefined },
  lacks: readonly ('nonce' | 'pkce')[] = [],
): RequestSecrets {
  return {
    state,
    ...(!lacks.includes('pkce') && { codeVerifier: sealer.mac(state, 'oidc code verifier', keyId) }),
    ...(!lacks.includes('nonce') && { nonce: sealer.mac(state, 'oidc nonce', keyId) }),
  };
}
