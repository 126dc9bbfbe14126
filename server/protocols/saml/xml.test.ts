import { expect, test } from 'vitest';
import { refusal } from './fixture.ts';
import { allTextOf, escapeXml, parseXml, textOf } from './xml.ts';

test('text is read across comments and CDATA sections', () => {
  expect(textOf(parseXml('<a>admin@corp.example<!-- x -->.evil<![CDATA[.test]]></a>'))).toBe(
    'admin@corp.example.evil.test',
  );
});

test('an element where only text belongs is refused', () => {
  expect(refusal(() => textOf(parseXml('<a>x<b>y</b></a>')))).toMatch(/^xml: .*element inside/);
  expect(allTextOf(parseXml('<a>x<b>y<c>z</c></b></a>'))).toBe('xyz');
});

test('line ends follow XML 1.0, and rarer separators are kept', () => {
  expect(textOf(parseXml('<a>1\r\n2\r3\u00854\u20285</a>'))).toBe('1\n2\n3\u00854\u20285');
});

test.each([
  ['an element', '<p:a/>'],
  ['an attribute', '<a p:b=""/>'],
  ['an element, with a name that every object has', '<constructor:a/>'],
  ['an element, with the name of the prototype', '<__proto__:a/>'],
])('a prefix without declaration is refused: %s', (_, xml) => {
  expect(refusal(() => parseXml(xml))).toMatch(/^xml: .*prefix that is not declared/);
});

test('attributes that differ only in their prefix are refused', () => {
  const xml = '<a xmlns:p="u" xmlns:q="u" p:id="1" q:id="2"/>';
  expect(refusal(() => parseXml(xml))).toMatch(/^xml: .*attribute given twice/);
});

test('escaped text comes back unchanged, in content and in attributes', () => {
  const text = `<a href="x">&amp; 'quoted'\ttab\r\nline`;
  const root = parseXml(`<a b="${escapeXml(text)}">${escapeXml(text)}</a>`);
  expect(root.getAttribute('b')).toBe(text);
  expect(textOf(root)).toBe(text);
});
