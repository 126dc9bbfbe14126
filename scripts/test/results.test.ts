import { expect, test } from 'vitest';
import type { TestEvent } from './events.ts';
import { ResultCounter, type Results } from './results.ts';

const started = (file = 'a.test.ts'): TestEvent => ({ type: 'fileStarted', file });
const ended = (file = 'a.test.ts', errors: string[] = []): TestEvent => ({ type: 'fileEnded', file, errors });
const tested = (state: string, name = 'a test'): TestEvent => ({
  type: 'test',
  file: 'a.test.ts',
  name,
  state,
});
const runEnded = (errors: string[] = []): TestEvent => ({ type: 'runEnded', reason: 'passed', errors });

function count(events: TestEvent[], exitCode = 0, expectations = {}): Results {
  const counter = new ResultCounter(expectations);
  for (const event of events) counter.add(event);
  return counter.finish(exitCode);
}

test('passed tests are counted and failed ones are named', () => {
  const events = [started(), tested('passed'), tested('failed', 'b'), tested('passed'), ended(), runEnded()];
  expect(count(events, 1)).toEqual({ passed: 2, failures: ['a.test.ts > b'] });
});

test.each(['skipped', 'pending'])('a %s test is a failure and is named', (state) => {
  const { failures } = count([started(), tested('passed'), tested(state), ended(), runEnded()]);
  expect(failures).toEqual([`a.test.ts > a test: did not run (${state})`]);
});

test('tests that a name filter left out are not failures', () => {
  const events = [started(), tested('passed'), tested('skipped'), ended(), runEnded()];
  expect(count(events, 0, { hasNameFilter: true })).toEqual({ passed: 1, failures: [] });
});

test('a file that cannot be loaded, or whose hooks failed, is a failure with its message', () => {
  const events = [started(), ended('a.test.ts', ['no such module\n  at x']), runEnded()];
  expect(count(events, 1)).toEqual({ passed: 0, failures: ['a.test.ts: no such module'] });
});

test('an error outside of all tests is a failure', () => {
  const { failures } = count([started(), tested('passed'), ended(), runEnded(['late rejection'])], 1);
  expect(failures).toEqual(['outside of all tests: late rejection']);
});

test('a run that ends badly although every test passed is a failure', () => {
  const { failures } = count([started(), tested('passed'), ended(), runEnded()], 1);
  expect(failures).toEqual(['vitest ended with exit code 1 although no test failed']);
});

test('a run that is ended early keeps what had failed and names the files that were running', () => {
  const { passed, failures } = count(
    [started(), tested('passed'), tested('failed'), started('b.test.ts')],
    1,
  );
  expect(passed).toBe(1);
  expect(failures).toEqual([
    'a.test.ts > a test',
    'vitest was ended before its tests, in the middle of a.test.ts, b.test.ts',
  ]);
});

test('a run without tests is a failure unless files were named', () => {
  expect(count([runEnded()]).failures).toEqual(['no test was found']);
  expect(count([runEnded()], 0, { isFiltered: true }).failures).toEqual([]);
});
