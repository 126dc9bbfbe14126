import { expect, test } from 'vitest';
import { csvLine, unescapeFormula } from './csv.ts';

test('a line quotes every cell and doubles the quotes inside', () => {
  expect(csvLine(['a', '', 'say "hi"', 'x,y\nz'])).toBe('"a","","say ""hi""","x,y\nz"\r\n');
});

test.each(['=1+1', '+12025550123', '-1', '@sum(a1)', '\tx', '\rx', '\n=1', '＝1'])(
  '%j cannot run as a formula and reads back unchanged',
  (text) => {
    expect(csvLine([text])).toBe(`"'${text}"\r\n`);
    expect(unescapeFormula(`'${text}`)).toBe(text);
  },
);

test.each(["'tis", "O'Neill", 'a=b', "''=1"])('%j is written without an apostrophe', (text) => {
  expect(csvLine([text])).toBe(`"${text}"\r\n`);
  expect(unescapeFormula(text)).toBe(text);
});
