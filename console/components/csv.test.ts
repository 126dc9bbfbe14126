import { expect, test } from 'vitest';
import { csvLine, withoutDefusal } from './csv.ts';

test('every cell is quoted, and quotes in it are doubled', () => {
  expect(csvLine(['a', '', 'say "hi"', 'x,y\nz'])).toBe('"a","","say ""hi""","x,y\nz"\r\n');
});

test.each(['=1+1', '+12025550123', '-1', '@sum(a1)', '\tx', '\rx', '\n=1', '＝1'])(
  'a spreadsheet does not run %j, and it is read back as it was',
  (text) => {
    expect(csvLine([text])).toBe(`"'${text}"\r\n`);
    expect(withoutDefusal(`'${text}`)).toBe(text);
  },
);

test.each(["'tis", "O'Neill", 'a=b', "''=1"])('%j stays as it is', (text) => {
  expect(csvLine([text])).toBe(`"${text}"\r\n`);
  expect(withoutDefusal(text)).toBe(text);
});
