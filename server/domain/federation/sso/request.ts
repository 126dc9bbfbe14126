import { randomBytes } from 'node:crypto';
import { hashSecret } from '../../../core/crypto.ts';
import type { VerifiedResponse } from '../../../protocols/saml/verification.ts';
import type { Row } from '../../../storage/tables.ts';
import type { SignInOptions } from '../../sessions/sessions/sign-in-options.ts';

/** A sign-in that was started here and has not returned yet. */
export interface SsoRequest {
  idHash: string;
  tenantId: string;
  connectionId: string;
  browserHash: string;
  startedAt: number;
  state: SsoRequestState;
}

export interface SsoRequestState {
  redirectUrl: string;
  terms: SignInOptions;
  forceAuthn: boolean;
  isPassive: boolean;
  /** The prompts that OpenID providers know beside these two. */
  prompt: string[];
  loginHint: string;
  /** The address that the identity provider must return. Empty for any. */
  initiatedEmail: string;
  /** The secret key of the PKCE verifier and the nonce. Absent: the request is from before the upgrade that names it. */
  keyId?: string | undefined;
  /** The identity provider is asked for more than one factor. */
  wantsFactors?: boolean;
  /** True for a test: no user is signed in, and the person who sets up the connection sees the provider's statements. */
  isTest?: boolean;
  /** A SAML identity provider's verified statements. */
  response?: VerifiedResponse;
}

export const requestLifetimeMs = 10 * 60_000;

/** Creates the AuthnRequest's ID or `state` of 160 random bits. It starts with `_`, as xs:ID requires a letter or `_`. */
export function newRequestId(): string {
  return `_${randomBytes(20).toString('hex')}`;
}

export const hashRequestId = hashSecret;

export function toRequest(row: Row<'ssoRequests'>): SsoRequest {
  const { idHash, tenantId, connectionId, browserHash } = row;
  const startedAt = row.expiresAt - requestLifetimeMs;
  return {
    idHash,
    tenantId,
    connectionId,
    browserHash,
    startedAt,
    state: JSON.parse(row.state) as SsoRequestState,
  };
}
