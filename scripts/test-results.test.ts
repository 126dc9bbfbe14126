import { expect, test } from 'vitest';
import { countResults } from './vitest-results.ts';

const report = (...files: { status?: string; tests: string[] }[]): string =>
  JSON.stringify({
    testResults: files.map(({ status = 'passed', tests }, index) => ({
      name: `file${index}.test.ts`,
      status,
      message: '',
      assertionResults: tests.map((status) => ({ status, fullName: `a ${status} test` })),
    })),
  });

const total = (...parameters: Parameters<typeof countResults>): [number, number] => {
  const { passed, failed } = countResults(...parameters);
  return [passed, failed];
};

test('passed and failed tests are counted over all files', () => {
  const text = report({ tests: ['passed', 'passed'] }, { status: 'failed', tests: ['failed', 'passed'] });
  expect(total(text, 1)).toEqual([3, 1]);
});

test.each(['skipped', 'todo', 'pending', 'disabled'])('a %s test is a failure and is named', (status) => {
  const { failed, complaints } = countResults(report({ tests: ['passed', status] }), 0);
  expect(failed).toBe(1);
  expect(complaints).toEqual([`${status}, not run: file0.test.ts: a ${status} test`]);
});

test('tests that a name filter left out are not failures', () => {
  expect(total(report({ tests: ['passed', 'skipped'] }), 0, { hasNameFilter: true })).toEqual([1, 0]);
});

test('a file that cannot be loaded, or whose hooks failed, is one failure', () => {
  expect(total(report({ status: 'failed', tests: [] }, { status: 'failed', tests: ['passed'] }), 1)).toEqual([
    1, 2,
  ]);
});

test('a run that ends badly although every test passed is a failure', () => {
  expect(total(report({ tests: ['passed'] }), 1)).toEqual([1, 1]);
});

test('a run without results is a failure', () => {
  expect(total(undefined, 0)).toEqual([0, 1]);
  expect(total('{"testResults"', 0)).toEqual([0, 1]);
});

test('a run without tests is a failure unless files were named', () => {
  expect(total(report(), 0)).toEqual([0, 1]);
  expect(total(report(), 0, { isFiltered: true })).toEqual([0, 0]);
});
