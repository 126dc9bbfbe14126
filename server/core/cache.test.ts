import { expect, test } from 'vitest';
import { createCache } from './cache.ts';

function counting<T>(answer: () => Promise<T>) {
  const loads = { count: 0 };
  const load = () => {
    loads.count++;
    return answer();
  };
  return { loads, load };
}

test('a value is loaded once until it expires', async () => {
  let now = 0;
  const cache = createCache(() => now);
  const { loads, load } = counting(async () => 'value');
  expect(await Promise.all([cache.get('k', 5, load), cache.get('k', 5, load)])).toEqual(['value', 'value']);
  now = 4_999;
  await cache.get('k', 5, load);
  expect(loads.count).toBe(1);
  now = 5_000;
  await cache.get('k', 5, load);
  expect(loads.count).toBe(2);
});

test('a value is loaded again after the clock was set back', async () => {
  let now = 1_000_000;
  const cache = createCache(() => now);
  const { loads, load } = counting(async () => 'value');
  await cache.get('k', 5, load);
  now = 0;
  await cache.get('k', 5, load);
  expect(loads.count).toBe(2);
});

test('a forgotten value is loaded again', async () => {
  const cache = createCache(() => 0);
  const { loads, load } = counting(async () => 'value');
  await cache.get('k', 5, load);
  cache.forget('k');
  await cache.get('k', 5, load);
  expect(loads.count).toBe(2);
});

test('a failure is passed on and not cached', async () => {
  const cache = createCache(() => 0);
  const { loads, load } = counting(() => Promise.reject(new Error('down')));
  await expect(cache.get('k', 5, load)).rejects.toThrow('down');
  await expect(cache.get('k', 5, load)).rejects.toThrow('down');
  expect(loads.count).toBe(2);
  expect(await cache.get('k', 5, async () => 'up')).toBe('up');
});

test('the last loaded value is known until it is forgotten, also after later loads have failed', async () => {
  let now = 0;
  const cache = createCache(() => now);
  expect(cache.lastKnown('k')).toBeUndefined();
  await cache.get('k', 5, async () => 'value');
  for (let attempt = 0; attempt < 2; attempt += 1) {
    now += 5_000;
    const failing = cache.get('k', 5, () => Promise.reject(new Error('down')));
    expect(cache.lastKnown('k')).toBe('value');
    await expect(failing).rejects.toThrow('down');
    expect(cache.lastKnown('k')).toBe('value');
  }
  expect(await cache.get('k', 5, async () => 'next')).toBe('next');
  expect(cache.lastKnown('k')).toBe('next');
  cache.forget('k');
  expect(cache.lastKnown('k')).toBeUndefined();
});

test('lookups of missing values evict nothing', async () => {
  const cache = createCache(() => 0);
  const { loads, load } = counting(async () => 'value');
  await cache.get('known', 5, load);
  for (let i = 0; i < 20_000; i++)
    expect(await cache.get(`unknown${i}`, 5, async () => undefined)).toBeUndefined();
  await cache.get('known', 5, load);
  expect(loads.count).toBe(1);
});

test('the oldest entries are evicted at 10,000', async () => {
  const cache = createCache(() => 0);
  const { loads, load } = counting(async () => 'value');
  await cache.get('first', 5, load);
  for (let i = 0; i < 10_000; i++) await cache.get(`k${i}`, 5, async () => i);
  await cache.get('first', 5, load);
  expect(loads.count).toBe(2);
});
