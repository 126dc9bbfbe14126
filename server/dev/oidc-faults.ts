export interface OidcFault {
  /** What a script sends as `fault`. */
  id: string;
  label: string;
  /** The sign-in is refused for it. Absent: it succeeds, whatever comes later. */
  refused?: true;
  /** What is wrong in the ID token, when it is only a claim. */
  changeClaims?(claims: Record<string, unknown>): Record<string, unknown>;
}

const elsewhere = 'https://elsewhere.example';

/** How an answer can be wrong, and the ways of being right. The first is the default. */
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
  { id: 'wrong-iss', label: 'The answer names another issuer (iss)', refused: true },
  { id: 'no-iss', label: 'The answer names no issuer (iss)', refused: true },
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
  { id: 'wrong-signature', label: 'An ID token that was changed after it was signed', refused: true },
  { id: 'alg-none', label: 'An ID token without a signature (alg none)', refused: true },
  { id: 'wrong-state', label: 'The answer has another state', refused: true },
  { id: 'denied', label: 'The user did not agree', refused: true },
  { id: 'not-json', label: 'The token endpoint answers with a page', refused: true },
  { id: 'broken', label: 'The token endpoint answers with status 500', refused: true },
  { id: 'slow', label: 'The token endpoint answers after 15 seconds', refused: true },
];

/** Longer than anybody should wait. */
export const slownessMs = 15_000;
