import type { RefusalFacts } from '../../../core/refusal-causes.ts';

/** A failed sign-in. The message goes to the audit log, and to the user or the application. */
export class SignInRefusal extends Error {
  /** A stable code: those of `SamlErrorKind` and `OidcErrorKind`, and our own for the steps around the answer. */
  readonly kind: string;
  /** The address where the sign-in would have ended. Absent if the request is unknown. */
  readonly redirectUrl: string | undefined;
  /** For the audit log only. */
  readonly about: RefusalFacts;

  constructor(kind: string, reason: string, redirectUrl?: string, about: RefusalFacts = {}) {
    super(reason);
    this.kind = kind;
    this.redirectUrl = redirectUrl;
    this.about = about;
  }
}

/** The reason at the start: the request is not for this browser. */
export const cannotStart = 'This sign-in has expired or was opened in another browser. Please start again.';

/** The reason at the callback: this browser has no such request, or an earlier answer took it. */
export const cannotFinish =
  'This sign-in was started in another browser, has expired, or is already complete. Please start again.';
