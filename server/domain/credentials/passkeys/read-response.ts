import { ServiceError } from '../../../core/errors.ts';
import { WebAuthnError } from '../../../protocols/webauthn/error.ts';

/** E011003 for what is no answer of an authenticator at all. It costs no ceremony. */
export function readResponse<R>(read: (text: string) => R, text: string): R {
  try {
    return read(text);
  } catch (error) {
    if (error instanceof WebAuthnError) throw new ServiceError('E011003', `response: ${error.reason}`);
    throw error;
  }
}

/** E067011: the reason is for the log, whoever sent the response learns none. */
export function refused(reason: string): ServiceError {
  return new ServiceError('E067011', undefined, { cause: reason });
}

/** What does not verify is a refusal; other errors go on. */
export function reasonOf(error: unknown): string {
  if (error instanceof WebAuthnError) return error.reason;
  throw error;
}
