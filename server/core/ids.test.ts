import { expect, test } from 'vitest';
import { newId } from './ids.ts';

const now = Date.UTC(2026, 10, 26, 17, 45, 12, 345);

test('an ID starts with its kind and has 28 characters', () => {
  expect(newId('U', now)).toMatch(/^U[0-9A-Za-z]{27}$/);
  expect(newId('T', Date.UTC(2149, 0))).toMatch(/^T[0-9A-Za-z]{27}$/);
});

test('IDs are in the order of their times', () => {
  const times = [now - 3_600_000, now - 1_000, now - 1, now, now + 1, now + 1_000, now + 3_600_000];
  const ids = times.map((time) => newId('U', time));
  expect(ids.toSorted()).toEqual(ids);
});

test('IDs of one millisecond are in the order of their creation', () => {
  const ids = Array.from({ length: 16_000 }, () => newId('U', now));
  expect(ids.toSorted()).toEqual(ids);
});

test('IDs are different, also more of them than the counter can tell apart', () => {
  const ids = new Set(Array.from({ length: 40_000 }, () => newId('U', now)));
  expect(ids.size).toBe(40_000);
});

test('two IDs with the same time and count have different random bits', () => {
  newId('U', now - 1);
  const one = newId('U', now);
  newId('U', now - 1);
  const two = newId('U', now);
  expect(one.slice(0, 8)).toBe(two.slice(0, 8));
  expect(one).not.toBe(two);
});
