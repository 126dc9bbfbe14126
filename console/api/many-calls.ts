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

/** So many at once: a browser opens six connections, and the rest of the page wants some, too. */
const atOnce = 4;

/**
 * One call for each item, a few at once. What fails is listed, and the others go on, unless none of them could do
 * better. Ends early when it is stopped: what is in neither list has not been tried.
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
        await patiently(() => call(one), signal);
        progress = { ...progress, done: [...progress.done, one] };
      } catch (error) {
        const rest = isHopeless(error) ? waiting.splice(0) : [];
        const failures = [one, ...rest].map((failed) => ({ item: failed, error }));
        progress = { ...progress, failures: [...progress.failures, ...failures] };
      }
      onProgress(progress);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return progress;
}

/** Waits as long as the server asks for when there have been too many calls. */
export async function patiently<T>(call: () => Promise<Result<T>>, signal: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await unwrap(call());
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 429 || signal.aborted) throw error;
      await pause((error.failure.retryAfter ?? 1) * 1000, signal);
    }
  }
}

/** Nobody answers, or the session or the role is not enough for any of them. */
export function isHopeless(error: unknown): boolean {
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
