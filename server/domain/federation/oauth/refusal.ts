/** A sign-in that did not succeed. The message is for the audit log, and shown to the user or the application. */
export class OAuthRefusal extends Error {
  /** A stable word: those of `OidcErrorKind`, and our own for what happens around the answer. */
  readonly kind: string;
  /** Where the sign-in would have ended; absent when it is not known which one it was. */
  readonly redirectUrl: string | undefined;

  constructor(kind: string, reason: string, redirectUrl?: string) {
    super(reason);
    this.kind = kind;
    this.redirectUrl = redirectUrl;
  }
}
