export interface OidcFault {
  /** The value of `fault` for scripts. */
  id: string;
  label: string;
  /** The client must refuse the sign-in. Absent: it succeeds, whatever happens later. */
  refused?: true;
  /** The wrong claims in the ID token, if only claims are wrong. */
  changeClaims?(claims: Record<string, unknown>): Record<string, unknown>;
}

const elsewhere = 'https://elsewhere.example';

/** The faults of responses, and the good variants. The first is the default. */
export const oidcFaults: readonly OidcFault[] = [
  { id: 'none', label: 'Nothing' },
  { id: 'unverified-email', label: 'Nothing, but the email address is not verified' },
  { id: 'expired-token', label: 'Nothing, but the access token has expired already' },
  {
    id: 'revoked-refresh',
    label: 'Nothing, but the access token has expired and the refresh token is revoked',
  },
  { id: 'slow-refresh', label: 'Nothing, but the access token has expired and renewing takes 15 seconds' },
  {
    id: 'wrong-nonce',
    label: 'Another nonce',
    refused: true,
    changeClaims: () => ({ nonce: 'another-nonce' }),
  },
  { id: 'no-nonce', label: 'No nonce', refused: true, changeClaims: () => ({ nonce: undefined }) },
  {
    id: 'wrong-issuer',
    label: 'An ID token of another issuer',
    refused: true,
    changeClaims: () => ({ iss: elsewhere }),
  },
  { id: 'wrong-iss', label: 'The response names another issuer (iss)', refused: true },
  { id: 'no-iss', label: 'The response names no issuer (iss)', refused: true },
  {
    id: 'wrong-audience',
    label: 'An ID token for another client',
    refused: true,
    changeClaims: () => ({ aud: 'another-client' }),
  },
  {
    id: 'expired',
    label: 'An ID token that expired an hour ago',
    refused: true,
    changeClaims: ({ iat }) => ({ iat: Number(iat) - 7_200, exp: Number(iat) - 3_600 }),
  },
  { id: 'wrong-signature', label: 'An ID token that was changed after signing', refused: true },
  { id: 'alg-none', label: 'An ID token without a signature (alg none)', refused: true },
  { id: 'wrong-state', label: 'The response has another state', refused: true },
  { id: 'denied', label: 'The user denied access', refused: true },
  { id: 'not-json', label: 'The token endpoint returns an HTML page', refused: true },
  { id: 'broken', label: 'The token endpoint returns status 500', refused: true },
  { id: 'slow', label: 'The token endpoint responds after 15 seconds', refused: true },
];

/** Longer than any client should wait. */
export const slownessMs = 15_000;
