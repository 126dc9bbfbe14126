export interface Failure {
  /**
   * The service's code, such as `E112102`; or `network`, `timeout` or `unreadable` when there was no answer from the
   * service at all, and `unsupported` where this environment lacks what the call needs.
   */
  errorCode: string;
  /** The same for every failure of this code. */
  errorDescription: string;
  /** What was wrong this time, and what to do. */
  errorMessage: string;
  /** With 429: seconds to wait before the next attempt. */
  retryAfter?: number;
}

/**
 * What every call comes to. `code` is the HTTP status; it is 0 when no answer came or when what came was not one.
 * Any call can fail with E011001 to E011003 (the input is not valid), E011007 (too large), E111119 (the project ID or
 * the key is not valid), E130429 (too many requests, with `retryAfter`) and E500001 (the server's fault).
 */
export type Result<T> = { ok: true; code: number; data: T } | { ok: false; code: number; error: Failure };

export type Failed = Extract<Result<never>, { ok: false }>;

export function noAnswer(
  errorCode: 'network' | 'timeout' | 'unreadable' | 'unsupported',
  errorMessage: string,
): Failed {
  const errorDescription = {
    network: 'The service cannot be reached',
    timeout: 'The service did not answer in time',
    unreadable: 'The answer is not one of the service',
    unsupported: 'This environment cannot do it',
  }[errorCode];
  return { ok: false, code: 0, error: { errorCode, errorDescription, errorMessage } };
}

/** A token refused on this side, with the code that the service would refuse it with. */
export function invalidSession(errorMessage: string): Failed {
  const error = { errorCode: 'E064002', errorDescription: 'A valid session is required', errorMessage };
  return { ok: false, code: 401, error };
}
