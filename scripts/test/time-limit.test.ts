import { expect, test } from 'vitest';
import { type Concerned, closeness } from './concerned.ts';
import { fitIntoLimit, workers } from './time-limit.ts';

const concern = (file: string, closeness: number): Concerned => ({ file, closeness, reason: '' });
/** The file `a/3 s` takes three seconds, and each screen one. */
const secondsOf = ({ file, only }: Concerned): number =>
  only ? only.names.length : Number.parseInt(file.split('/').at(-1) ?? '', 10);
const chosenOf = (concerned: Concerned[], seconds: number): string[] =>
  fitIntoLimit(concerned, seconds, secondsOf).chosen.map(({ file }) => file);

test('a file that takes too long gives its place to a shorter one that is less close', () => {
  const concerned = [concern('a/2 s', 1), concern('b/9 s', 2), concern('c/1 s', 3)];
  expect(chosenOf(concerned, 3)).toEqual(['a/2 s', 'c/1 s']);
  expect(fitIntoLimit(concerned, 3, secondsOf).leftOut).toEqual([concerned[1]]);
});

test('the workers share the time', () => {
  const closest = Array.from({ length: workers }, (_, i) => concern(`a${i}/3 s`, 1));
  expect(chosenOf([...closest, concern('b/1 s', 2)], 3)).toEqual(closest.map(({ file }) => file));
});

test('the closest test runs however long it takes', () => {
  expect(chosenOf([concern('a/99 s', 1)], 3)).toEqual(['a/99 s']);
});

test('of equally close tests, one of each folder is taken in turn, the shortest first', () => {
  const concerned = [concern('a/2 s', 1), concern('a/1 s', 1), concern('b/3 s', 1)];
  expect(chosenOf(concerned, 100)).toEqual(['a/1 s', 'b/3 s', 'a/2 s']);
});

test('of the screens, as many are opened as fit', () => {
  const names = ['users', 'roles', 'tenants'];
  const screens = { ...concern('screens', closeness.screens), only: { kind: 'screens' as const, names } };
  const { chosen, leftOut } = fitIntoLimit([screens], 2, secondsOf);
  expect(chosen[0]?.only?.names).toEqual(['users', 'roles']);
  expect(leftOut[0]?.only?.names).toEqual(['tenants']);
});
