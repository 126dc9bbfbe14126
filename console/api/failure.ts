import type { Failure, Result } from '../../client/client.ts';

/** A call that was rejected or got no response. */
export class ApiError extends Error {
  readonly status: number;
  readonly failure: Failure;

  constructor(status: number, failure: Failure) {
    super(failure.errorMessage || failure.errorDescription);
    this.status = status;
    this.failure = failure;
  }
}

/** Returns the data of a response. Throws an ApiError if the call failed. */
export async function unwrap<T>(answer: Promise<Result<T>>): Promise<T> {
  const result = await answer;
  if (!result.ok) throw new ApiError(result.code, result.error);
  return result.data;
}

/** Reports whether there is no valid session. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

/** Reports whether the administrator's role does not allow the call. */
export function isForbidden(error: unknown): boolean {
  return error instanceof ApiError && error.failure.errorCode === 'E064010';
}
