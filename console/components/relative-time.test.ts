import { expect, test } from 'vitest';
import { relativeTime } from './relative-time.ts';

const now = Date.UTC(2026, 10, 23, 12);
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

test.each([
  [0, 'now', 'jetzt'],
  [-59_000, 'now', 'jetzt'],
  [30_000, 'now', 'jetzt'],
  [-minute, '1 minute ago', 'vor 1 Minute'],
  [-59 * minute, '59 minutes ago', 'vor 59 Minuten'],
  [-3 * hour - 59 * minute, '3 hours ago', 'vor 3 Stunden'],
  [-47 * hour, '1 day ago', 'vor 1 Tag'],
  [-29 * day, '29 days ago', 'vor 29 Tagen'],
  [2 * day, 'in 2 days', 'in 2 Tagen'],
])('%d ms from now is “%s”', (distance, english, german) => {
  expect(relativeTime('en', now + distance, now)).toBe(english);
  expect(relativeTime('de', now + distance, now)).toBe(german);
});

test('a time of more than 30 days ago or ahead is better said as a date', () => {
  expect(relativeTime('en', now - 30 * day, now)).toBeUndefined();
  expect(relativeTime('en', now + 30 * day, now)).toBeUndefined();
});
