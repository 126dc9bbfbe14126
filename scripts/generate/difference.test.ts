import { expect, test } from 'vitest';
import { firstDifference } from './difference.ts';

test('equal texts have no difference', () => {
  expect(firstDifference('a\nb\n', 'a\nb\n')).toBeUndefined();
});

test.each([
  ['a\nb\n', 'a\nc\n', 'line 2:\n- b\n+ c'],
  ['', 'a\n', 'line 1:\n- \n+ a'],
  ['a', 'a\nb', 'line 2:\n- (end of the file)\n+ b'],
  ['a\nb', 'a', 'line 2:\n- b\n+ (end of the file)'],
])('the first line that differs is shown: %j, %j', (committed, expected, hint) => {
  expect(firstDifference(committed, expected)).toBe(hint);
});
