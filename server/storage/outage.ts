import { failureOf } from './failure.ts';

/** Loads a value, or recalls what this instance knew last if the database cannot be reached. */
export async function loadOrRecall<T>(
  load: () => Promise<T>,
  recall: () => T | undefined,
): Promise<{ value: T; isStale: boolean }> {
  try {
    return { value: await load(), isStale: false };
  } catch (error) {
    const value = failureOf(error) === 'unavailable' ? recall() : undefined;
    if (value === undefined) throw error;
    return { value, isStale: true };
  }
}
