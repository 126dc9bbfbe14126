import { expect, test } from 'vitest';
import { readPhoneNumber } from './phone-number.ts';
import { foldTyped, readCode, typedText } from './typed-text.ts';

const joiners = ['\u200c', '\u200d'];
/** Letters that change in lower case or in another form of Unicode, blanks, marks, and joiners. */
const signs = [
  ...joiners,
  ...[
    'a',
    'E',
    '-',
    ' ',
    '\u00a0',
    '\u3000',
    '\t',
    '\u200b',
    '\u00ad',
    '\u2066',
    '\u0301',
    '\u0307',
    '\u034f',
  ],
  ...[
    'é',
    'İ',
    'Σ',
    '\u212a',
    '\u037e',
    'न',
    '\u094d',
    'ی',
    '한',
    '\u1112',
    '\u1161',
    '\u3164',
    '\ufeff',
    '👩',
  ],
];

/** Returns texts of the signs, the same in each run. */
function* texts(count: number): Generator<string> {
  let state = 1;
  const next = (below: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
  for (let made = 0; made < count; made += 1)
    yield Array.from({ length: 1 + next(7) }, () => signs[next(signs.length)]).join('');
}

test('a name has one form, whichever form of Unicode it is typed in and however often it is read', () => {
  const wrong: string[] = [];
  for (const text of texts(20_000)) {
    const forms = [
      text,
      text.normalize('NFC'),
      text.normalize('NFD'),
      ` \u200e${text}\u2060\u00a0`,
      typedText(text),
    ];
    if (new Set(forms.map(typedText)).size > 1) wrong.push(JSON.stringify(text));
    if (new Set([...forms, foldTyped(text)].map(foldTyped)).size > 1) wrong.push(JSON.stringify(text));
  }
  expect(wrong.slice(0, 5)).toEqual([]);
});

test.each([
  ['Persian', 'می\u200cخواهم'],
  ['Hindi', 'क\u094d\u200dष'],
  ['Malayalam', 'അവന\u0d4d\u200d'],
  ['an emoji', '👨\u200d👩\u200d👧'],
])('a joiner that shapes letters stays: %s', (_, text) => {
  expect(typedText(` ${text}x`)).toBe(`${text}x`.replace(/\u200dx/, 'x'));
});

test.each([
  ['+44 (0)20 7946 0018', '+442079460018'],
  ['+44 020 7946 0018', '+442079460018'],
  ['+39 (0)6 698 12345', '+390669812345'],
  ['0044 20 7946 0018', '+442079460018'],
  ['00-44-20-7946-0018', '+442079460018'],
  ['(00) 44 20 7946 0018', '+442079460018'],
  ['00 (44) 20 7946 0018', '+442079460018'],
  ['00\u202f44\u202f20 7946 0018', '+442079460018'],
  ['٠٠٤٤ ٢٠ ٧٩٤٦ ٠٠١٨', '+442079460018'],
  ['(+44) 20 7946 0018', '+442079460018'],
  ['＋４４ ２０ ７９４６ ００１８', '+442079460018'],
  ['\u202a+44 20 7946 0018\u202c', '+442079460018'],
])('%s is the number %s', (typed, number) => {
  expect(readPhoneNumber(typed)).toBe(number);
  expect(readPhoneNumber(number)).toBe(number);
});

test.each([
  ...['+', '', '+44', '00', '020 7946 0018', '2025550123', '011 44 20 7946 0018', '+0044 20 7946 0018'],
  ...[
    '+1 202 555 0123 ext. 5',
    '+1 202 555 0123;ext=5',
    '+1 202 555 0123 x5',
    '+1 202 555 0123#5',
    '+1 800 FLOWERS',
  ],
  ...['44+20 7946 0018', '+44+20 7946 0018', '0000 20 7946 0018', `+${'1'.repeat(16)}`],
])('%j is no number with a country code', (typed) => {
  expect(readPhoneNumber(typed)).toBeUndefined();
});

test.each([
  '123 456',
  '123-456',
  '１２３４５６',
  '١٢٣٤٥٦',
  '१२३४५६',
  '1 2 3\u00a04 5 6',
  '\u200b123\u2013456.',
])('%j is the code 123456', (typed) => {
  expect(readCode(typed)).toBe('123456');
});
