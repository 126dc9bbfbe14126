import { expect, test } from 'vitest';
import { createCache } from './cache.ts';
import type { ServiceContext } from './context.ts';
import { perInstance } from './per-instance.ts';

test('each instance has its own, which its requests and transactions share', () => {
  const counts = perInstance(() => ({ count: 0 }));
  const instance = () => ({ cache: createCache(() => 0) }) as ServiceContext;
  const [one, other] = [instance(), instance()];
  counts({ ...one }).count += 1;
  expect([counts(one).count, counts(other).count]).toEqual([1, 0]);
});
