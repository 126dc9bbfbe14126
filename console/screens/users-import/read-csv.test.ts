import { expect, test } from 'vitest';
import { processorSeconds } from '../../../test/processor-time.ts';
import { csvLine } from '../../components/csv.ts';
import { readCsv } from './read-csv.ts';

test.each([
  [
    'a,b\nc,d',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'a,b\r\nc,d\r\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'a,b\rc,d\r',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  ['"a ""b""",c', [['a "b"', 'c']]],
  [
    '"a\r\nb","c,d"\ne,f',
    [
      ['a\r\nb', 'c,d'],
      ['e', 'f'],
    ],
  ],
  [
    'a,\n,b',
    [
      ['a', ''],
      ['', 'b'],
    ],
  ],
  ['a,', [['a', '']]],
  [
    'a,b\n\n ,\nc,d',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  ['"",a', [['', 'a']]],
  ['"a"b,c', [['ab', 'c']]],
  ['a"b,c', [['a"b', 'c']]],
  ['"a,b\nc', [['a,b\nc']]],
  ['', []],
  ['\n\r\n', []],
  ['single', [['single']]],
])('%j is read', (text, rows) => {
  expect(readCsv(text).rows).toEqual(rows);
});

test('the first cell does not include the byte order mark', () => {
  expect(readCsv('\u{feff}"loginId",b').rows).toEqual([['loginId', 'b']]);
});

test.each([
  ['a;b,c;d', ';', ['a', 'b,c', 'd']],
  ['a\tb,c\td', '\t', ['a', 'b,c', 'd']],
  ['a,b;c,d', ',', ['a', 'b;c', 'd']],
  ['"a;b;c;d",e', ',', ['a;b;c;d', 'e']],
])('of %j the separator is found out', (text, separator, row) => {
  expect(readCsv(text)).toEqual({ separator, rows: [row] });
});

test('the reader returns the cells that the writer wrote', () => {
  const cells = ['a', '', 'say "hi"', 'x,y\r\nz', ' spaced ', 'ä€😀'];
  expect(readCsv(csvLine(cells)).rows).toEqual([cells]);
});

test('reading time grows linearly with the size of the file', () => {
  const text = 'a,"b ""c""",d\n'.repeat(100_000);
  const seconds = processorSeconds(() => expect(readCsv(text).rows).toHaveLength(100_000));
  // An implementation with quadratic time would take minutes.
  expect(seconds).toBeLessThan(15);
});
