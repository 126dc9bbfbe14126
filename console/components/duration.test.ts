import { expect, test } from 'vitest';
import { amountOf, formatDuration, secondsOf, unitOf } from './duration.ts';

test.each([
  [0, '0 seconds', '0 Sekunden'],
  [90, '90 seconds', '90 Sekunden'],
  [60, '1 minute', '1 Minute'],
  [600, '10 minutes', '10 Minuten'],
  [7_200, '2 hours', '2 Stunden'],
  [86_400, '1 day', '1 Tag'],
  [90_000, '25 hours', '25 Stunden'],
])('%i seconds appear in the largest unit without a remainder', (seconds, english, german) => {
  expect(formatDuration(seconds, 'en')).toBe(english);
  expect(formatDuration(seconds, 'de')).toBe(german);
});

test.each([1, 59, 60, 3_600, 5_400, 86_400 * 30])('%i seconds survive the input', (seconds) => {
  const unit = unitOf(seconds);
  expect(secondsOf(amountOf(seconds, unit), unit)).toBe(seconds);
});

test('fractions round to whole seconds, and an empty input is zero', () => {
  expect(secondsOf(1.5, 'min')).toBe(90);
  expect(secondsOf('0.01', 'min')).toBe(1);
  expect(secondsOf('', 'h')).toBe(0);
  expect(secondsOf('-', 'h')).toBe(0);
});
