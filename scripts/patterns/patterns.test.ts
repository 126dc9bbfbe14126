import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { judge } from './judge.ts';
import { readPatterns } from './read-patterns.ts';

let folder: string;
beforeEach(() => {
  // Without a process of its own, which would outlive the test.
  vi.stubEnv('RECHECK_BACKEND', 'pure');
  folder = mkdtempSync(join(tmpdir(), 'latchkey-patterns-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

const judgeAll = (...patterns: RegExp[]) => judge(patterns, join(folder, 'known', 'patterns.json'));

test('a pattern whose time can grow faster than the text is named with its power', async () => {
  const patterns = [/^(<!--[\s\S]*?-->\s*)*<svg/, /\{\{\s*([^{}]*?)\s*\}\}/g, /\/+$/];
  const problems = ['exponential time', '3rd degree polynomial time', '2nd degree polynomial time'];
  expect(await judgeAll(...patterns)).toEqual(problems);
  // The second time, from the file.
  expect(await judgeAll(...patterns)).toEqual(problems);
});

test('what cannot be judged is refused', async () => {
  const refused = expect.stringContaining('cannot be judged');
  expect(await judgeAll(/a(?!.*b)/, /(?<=a[b]*)c/, /(a+)-\1/, /(?<n>a+)-\k<n>/)).toEqual([
    refused,
    refused,
    refused,
    refused,
  ]);
});

test('patterns of one pass are accepted', async () => {
  const patterns = [
    /^[^\s@]+@\S+$/,
    /\{\{([^{}]*)\}\}/g,
    /<[^<>]*>/g,
    /(?<![\w+])\d{6}(?!\w)/,
    /'(?=[=+*])/,
    /a\+(?!b)/,
  ];
  expect(await judgeAll(...patterns)).toEqual(patterns.map(() => undefined));
});

test('literals are read, and expressions built from constants of the file', () => {
  const text = `
const blank = '[ \\\\t]';
const end = /$/;
const found = text.match(/a+/gi);
const tag = new RegExp(\`<\${blank}*\` + '>', 'y');
const again = RegExp(end, 'm');
function of(name: string) { return new RegExp(\`^\${name}\`); }
`;
  expect(readPatterns('server/a.ts', text)).toEqual([
    { path: 'server/a.ts', line: 3, expression: { source: '$', flags: '' } },
    { path: 'server/a.ts', line: 4, expression: { source: 'a+', flags: 'gi' } },
    { path: 'server/a.ts', line: 5, expression: { source: '<[ \\t]*>', flags: 'y' } },
    { path: 'server/a.ts', line: 6, expression: { source: '$', flags: 'm' } },
    { path: 'server/a.ts', line: 7, expression: undefined },
  ]);
});
