/** A failed sign-in. The message goes to the audit log, and to the user or the application. */
export class OAuthRefusal extends Error {
  /** A stable code: those of `OidcErrorKind`, and our own for the steps around the answer. */
  readonly kind: string;
  /** The address where the sign-in would have ended. Absent if the request is unknown. */
  readonly redirectUrl: string | undefined;

  constructor(kind: string, reason: string, redirectUrl?: string) {
    super(reason);
    this.kind = kind;
    this.redirectUrl = redirectUrl;
  }
}
