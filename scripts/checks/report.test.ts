import { expect, test } from 'vitest';
import { asItIs, linesOf, ofLint, ofTypes, ofUnusedCode } from './report.ts';

test('each check reports the place, the rule and the remedy, on one line each', () => {
  const types = [
    "server/a.ts(4,14): error TS2322: Type 'A' is not assignable to type 'B'.",
    "  Types of property 'x' are incompatible.",
    "    Type 'string' is not assignable to type 'number'.",
    "server/b.ts(8,18): error TS2304: Cannot find name 'ctx'.",
  ].join('\n');
  expect(ofTypes(types)).toEqual([
    "server/a.ts:4: TS2322: Type 'A' is not assignable to type 'B'. Type 'string' is not assignable to type 'number'.",
    "server/b.ts:8: TS2304: Cannot find name 'ctx'.",
  ]);
  const lint = [
    '× server/a.ts:1:1: assist/source/organizeImports: Sort these imports.',
    '! server/a.ts:7:25: lint/suspicious/noDoubleEquals: Using == may be unsafe.',
    '× server/b.ts: format: File content differs from formatting output',
    'Checked 12 files in 2s. No fixes applied.',
    'Found 3 errors.',
  ].join('\n');
  expect(ofLint(lint)).toEqual([
    'server/a.ts:1: Sort these imports. Run npx biome check --write server/a.ts',
    'server/a.ts:7: Using == may be unsafe. (lint/suspicious/noDoubleEquals)',
    'server/b.ts:1: File content differs from formatting output. Run npx biome check --write server/b.ts',
  ]);
  const issues = [
    { file: 'server/a.ts', files: [{ name: 'server/a.ts' }], exports: [] },
    { file: 'server/b.ts', files: [], exports: [{ name: 'b', line: 3, col: 14 }] },
  ];
  expect(ofUnusedCode(JSON.stringify({ issues }))).toEqual([
    'server/a.ts:1: nothing imports this file. Delete it, or import it',
    'server/b.ts:3: b (exports) is unused or unknown. Remove it, or use it',
  ]);
  expect(asItIs('server/a.ts:3: a rule. A remedy.\n')).toEqual(['server/a.ts:3: a rule. A remedy.']);
});

test('many lines are cut, and a crash is shown whole', () => {
  const lines = Array.from({ length: 30 }, (_, index) => `server/a.ts:${index + 1}: a rule.`).join('\n');
  expect(linesOf(lines, asItIs).split('\n').slice(24)).toEqual(['server/a.ts:25: a rule.', '… and 5 more']);
  expect(linesOf('Error: no memory\n    at x\n', asItIs)).toBe('Error: no memory\n    at x');
});
