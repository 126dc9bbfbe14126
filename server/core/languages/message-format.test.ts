import { expect, test } from 'vitest';
import { rulesOf } from './language.ts';
import { formatText, parseText, TextError } from './message-format.ts';

const write = (text: string, values: Record<string, string | number>, tag = 'en') =>
  formatText(parseText(text, rulesOf(tag)), values, rulesOf(tag));

test.each([
  ['Hello', {}, 'en', 'Hello'],
  ['{name}', { name: 'Ann' }, 'en', 'Ann'],
  ['Sign in to { project }.', { project: 'A{b}' }, 'en', 'Sign in to A{b}.'],
  ['{count, plural, one {1 day} other {{count} days}}', { count: 1 }, 'en', '1 day'],
  ['In {count, plural, one {1 day} other {{count} days}}!', { count: 1_200 }, 'en', 'In 1,200 days!'],
  ['{n,plural,one{# {who}}other{{n} von {who}}}', { n: 2, who: 'x' }, 'de', '2 von x'],
  ['{n, plural, one {{n} plik} few {{n} pliki} other {{n} plików}}', { n: 3 }, 'pl', '3 pliki'],
  ['{n, plural, one {zéro ou un} other {plusieurs}}', { n: 0 }, 'fr', 'zéro ou un'],
])('%j with %j in %s is %j', (text, values, tag, expected) => {
  expect(write(text, values as unknown as Record<string, string>, tag)).toBe(expected);
});

test.each([
  ['{', 'without the name of a placeholder'],
  ['{}', 'without the name of a placeholder'],
  ['{{name}}', 'without the name of a placeholder'],
  ['{name', 'no } after it'],
  ['name}', '} without its {'],
  ['{name, number}', 'more than a name in {name}'],
  ['{n, plural, one {x}}', 'lacks the plural form other of {n}'],
  ['{n, plural, few {x} other {y}}', 'the plural form few of {n}; the forms of this language are one, other'],
  ['{n, plural, one {x} other {y}', 'no } after it'],
  ['{n, plural, one {x', '{ without its }'],
])('%j is refused: %s', (text, why) => {
  expect(() => parseText(text, rulesOf('en'))).toThrow(TextError);
  expect(() => parseText(text, rulesOf('en'))).toThrow(why);
});
