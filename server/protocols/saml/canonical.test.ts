import { expect, test } from 'vitest';
import { canonicalize } from './canonical.ts';
import { parseXml } from './xml.ts';

test('comments are left out, attributes put in order, namespaces only where they are used', () => {
  const xml = `<a xmlns:x="u" xmlns:y="v" c='1' b="&quot;&#10;"><!-- no --><x:b y:z="" a=""/>t&gt;<![CDATA[&]]></a>`;
  expect(canonicalize(parseXml(xml))).toBe(
    '<a b="&quot;&#xA;" c="1"><x:b xmlns:x="u" xmlns:y="v" a="" y:z=""></x:b>t&gt;&amp;</a>',
  );
});

test('a listed prefix is included from the nearest ancestor, unless the element declares it itself', () => {
  const root = parseXml('<r xmlns:p="far" xmlns:q="far"><s xmlns:p="near"><a/><b xmlns:p="own"/></s></r>');
  const [a, b] = Array.from({ length: 2 }, (_, i) => root.firstChild?.childNodes[i] as Element);
  const before = canonicalize(root, ['p', 'q']);
  expect(canonicalize(a!, ['p', 'q', 'unknown'])).toBe('<a xmlns:p="near" xmlns:q="far"></a>');
  expect(canonicalize(b!, ['p'])).toBe('<b xmlns:p="own"></b>');
  expect(canonicalize(a!)).toBe('<a></a>');
  expect(canonicalize(root, ['p', 'q'])).toBe(before);
});
