import { expect, test } from 'vitest';
import { parseTestArguments } from './arguments.ts';

const partsOf = (...args: string[]): string[] => [...parseTestArguments(args).parts];

test('without arguments everything runs', () => {
  expect(partsOf()).toEqual(['checks', 'sqlite', 'postgres']);
});

test('a file filter runs tests only, on both engines', () => {
  expect(partsOf('server/domain/users')).toEqual(['sqlite', 'postgres']);
  expect(parseTestArguments(['server/domain/users']).vitestArguments).toEqual(['server/domain/users']);
});

test('named parts run alone, with or without a file filter', () => {
  expect(partsOf('--postgres')).toEqual(['postgres']);
  expect(partsOf('--checks', '--sqlite')).toEqual(['checks', 'sqlite']);
  expect(partsOf('users', '--sqlite')).toEqual(['sqlite']);
});

test('the quick run has the checks and SQLite', () => {
  expect(partsOf('--quick')).toEqual(['checks', 'sqlite']);
  expect(parseTestArguments(['--quick'])).toMatchObject({ quick: true, vitestArguments: [] });
});

test('a filter by test name is recognised', () => {
  expect(parseTestArguments(['-t', 'invite']).hasNameFilter).toBe(true);
  expect(parseTestArguments(['--testNamePattern=invite']).hasNameFilter).toBe(true);
  expect(parseTestArguments(['--tags']).hasNameFilter).toBe(false);
});

test('a run without filters is whole, also with options that only report', () => {
  expect(parseTestArguments(['--profile', '--write-budget'])).toMatchObject({
    isWhole: true,
    profiles: true,
  });
  expect(parseTestArguments(['--whole'])).toMatchObject({ isWhole: true, wholeOnPostgres: true });
  for (const arg of ['--quick', '--sqlite', 'users']) {
    expect(parseTestArguments([arg]).isWhole).toBe(false);
  }
});
