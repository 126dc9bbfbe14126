import type { KeyObject } from 'node:crypto';

/** The caller's expectations of a response: its sender, recipient and request. */
export type VerifyResponseInput = {
  xml: string | Buffer;
  /** Milliseconds. */
  now: number;
  idp: {
    entityId: string;
    /** PEM or bare base64, each trusted for signatures: several during a rotation. */
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

/** The protection of a response, for those who set up the connection. */
export type Protection = {
  /** The signed elements. */
  signed: ('Response' | 'Assertion')[];
  /** The algorithm of the innermost signature, such as `RSA-SHA256`. */
  algorithm: string;
  /** The configured certificate whose key signed, as it was given. */
  certificate: string;
  /** The cipher of an encrypted assertion, such as `AES-256-GCM`. */
  cipher?: string;
  /** From our clock to the time at which the assertion says it was issued. Negative if it was issued before it came, as it should be. */
  clockDifferenceMs: number;
};

/** The content of a genuine response, read from signed bytes. */
export type VerifiedResponse = {
  /** For the log only: it is not protected when only the assertion is signed. */
  responseId: string;
  assertionId: string;
  issuer: string;
  /** Absent in a response that a release before this one has stored. */
  protection?: Protection;
  nameId: string;
  nameIdFormat?: string;
  sessionIndex?: string;
  /** Milliseconds. */
  authnInstant?: number;
  /** Milliseconds. The session at the identity provider ends then. */
  sessionNotOnOrAfter?: number;
  /** The class of each authentication statement: how the user signed in there. Empty where a statement has none. */
  authnContexts?: string[];
  inResponseTo?: string;
  /** By Name. */
  attributes: Record<string, string[]>;
  attributesByFriendlyName: Record<string, string[]>;
  /** Milliseconds. The assertion would be valid again until then, so its ID must be stored. */
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
  /** Undefined: the identity provider started the login. */
  requestId: string | undefined;
};
