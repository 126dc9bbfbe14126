import type { SignInMethod } from '../../../core/hosted-pages.ts';

export const findingCodes = [
  'unknownUser',
  'severalUsers',
  'enabled',
  'invited',
  'disabled',
  'testUser',
  'emailUnverified',
  'phoneUnverified',
  'tenantDisabled',
  'ssoRequired',
  'ssoMissing',
  'domainSso',
  'policyNeeds',
  'policyRefuses',
  'passwordsOff',
  'noPassword',
  'passwordLocked',
  'passwordToReplace',
  'passwordWaits',
  'noAuthenticator',
  'authenticatorWaits',
  'noPasskey',
  'noEmail',
  'noPhone',
  'noConnector',
  'noConnection',
  'noProvider',
] as const;
export type FindingCode = (typeof findingCodes)[number];

/** The author of a change, as the audit log names them. */
export interface By {
  type: string;
  id: string;
}

/** One fact that decides a sign-in, or that helps to understand it. */
export interface Finding {
  code: FindingCode;
  /** `blocks`: no sign-in, or none by this method, is possible. */
  outcome: 'fine' | 'matters' | 'blocks';
  /** Milliseconds since 1970. */
  since?: number;
  until?: number;
  by?: By;
  tenant?: string;
  domain?: string;
  /** The demand of a policy, or the reason why it refuses. */
  detail?: string;
}

/** A way to sign in, and what keeps the user from it. */
export interface MethodFinding {
  method: SignInMethod;
  /** The project’s hosted pages offer it. */
  isOffered: boolean;
  /** The obstacles of the method; empty if it would succeed at once. */
  findings: Finding[];
}
