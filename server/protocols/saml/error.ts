/** The stable names under which failures are stored and counted; the reason beside it is for people. */
export type SamlErrorKind =
  | 'too-large'
  | 'encoding'
  | 'xml'
  | 'signature'
  | 'weak-algorithm'
  | 'certificate'
  | 'encryption'
  | 'status'
  | 'version'
  | 'issuer'
  | 'destination'
  | 'in-response-to'
  | 'assertion-count'
  | 'subject'
  | 'recipient'
  | 'audience'
  | 'condition'
  | 'expired'
  | 'not-yet-valid'
  | 'authn-statement'
  | 'attributes'
  | 'replay'
  | 'request'
  | 'metadata';

/**
 * Reports a refusal. `reason` is for the administrator who set up the connection; it never contains key
 * material.
 */
export class SamlError extends Error {
  readonly kind: SamlErrorKind;
  readonly reason: string;
  /** The signature is well-formed, and none of the trusted keys made it: the sender may have a new one. */
  readonly isUnknownKey: boolean;

  constructor(kind: SamlErrorKind, reason: string, { isUnknownKey = false } = {}) {
    super(reason);
    this.name = 'SamlError';
    this.kind = kind;
    this.reason = reason;
    this.isUnknownKey = isUnknownKey;
  }
}

/** Quotes foreign text inside a reason: shortened, on one line, without control characters. */
export function quoted(text: string | undefined): string {
  if (text === undefined) return 'nothing';
  const line = text.replace(/\p{C}+/gu, ' ').trim();
  return `"${line.length > 200 ? `${line.slice(0, 200)}…` : line}"`;
}
