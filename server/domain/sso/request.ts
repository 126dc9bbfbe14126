import { randomBytes } from 'node:crypto';
import { hashSecret } from '../../core/crypto.ts';
import type { VerifiedResponse } from '../../protocols/saml/verification.ts';
import type { Row } from '../../storage/tables.ts';
import type { SessionTerms } from '../sessions/terms.ts';

/** A sign-in that was started here and has not come back yet. */
export interface SsoRequest {
  idHash: string;
  tenantId: string;
  connectionId: string;
  browserHash: string;
  state: SsoRequestState;
}

export interface SsoRequestState {
  redirectUrl: string;
  terms: SessionTerms;
  forceAuthn: boolean;
  isPassive: boolean;
  loginHint: string;
  /** The address that the identity provider must come back with; empty: any. */
  initiatedEmail: string;
  /** What the identity provider said, once it has been verified. */
  response?: VerifiedResponse;
}

export const requestLifetimeMs = 10 * 60_000;

/** The AuthnRequest's ID: xs:ID begins with a letter or `_`; 160 random bits. */
export function newRequestId(): string {
  return `_${randomBytes(20).toString('hex')}`;
}

export const hashRequestId = hashSecret;

export function toRequest(row: Row<'ssoRequests'>): SsoRequest {
  const { idHash, tenantId, connectionId, browserHash } = row;
  return { idHash, tenantId, connectionId, browserHash, state: JSON.parse(row.state) as SsoRequestState };
}
