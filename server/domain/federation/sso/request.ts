import { randomBytes } from 'node:crypto';
import { hashSecret } from '../../../core/crypto.ts';
import type { VerifiedResponse } from '../../../protocols/saml/verification.ts';
import type { Row } from '../../../storage/tables.ts';
import type { SignInOptions } from '../../sessions/sessions/sign-in-options.ts';

/** A sign-in that was started here and has not come back yet. */
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
  /** What OpenID providers know beside these two. */
  prompt: string[];
  loginHint: string;
  /** The address that the identity provider must come back with; empty: any. */
  initiatedEmail: string;
  /** Nobody is signed in: what the identity provider says is shown to who sets up the connection. */
  isTest?: boolean;
  /** What a SAML identity provider said, once it has been verified. */
  response?: VerifiedResponse;
}

export const requestLifetimeMs = 10 * 60_000;

/** The AuthnRequest's ID, or `state`: xs:ID begins with a letter or `_`; 160 random bits. */
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
