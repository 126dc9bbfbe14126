import type { Failure, Result } from '../../client/client.ts';

/** A call that was refused, or that nobody answered. */
export class ApiError extends Error {
  readonly status: number;
  readonly failure: Failure;

  constructor(status: number, failure: Failure) {
    super(failure.errorMessage || failure.errorDescription);
    this.status = status;
    this.failure = failure;
  }
}

/** What was asked for; an ApiError when it was refused. */
export async function unwrap<T>(answer: Promise<Result<T>>): Promise<T> {
  const result = await answer;
  if (!result.ok) throw new ApiError(result.code, result.error);
  return result.data;
}

/** The session has ended, or has never begun. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

/** The administrator's role does not go as far. */
export function isForbidden(error: unknown): boolean {
  return error instanceof ApiError && error.failure.errorCode === 'E064010';
}
