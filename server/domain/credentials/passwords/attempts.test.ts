import { expect, test } from 'vitest';
import { defaultWaits, growingWaitsMs } from './attempts.ts';

test('waits double from one second up to the longest wait', () => {
  const seconds = growingWaitsMs(defaultWaits).map((wait) => wait / 1_000);
  expect(seconds).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_024, 1_800]);
  expect(growingWaitsMs({ freeAttempts: 3, longestMs: 60_000 }).at(-1)).toBe(60_000);
  expect(growingWaitsMs({ freeAttempts: 3, longestMs: 1_000 })).toEqual([1_000]);
});
