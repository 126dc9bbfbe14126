import { expect, test } from 'vitest';
import { asciiDomain, deliverableAddress, foldMailAddress } from './mail-address.ts';

/** Addresses as people type them, the form that is stored and shown, and the form that a mail server gets. */
test.each([
  ['Dup@Example.COM', 'dup@example.com', 'dup@example.com'],
  ['dup@münchen.example', 'dup@münchen.example', 'dup@xn--mnchen-3ya.example'],
  ['dup@MÜNCHEN.example', 'dup@münchen.example', 'dup@xn--mnchen-3ya.example'],
  ['dup@mu\u0308nchen.example', 'dup@münchen.example', 'dup@xn--mnchen-3ya.example'],
  ['dup@XN--MNCHEN-3YA.example', 'dup@münchen.example', 'dup@xn--mnchen-3ya.example'],
  ['a@straße.example', 'a@straße.example', 'a@xn--strae-oqa.example'],
  ['a@ｅｘａｍｐｌｅ.com', 'a@example.com', 'a@example.com'],
  ['a@example。com', 'a@example.com', 'a@example.com'],
  ['a@例え。テスト', 'a@例え.テスト', 'a@xn--r8jz45g.xn--zckzah'],
  ['a@نامه\u200cای.com', 'a@نامه\u200cای.com', 'a@xn--mgba3gch31f060k.com'],
  ['a@xn--mgba3gch31f060k.com', 'a@نامه\u200cای.com', 'a@xn--mgba3gch31f060k.com'],
  ['a@xn--n3h.net', 'a@☃.net', 'a@xn--n3h.net'],
  // No letters: DNS can have such a label all the same.
  ['a@xn--0.example', 'a@xn--0.example', 'a@xn--0.example'],
  ['İ@example.com', 'İ@example.com', 'İ@example.com'],
  ['I\u0307@example.com', 'İ@example.com', 'İ@example.com'],
  ['i\u0307@example.com', 'i\u0307@example.com', 'i\u0307@example.com'],
  ['ı@example.com', 'ı@example.com', 'ı@example.com'],
  ['JÜRGEN.İ@MÜNCHEN.example', 'jürgen.İ@münchen.example', 'jürgen.İ@xn--mnchen-3ya.example'],
  ['ΟΔΟΣ@example.com', 'οδος@example.com', 'οδος@example.com'],
  ["o'hara+tag@example.com", "o'hara+tag@example.com", "o'hara+tag@example.com"],
])('%s is the mailbox %s, to which mail goes as %s', (typed, stored, delivered) => {
  expect(foldMailAddress(typed)).toBe(stored);
  expect(foldMailAddress(stored)).toBe(stored);
  expect(foldMailAddress(delivered)).toBe(stored);
  expect(deliverableAddress(typed)).toBe(delivered);
});

test.each([
  ...[
    '',
    '@',
    'a',
    'a@',
    '@b.c',
    'a@b',
    'a@@b.c',
    'a@b@c.d',
    'a b@c.d',
    'a@b..c',
    '.a@b.c',
    'a@-b.c',
    'a@b_c.d',
  ],
  ...[
    'a@１.２',
    'a@ü.1',
    'a@ü.0x7f',
    'a@b.c/d',
    'a@ü%2ecom',
    'a@ü℀.com',
    'a@[127.0.0.1]',
    '"a b"@c.d',
    'a＠b.c',
  ],
  ...[
    'a@\u0301b.com',
    'a@ü\u00ad\u00ad',
    `${'a'.repeat(65)}@b.c`,
    `a@${'ü'.repeat(60)}.c`,
    `a@${'b.'.repeat(130)}c`,
  ],
])('%j is no address', (text) => {
  expect(foldMailAddress(text)).toBeUndefined();
});

test('a domain of a tenant has the form that the domain of an address is compared in', () => {
  for (const domain of ['münchen.example', 'MÜNCHEN.example', 'xn--mnchen-3ya.example', 'münchen。example'])
    expect(asciiDomain(domain)).toBe('xn--mnchen-3ya.example');
});
