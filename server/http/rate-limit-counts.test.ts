import { expect, test } from 'vitest';
import { createRateLimitCounts } from './rate-limit-counts.ts';

const now = 1_800_000_000_000;
const limit = { requests: 30, seconds: 300 };

function takeAll(counts: ReturnType<typeof createRateLimitCounts>, key: string, at: number): number {
  let taken = 0;
  while (counts.take(key, limit, at) === 0) taken += 1;
  return taken;
}

test('a burst is allowed at once, and one more request after each share of the time', () => {
  const counts = createRateLimitCounts(1_000);
  expect(takeAll(counts, 'a', now)).toBe(30);
  expect(counts.take('a', limit, now)).toBe(10_000);
  expect(counts.take('a', limit, now + 9_999)).toBe(1);
  expect(takeAll(counts, 'a', now + 10_000)).toBe(1);
  expect(takeAll(counts, 'a', now + 60_000)).toBe(5);
  expect(takeAll(counts, 'a', now + 3_600_000)).toBe(30);
});

test('a refused request does not lengthen the wait', () => {
  const counts = createRateLimitCounts(1_000);
  takeAll(counts, 'a', now);
  for (let attempt = 0; attempt < 1_000; attempt += 1) counts.take('a', limit, now);
  expect(counts.take('a', limit, now)).toBe(10_000);
});

test('keys are counted separately', () => {
  const counts = createRateLimitCounts(1_000);
  takeAll(counts, 'a', now);
  expect(counts.take('b', limit, now)).toBe(0);
});

test('a limit that does not divide the time evenly allows exactly its number of requests', () => {
  for (const requests of [1, 3, 7, 600]) {
    const counts = createRateLimitCounts(1_000);
    const results = Array.from({ length: requests + 5 }, () =>
      counts.take('a', { requests, seconds: 60 }, now),
    );
    expect(results.filter((wait) => wait === 0)).toHaveLength(requests);
  }
});

test('a flood of keys uses bounded memory, and a key that keeps asking is remembered', () => {
  const counts = createRateLimitCounts(1_000);
  takeAll(counts, 'steady', now);
  for (let index = 0; index < 100_000; index += 1) {
    counts.take(`flood ${index}`, limit, now);
    if (index % 500 === 0) expect(counts.take('steady', limit, now)).toBeGreaterThan(0);
  }
  expect(counts.size()).toBeLessThanOrEqual(2_000);
});

test('neither a clock that is set back nor a stricter limit refuses for longer than the limit allows', () => {
  const counts = createRateLimitCounts(1_000);
  takeAll(counts, 'a', now);
  expect(counts.take('a', limit, now - 86_400_000)).toBeLessThanOrEqual(300_000);
  takeAll(counts, 'b', now);
  expect(counts.take('b', { requests: 1, seconds: 1 }, now)).toBeLessThanOrEqual(1_000);
});
