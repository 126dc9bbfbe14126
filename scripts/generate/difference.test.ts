import { expect, test } from 'vitest';
import { firstDifference } from './difference.ts';

test('equal texts have no difference', () => {
  expect(firstDifference('a\nb\n', 'a\nb\n')).toBeUndefined();
});

test.each([
  ['a\nb\n', 'a\nc\n', 2, 'b should be c'],
  ['', 'a\n', 1, 'an empty line should be a'],
  ['a', 'a\nb', 2, 'the end of the file should be b'],
  ['a\nb', 'a', 2, 'b should be the end of the file'],
])('the first line that differs is shown: %j, %j', (committed, expected, line, words) => {
  expect(firstDifference(committed, expected)).toEqual({ line, words: `is out of date: ${words}` });
});
