/** Reports a refusal. `reason` goes to the log and the audit log, never to the sender of the response. */
export class WebAuthnError extends Error {
  readonly reason: string;

  constructor(reason: string) {
    super(reason);
    this.name = 'WebAuthnError';
    this.reason = reason;
  }
}

/** Shortens the library's message, which contains foreign text, to one line. */
export function refusalOf(error: unknown): WebAuthnError {
  if (error instanceof WebAuthnError) return error;
  const text = error instanceof Error ? error.message : String(error);
  return new WebAuthnError(text.replace(/\p{C}+/gu, ' ').slice(0, 200));
}
