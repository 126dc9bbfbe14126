export interface Failure {
  /**
   * The service's code, such as `E112102`. Without a response from the service: `network`, `timeout` or
   * `unreadable`. Where the environment lacks what the call needs: `unsupported`. Where the call itself is wrong, so that
   * nothing was sent: `argument`.
   */
  errorCode: string;
  /** The description of this code, identical for every failure with the code. */
  errorDescription: string;
  /** The cause of this failure and what to do about it. */
  errorMessage: string;
  /** With 429: seconds to wait before the next attempt. */
  retryAfter?: number;
  /** Additional fields that some codes have, such as `entityIds` with E111301 for metadata of several identity providers. */
  details?: Record<string, unknown>;
}

/**
 * The result of every call. `code` is the HTTP status, or 0 when nothing was sent, no response arrived or
 * the response was unreadable. Any call can fail with these codes:
 *
 * - E011001 to E011003: the input is not valid
 * - E011007: the request is too large
 * - E111119: the project ID or the key is not valid
 * - E130429: too many requests, with `retryAfter`
 * - E500001: server error
 */
export type Result<T> = { ok: true; code: number; data: T } | { ok: false; code: number; error: Failure };

export type Failed = Extract<Result<never>, { ok: false }>;

export function noAnswer(
  errorCode: 'network' | 'timeout' | 'unreadable' | 'unsupported' | 'argument',
  errorMessage: string,
): Failed {
  const errorDescription = {
    network: 'The service cannot be reached',
    timeout: 'The service did not respond in time',
    unreadable: 'The response does not come from the service',
    unsupported: 'This environment does not support the call',
    argument: 'The call has a wrong argument',
  }[errorCode];
  return { ok: false, code: 0, error: { errorCode, errorDescription, errorMessage } };
}

/** Refuses a token in the client, with the code that the service would return. */
export function invalidSession(errorMessage: string): Failed {
  const error = { errorCode: 'E064002', errorDescription: 'A valid session is required', errorMessage };
  return { ok: false, code: 401, error };
}
