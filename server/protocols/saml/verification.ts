import type { KeyObject } from 'node:crypto';

/** What the caller knows before it looks at a response: who may have sent it, to whom, in answer to what. */
export type VerifyResponseInput = {
  xml: string | Buffer;
  /** Milliseconds. */
  now: number;
  idp: {
    entityId: string;
    /** PEM or bare base64, each one trusted for signatures: several during a rotation. */
    certificates: readonly string[];
  };
  sp: {
    entityId: string;
    acsUrl: string;
    /** Without it, an encrypted assertion is refused. */
    decryptionKey?: KeyObject | string;
  };
  expected: { requestId: string } | { idpInitiated: true };
  /** Default 60. */
  clockSkewSeconds?: number;
  /** Default 600. */
  maxAssertionAgeSeconds?: number;
};

/** What a genuine response says, read from signed bytes. */
export type VerifiedResponse = {
  /** For the log only: it is not protected when just the assertion is signed. */
  responseId: string;
  assertionId: string;
  issuer: string;
  nameId: string;
  nameIdFormat?: string;
  sessionIndex?: string;
  /** Milliseconds. */
  authnInstant?: number;
  /** Milliseconds; the session at the identity provider ends then. */
  sessionNotOnOrAfter?: number;
  inResponseTo?: string;
  /** By Name. */
  attributes: Record<string, string[]>;
  attributesByFriendlyName: Record<string, string[]>;
  /** Milliseconds: until then the assertion would pass again, so its ID has to be remembered. */
  notOnOrAfter: number;
};

/** The part of the input that the rules need, in milliseconds. */
export type Rules = {
  now: number;
  skew: number;
  maxAge: number;
  idpEntityId: string;
  spEntityId: string;
  acsUrl: string;
  /** Undefined: the login was started by the identity provider. */
  requestId: string | undefined;
};
