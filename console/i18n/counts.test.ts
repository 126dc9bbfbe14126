import { expect, test } from 'vitest';
import { countOf } from './counts.ts';

test('a count agrees with its noun and has separators of thousands', () => {
  const users = countOf('en', 'user', 'users');
  expect([0, 1, 2_000].map(users)).toEqual(['0 users', '1 user', '2,000 users']);
  expect(countOf('de', 'Datei', 'Dateien')(2_000)).toBe('2.000 Dateien');
});
