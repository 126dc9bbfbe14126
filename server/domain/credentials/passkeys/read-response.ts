import { ServiceError } from '../../../core/errors.ts';
import type { RefusalCause, RefusalFacts } from '../../../core/refusal-causes.ts';
import { WebAuthnError } from '../../../protocols/webauthn/error.ts';

/** Reads an authenticator's answer. Throws E011003 for other texts, without ending the ceremony. */
export function readResponse<R>(read: (text: string) => R, text: string): R {
  try {
    return read(text);
  } catch (error) {
    if (error instanceof WebAuthnError) throw new ServiceError('E011003', `response: ${error.reason}`);
    throw error;
  }
}

/** Returns E067011. The reason goes to the log only; the sender does not learn it. */
export function refused(reason: string, about: RefusalFacts = {}): ServiceError {
  const cause = causesOf[reason];
  return new ServiceError('E067011', undefined, {
    cause: reason,
    about: { data: { reason }, ...(cause && { cause }), ...about },
  });
}

/** The reasons that point to the setup of the project, and not to the passkey. */
const causesOf: Record<string, RefusalCause> = {
  'the page has another origin': 'wrongOrigin',
  'the page is embedded in a page with another origin': 'wrongOrigin',
  'the passkey belongs to another domain': 'domain',
};

/** Returns the reason of a failed verification, and rethrows other errors. */
export function reasonOf(error: unknown): string {
  if (error instanceof WebAuthnError) return error.reason;
  throw error;
}
