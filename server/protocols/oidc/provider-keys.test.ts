import { expect, test } from 'vitest';
import { usableKeys } from '../../../test/unusable-keys.ts';
import { usableProviderKeys } from './provider-keys.ts';

const [[, usable] = []] = usableKeys;

test.each([1, {}, usable])('a provider may publish 100 keys, but not more: %o', (key) => {
  const set = (count: number) => usableProviderKeys({ keys: new Array(count).fill(key) });
  expect(set(101)).toBe('there are more than 100');
  // A set of 256 KiB can have this many, and each that is no key costs an error.
  expect(set(128_000)).toBe('there are more than 100');
  expect(set(100)).not.toBe('there are more than 100');
});
