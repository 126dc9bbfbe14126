import { ServiceError } from '../../../core/errors.ts';
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
export function refused(reason: string): ServiceError {
  return new ServiceError('E067011', undefined, { cause: reason });
}

/** Returns the reason of a failed verification, and rethrows other errors. */
export function reasonOf(error: unknown): string {
  if (error instanceof WebAuthnError) return error.reason;
  throw error;
}
