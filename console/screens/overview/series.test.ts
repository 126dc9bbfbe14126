import { expect, test } from 'vitest';
import type { ActivityCount } from '../../../client/client.ts';
import { axisEnd, byDay, changeOf, dailyTotals, startOfDays } from './series.ts';

const now = Date.UTC(2026, 2, 1, 23, 59);
const count = (method: string, created: number, cnt: number) =>
  ({ method, created: String(created), cnt: String(cnt) }) as unknown as ActivityCount;

const counts = [
  count('password', Date.UTC(2026, 1, 27), 2),
  count('webauthn', Date.UTC(2026, 2, 1), 9),
  count('password', Date.UTC(2026, 2, 1, 12), 1),
  count('password', Date.UTC(2026, 2, 1, 13), 1),
  count('', Date.UTC(2026, 2, 1), 1),
];

test('the series has every day of the range, oldest first, also days without events', () => {
  expect(byDay(counts, 3, now).days).toEqual([
    { day: '2026-02-27', counts: { password: 2 }, total: 2 },
    { day: '2026-02-28', counts: {}, total: 0 },
    { day: '2026-03-01', counts: { webauthn: 9, password: 2, '': 1 }, total: 12 },
  ]);
});

test('methods are ordered by use, with their totals', () => {
  expect(byDay(counts, 3, now).methods).toEqual([
    { method: 'webauthn', total: 9 },
    { method: 'password', total: 4 },
    { method: '', total: 1 },
  ]);
});

test('daily totals add the counts of a day, and have a zero for days without any', () => {
  const rows = counts.map(({ created, cnt }) => ({ created, count: Number(cnt) }));
  expect(dailyTotals(rows, 3, now)).toEqual([2, 0, 12]);
  expect(startOfDays(3, now)).toBe(Date.UTC(2026, 1, 27));
});

test('a change is a fraction of the earlier number, and unknown without one', () => {
  expect(changeOf(112, 100)).toBeCloseTo(0.12);
  expect(changeOf(0, 4)).toBe(-1);
  expect(changeOf(7, 0)).toBeUndefined();
});

test('an axis ends at a round number above the highest value, in four whole steps', () => {
  expect([0, 3, 5, 9, 40, 41, 99, 1_234].map(axisEnd)).toEqual([4, 4, 8, 12, 40, 60, 100, 1_600]);
  for (const highest of [1, 7, 23, 58, 311, 7_654]) {
    expect(axisEnd(highest)).toBeGreaterThanOrEqual(highest);
    expect(axisEnd(highest) % 4).toBe(0);
  }
});
