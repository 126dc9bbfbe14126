import { describe, expect, test } from 'vitest';
import { refusal } from './fixture.ts';
import { checkSamlLimits, metadataLimits } from './limits.ts';

const check = (xml: string | Buffer) => refusal(() => checkSamlLimits(xml));

describe('well-formed documents pass', () => {
  test.each([
    ['<a/>'],
    [
      '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n<!-- c --><p:a xmlns:p="u"\n b = \'1\'>t</p:a >\n<!-- d -->',
    ],
    ['<a>&lt;&gt;&amp;&quot;&apos;&#65;&#x1F600;\u{1F600}é\u2028<![CDATA[<b>&c;]]></a>'],
    ['<a b=">"><b/><!----><c></c></a>'],
    ['<a xmlns:xml="http://www.w3.org/XML/1998/namespace" xml:lang="en"/>'],
  ])('%s', (xml) => expect(checkSamlLimits(xml)).toBe(xml));

  test('a byte order mark is dropped', () => {
    expect(checkSamlLimits(Buffer.from('\uFEFF<a/>'))).toBe('<a/>');
    expect(checkSamlLimits('\uFEFF<a/>')).toBe('<a/>');
  });
});

describe('every document that a parser would have to repair or expand is refused', () => {
  test.each([
    ['document type', '<!DOCTYPE a><a/>'],
    ['document type in lower case', '<!doctype a><a/>'],
    ['external entity', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>'],
    ['entity declaration inside', '<a><!ENTITY x "y"></a>'],
    ['processing instruction inside', '<a><?php x?></a>'],
    ['processing instruction before', '<?xml-stylesheet href="x"?><a/>'],
    ['XML declaration in the middle', '<a><?xml version="1.0"?></a>'],
    ['XML 1.1', '<?xml version="1.1"?><a/>'],
    ['other encoding', '<?xml version="1.0" encoding="UTF-7"?><a/>'],
    ['two roots', '<a/><a/>'],
    ['two roots with content', '<a></a><b></b>'],
    ['text before', 'x<a/>'],
    ['text after', '<a/>x'],
    ['CDATA after', '<a/><![CDATA[x]]>'],
    ['no root', '<!-- a -->'],
    ['nothing', ''],
    ['unclosed', '<a><b></b>'],
    ['unclosed with the same name', '<a><a></a>'],
    ['crossed', '<a><b></a></b>'],
    ['end tag too many', '<a></a></a>'],
    ['end tag in another case', '<a></A>'],
    ['rest in the end tag', '<a></a b>'],
    ['attribute without quotes', '<a b=c/>'],
    ['attribute without value', '<a b/>'],
    ['attribute twice', '<a b="1" b="2"/>'],
    ['attributes without space', '<a b="1"c="2"/>'],
    ['less-than in an attribute', '<a b="<"/>'],
    ['undeclared entity', '<a>&nbsp;</a>'],
    ['bare ampersand', '<a>a & b</a>'],
    ['reference without semicolon', '<a>&amp</a>'],
    ['reference to NUL', '<a>&#0;</a>'],
    ['reference to half a pair', '<a>&#xD800;</a>'],
    ['reference beyond Unicode', '<a>&#x110000;</a>'],
    ['control character', '<a>\u0001</a>'],
    ['half a surrogate pair', '<a>\ud800</a>'],
    ['double hyphen in a comment', '<a><!-- a -- b --></a>'],
    ['end of CDATA in text', '<a>]]></a>'],
    ['name beyond ASCII', '<é/>'],
    ['name with two colons', '<a:b:c xmlns:a="u"/>'],
    ['prefix xml declared for another namespace', '<a xmlns:xml="u"/>'],
    ['another prefix declared for that of xml', '<a xmlns:a="http://www.w3.org/XML/1998/namespace"/>'],
    ['the namespace of xml declared as the default', '<a xmlns="http://www.w3.org/XML/1998/namespace"/>'],
    ['prefix xmlns declared', '<a xmlns:xmlns="u"/>'],
    ['prefix __proto__ declared', '<a xmlns:__proto__="u"/>'],
    ['prefix undeclared', '<a xmlns:b=""/>'],
    ['attribute that begins with xmlns', '<a xmlnsb="u"/>'],
    ['quote in a namespace name', '<a xmlns:b="u&quot; ID=&quot;x"/>'],
    ['HTML namespace', '<a xmlns="http://www.w3.org/1999/xhtml"/>'],
  ])('%s', (_, xml) => expect(check(xml)).toMatch(/^xml: /));

  test('bytes that are not UTF-8', () => {
    expect(check(Buffer.from([0x3c, 0x61, 0xff, 0x2f, 0x3e]))).toMatch(/^encoding: /);
    expect(check(Buffer.from('<a/>', 'utf16le'))).toMatch(/^xml: /);
  });
});

describe('each limit holds exactly', () => {
  const attributes = (count: number) => Array.from({ length: count }, (_, i) => ` a${i}=""`).join('');
  const namespaces = (count: number) => Array.from({ length: count }, (_, i) => ` xmlns:a${i}="u"`).join('');
  const names = (count: number) => Array.from({ length: count }, (_, i) => `<a${i}/>`).join('');
  test.each([
    ['size', (n: number) => `<a>${'x'.repeat(n - 7)}</a>`, 128 * 1024],
    ['nodes', (n: number) => `<a>${'<b/>'.repeat(n - 1)}</a>`, 5000],
    ['nodes, as comments', (n: number) => `<a>${'<!---->'.repeat(n - 1)}</a>`, 5000],
    ['nodes, as CDATA', (n: number) => `<a>${'<![CDATA[]]>'.repeat(n - 1)}</a>`, 5000],
    ['depth', (n: number) => '<a>'.repeat(n) + '</a>'.repeat(n), 64],
    ['attributes', (n: number) => `<a${attributes(n)}/>`, 64],
    ['namespaces', (n: number) => `<a${namespaces(n)}/>`, 16],
    ['element names', (n: number) => `<b>${names(n - 1)}</b>`, 200],
  ])('%s', (_, document, limit) => {
    expect(check(document(limit))).toMatch(/^accepted/);
    expect(check(document(limit + 1))).toMatch(/^too-large: /);
  });

  test('the size counts bytes, not characters', () => {
    expect(check(`<a>${'é'.repeat(70_000)}</a>`)).toMatch(/^too-large: /);
  });

  test('metadata may be larger', () => {
    expect(checkSamlLimits(`<a>${'x'.repeat(400_000)}</a>`, metadataLimits)).toHaveLength(400_007);
  });
});
