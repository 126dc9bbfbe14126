import type { Result } from '../../client/client.ts';
import { ApiError, isForbidden, isSignedOut, unwrap } from './failure.ts';

export interface CallFailure<T> {
  item: T;
  error: unknown;
}

export interface CallsProgress<T> {
  done: T[];
  failures: CallFailure<T>[];
}

interface Options<T> {
  signal: AbortSignal;
  onProgress(progress: CallsProgress<T>): void;
}

/**
 * The number of parallel calls. A browser opens six connections per host, and the rest of the page needs some of them.
 */
const atOnce = 4;

/**
 * Makes one call per item, a few in parallel. Failed calls are collected and the others continue, unless the error
 * would affect all of them. Stops early when `signal` aborts: items in neither list have not been tried.
 */
export async function callEach<T>(
  items: T[],
  call: (item: T) => Promise<Result<unknown>>,
  { signal, onProgress }: Options<T>,
): Promise<CallsProgress<T>> {
  const waiting = [...items];
  let progress: CallsProgress<T> = { done: [], failures: [] };
  const worker = async () => {
    for (let item = waiting.shift(); item !== undefined && !signal.aborted; item = waiting.shift()) {
      const one = item;
      try {
        await retryRateLimited(() => call(one), signal);
        progress = { ...progress, done: [...progress.done, one] };
      } catch (error) {
        const rest = affectsEveryCall(error) ? waiting.splice(0) : [];
        const failures = [one, ...rest].map((failed) => ({ item: failed, error }));
        progress = { ...progress, failures: [...progress.failures, ...failures] };
      }
      onProgress(progress);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return progress;
}

/** Repeats a rate-limited call after the time that the server asks for. */
export async function retryRateLimited<T>(call: () => Promise<Result<T>>, signal: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await unwrap(call());
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 429 || signal.aborted) throw error;
      await pause((error.failure.retryAfter ?? 1) * 1000, signal);
    }
  }
}

/**
 * Reports whether every further call would fail too: the server is unreachable, or the session or role is not
 * sufficient.
 */
export function affectsEveryCall(error: unknown): boolean {
  return isSignedOut(error) || isForbidden(error) || (error instanceof ApiError && error.status === 0);
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
