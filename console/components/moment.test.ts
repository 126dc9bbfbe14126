import { afterEach, expect, test, vi } from 'vitest';
import { formatMoment } from './moment.tsx';

const time = new Date(2026, 0, 2, 13, 5, 9).getTime();

afterEach(() => vi.unstubAllGlobals());

test('German times use the German format', () => {
  expect(formatMoment('de', time, 'date')).toBe('02.01.2026');
  expect(formatMoment('de', time)).toBe('02.01.2026, 13:05');
  expect(formatMoment('de', time, 'seconds')).toBe('02.01.2026, 13:05:09');
});

test('English times use the format of the browser’s region', () => {
  vi.stubGlobal('navigator', { language: 'en-GB' });
  expect(formatMoment('en', time)).toBe('2 Jan 2026, 13:05');
});
