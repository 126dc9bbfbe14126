import { expect, test } from 'vitest';
import { parseTestAtArguments } from './at-arguments.ts';

const now = Date.UTC(2026, 10, 22, 15, 30);
const parse = (...args: string[]) => parseTestAtArguments(args, now);

test('without options the tests run at the true time, and every other argument is one of npm test', () => {
  expect(parse('--sqlite', 'server/domain', '-t', 'at noon')).toEqual({
    at: undefined,
    timeZone: undefined,
    isBusy: false,
    onOneCore: false,
    testArguments: ['--sqlite', 'server/domain', '-t', 'at noon'],
  });
});

test('the options are understood among the arguments of npm test', () => {
  const args = ['--busy', '--at', '2028-02-29T00:03Z', '--sqlite', '--tz', 'Pacific/Auckland', '--one-core'];
  expect(parse(...args)).toEqual({
    at: Date.UTC(2028, 1, 29, 0, 3),
    timeZone: 'Pacific/Auckland',
    isBusy: true,
    onOneCore: true,
    testArguments: ['--sqlite'],
  });
});

test('a time of day is one of the current day in UTC', () => {
  expect(parse('--at', '23:57').at).toBe(Date.UTC(2026, 10, 22, 23, 57));
});

test.each(['', 'noon', '25:00', '2028-02-29', '2028-02-29T00:03', '2028-02-31T00:03:00+xx'])(
  '%j is refused as a moment',
  (text) => {
    expect(() => parse('--at', text)).toThrow('--at must be a moment in UTC');
  },
);

test.each(['', 'Mars/Olympus', '+12'])('%j is refused as a time zone', (text) => {
  expect(() => parse('--tz', text)).toThrow('--tz must be a time zone');
});
