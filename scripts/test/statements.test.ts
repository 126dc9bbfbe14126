import { expect, test } from 'vitest';
import { StatementGuard } from './statements.ts';

function failuresOf(...files: { always: string[]; inWholeRuns: string[] }[]): string[] {
  const guard = new StatementGuard();
  files.forEach((statements, i) => {
    guard.add({ type: 'fileEnded', file: `${i}.test.ts`, errors: [], statements });
  });
  return guard.failures();
}

test('a statement that only tests send which are usually left out is a failure, and names its file', () => {
  const failures = failuresOf(
    { always: ['select 1'], inWholeRuns: ['select 1', 'select 2'] },
    { always: ['select 3'], inWholeRuns: [] },
  );
  expect(failures).toEqual([expect.stringMatching(/^0\.test\.ts is the only one .*: select 2\./)]);
});

test('a statement that another test always sends may be left out, whichever of them came first', () => {
  expect(failuresOf({ always: [], inWholeRuns: ['a'] }, { always: ['a'], inWholeRuns: [] })).toEqual([]);
});
