import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fromInput, isNamedRange, timesOf, toInput } from './range.ts';

const now = Date.UTC(2026, 0, 31, 12);

beforeEach(() => void vi.useFakeTimers({ now }));
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('a named range ends now and ignores the custom times', () => {
  expect(timesOf({ range: '1h', from: 1, to: 2 })).toEqual({ from: now - 3_600_000, to: 0 });
  expect(timesOf({ range: '30d', from: 0, to: 0 })).toEqual({ from: Date.UTC(2026, 0, 1, 12), to: 0 });
});

test('a custom range keeps its times', () => {
  expect(timesOf({ range: 'custom', from: 1, to: 2 })).toEqual({ from: 1, to: 2 });
  expect(isNamedRange('custom')).toBe(false);
  expect(isNamedRange('365d')).toBe(true);
});

test('the input shows the viewer’s time zone', () => {
  vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(-330);
  expect(toInput(Date.UTC(2026, 5, 1, 13, 5))).toBe('2026-06-01T18:35');
});

test('a time survives the input to the minute', () => {
  const time = new Date(2026, 5, 1, 13, 5).getTime();
  expect(toInput(time)).toBe('2026-06-01T13:05');
  expect(fromInput(toInput(time))).toBe(time);
});

test('impossible times are empty', () => {
  expect(toInput(0)).toBe('');
  expect(toInput(Number.MAX_VALUE)).toBe('');
  expect(fromInput('')).toBe(0);
  expect(fromInput('yesterday')).toBe(0);
});
