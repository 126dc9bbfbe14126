import { expect, test } from 'vitest';
import type { ActivityCount } from '../../../client/client.ts';
import { byDay, totalOf } from './series.ts';

const now = Date.UTC(2026, 2, 1, 23, 59);
const count = (method: string, created: number, cnt: number) =>
  ({ method, created: String(created), cnt: String(cnt) }) as unknown as ActivityCount;

const counts = [
  count('password', Date.UTC(2026, 1, 27), 2),
  count('passkey', Date.UTC(2026, 2, 1), 9),
  count('password', Date.UTC(2026, 2, 1, 12), 1),
  count('password', Date.UTC(2026, 2, 1, 13), 1),
  count('', Date.UTC(2026, 2, 1), 1),
];

test('the series has every day of the range, oldest first, with zeros for days without events', () => {
  expect(byDay(counts, 3, now).days).toEqual([
    { day: '2026-02-27', passkey: 0, password: 2, other: 0 },
    { day: '2026-02-28', passkey: 0, password: 0, other: 0 },
    { day: '2026-03-01', passkey: 9, password: 2, other: 1 },
  ]);
});

test('methods are ordered by use, and events without a method count as other', () => {
  expect(byDay(counts, 3, now).methods).toEqual(['passkey', 'password', 'other']);
});

test('the total adds all counts and is unknown until they are loaded', () => {
  expect(totalOf(counts)).toBe(14);
  expect(totalOf([])).toBe(0);
  expect(totalOf(undefined)).toBeUndefined();
});
