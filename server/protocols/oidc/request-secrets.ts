import type { Sealer } from '../../core/crypto.ts';

/** What ties an answer to its request. An absent one is not sent: some providers refuse it. */
export interface RequestSecrets {
  state: string;
  /** PKCE, RFC 7636. */
  codeVerifier?: string;
  nonce?: string;
}

/**
 * The PKCE verifier and the nonce follow from `state` and a key that is not in the database. Whoever sees `state` in an
 * address knows neither, and nothing has to be kept.
 */
export function requestSecrets(
  sealer: Pick<Sealer, 'mac'>,
  state: string,
  lacks: readonly ('nonce' | 'pkce')[] = [],
): RequestSecrets {
  return {
    state,
    ...(!lacks.includes('pkce') && { codeVerifier: sealer.mac(state, 'oidc code verifier') }),
    ...(!lacks.includes('nonce') && { nonce: sealer.mac(state, 'oidc nonce') }),
  };
}
