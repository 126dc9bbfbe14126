import { parseJsonBody } from '../../core/json.ts';
import { WebAuthnError } from './error.ts';

export interface ExpectedClientData {
  type: 'webauthn.create' | 'webauthn.get';
  /** In base64url. */
  challenge: string;
  allowsOrigin(origin: string): boolean;
}

/**
 * Checks the browser's data about the page (WebAuthn Level 3 §5.8.1) and returns the origin. Refuses pages
 * inside pages of other origins, because their visitors do not see where they sign in.
 */
export function checkClientData(encoded: string, expected: ExpectedClientData): string {
  const { type, challenge, origin, crossOrigin, topOrigin } = parse(encoded);
  if (type !== expected.type) throw new WebAuthnError(`the client data is not of the type ${expected.type}`);
  if (challenge !== expected.challenge) throw new WebAuthnError('the challenge is another one');
  if (typeof origin !== 'string' || !expected.allowsOrigin(origin)) {
    throw new WebAuthnError('the page has another origin');
  }
  if (crossOrigin !== undefined && crossOrigin !== false) {
    throw new WebAuthnError('the page is embedded in a page with another origin');
  }
  if (topOrigin !== undefined) throw new WebAuthnError('the page is embedded in a page with another origin');
  return origin;
}

function parse(encoded: string): Record<string, unknown> {
  try {
    return parseJsonBody(Buffer.from(encoded, 'base64url')) as Record<string, unknown>;
  } catch {
    throw new WebAuthnError('the client data is not JSON');
  }
}
