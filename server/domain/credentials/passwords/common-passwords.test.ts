import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { whyGuessable } from './common-passwords.ts';

const list = readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n');

test('more than 3,000 passwords of the list are long enough for the policy, and each is refused', () => {
  const long = list.filter((entry) => [...entry].length >= 15);
  expect(long.length).toBeGreaterThan(3_000);
  for (const entry of long) expect(whyGuessable(entry.toUpperCase(), [])).toBeDefined();
});

test('the list is sorted, in lower case and without duplicates', () => {
  expect(list).toEqual([...new Set(list)].sort());
  expect(list).toEqual(list.map((entry) => entry.normalize('NFKC').toLowerCase()));
});

test.each([
  'kdwuzeqlabvntoy',
  'correct horse tractor staple',
  'tiger coffee orange window',
  'my dog ate 3 blue shoes',
  'x7#Pq9!mZ2$wL5&',
  '春眠不覚暁処処聞啼鳥夜来風雨声',
])('%s is not easily guessed', (password) => {
  expect(whyGuessable(password, ['jane.doe@example.com', 'Jane'])).toBeUndefined();
});

test('a name is recognised with anything around it, but not within another word', () => {
  expect(whyGuessable('--Jane-Doe--1990!!', ['jane.doe'])).toContain('name');
  expect(whyGuessable('MargaretheMargarethe', ['margarethe'])).toContain('name');
  expect(whyGuessable('+12025550123', ['+12025550123'])).toContain('login ID');
  expect(whyGuessable('janedoesreallylike', ['jane.doe'])).toBeUndefined();
});
