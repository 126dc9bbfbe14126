/**
 * A sign-in that did not succeed. `reason` tells the tenant's administrator why; it is recorded, and shown to the
 * user where there is nobody else to tell.
 */
export class SsoRefusal extends Error {
  /** A stable word: those of `SamlErrorKind`, and our own for what happens around the response. */
  readonly kind: string;
  /** Where the sign-in would have ended; absent when it is not known which one it was. */
  readonly redirectUrl: string | undefined;

  constructor(kind: string, reason: string, redirectUrl?: string) {
    super(reason);
    this.kind = kind;
    this.redirectUrl = redirectUrl;
  }
}
