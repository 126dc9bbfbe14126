import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { canonicalize } from './canonical.ts';
import { admin, alice, cut, genuine, refusal, resign, swap, verify } from './fixture.ts';
import { parseXml } from './xml.ts';

let signed: string;
beforeAll(async () => {
  signed = await genuine();
});

const attempt = (xml: string) => refusal(() => verify(xml));

describe('a SignedInfo of any other shape is refused, even when the identity provider signed it', () => {
  const transform = (algorithm: string, content = '') =>
    `<ds:Transform Algorithm="${algorithm}">${content}</ds:Transform>`;
  const enveloped = transform('http://www.w3.org/2000/09/xmldsig#enveloped-signature');
  const exclusive = transform('http://www.w3.org/2001/10/xml-exc-c14n#');
  test.each([
    ['XSLT', enveloped + transform('http://www.w3.org/TR/1999/REC-xslt-19991116') + exclusive],
    ['XSLT instead', enveloped + transform('http://www.w3.org/TR/1999/REC-xslt-19991116')],
    [
      'XPath',
      transform('http://www.w3.org/TR/1999/REC-xpath-19991116', '<ds:XPath>/*</ds:XPath>') + exclusive,
    ],
    ['XPath filter', enveloped + transform('http://www.w3.org/2002/06/xmldsig-filter2')],
    ['base64', transform('http://www.w3.org/2000/09/xmldsig#base64') + exclusive],
    ['fifty', enveloped + exclusive.repeat(49)],
    ['other order', exclusive + enveloped],
    ['parameters', enveloped.replace('><', '><ds:XPath>/</ds:XPath><') + exclusive],
    ['twice enveloped', enveloped + enveloped],
    ['inclusive canonicalization', enveloped + transform('http://www.w3.org/TR/2001/REC-xml-c14n-20010315')],
    ['only one', enveloped],
    ['none', ''],
  ])('transforms: %s', (_, transforms) => {
    const xml = resign(
      swap(signed, cut(signed, 'ds:Transforms'), `<ds:Transforms>${transforms}</ds:Transforms>`),
    );
    expect(attempt(xml)).toMatch(/^signature: .*transforms/);
  });

  test.each([
    'http://www.w3.org/TR/2001/REC-xml-c14n-20010315',
    'http://www.w3.org/TR/2001/REC-xml-c14n-20010315#WithComments',
    '',
  ])('canonicalization method %s', (algorithm) => {
    const xml = swap(signed, /(?<=<ds:CanonicalizationMethod Algorithm=")[^"]*/, algorithm);
    expect(attempt(resign(xml))).toMatch(/^signature: .*canonicalization method/);
  });

  test.each(['samlp:Response', 'saml:Assertion', 'ds:SignedInfo'])(
    'the declaration of the prefix xml on %s changes no canonical form',
    (name) => {
      const declared = `<${name} xmlns:xml="http://www.w3.org/XML/1998/namespace" `;
      const xml = swap(signed, new RegExp(`<${name}(?= |>)`), declared.trimEnd());
      expect(attempt(xml)).toMatch(new RegExp(`^accepted.*${alice}`));
    },
  );

  describe('canonicalization with comments, which Amazon names,', () => {
    const named = (xml: string) => resign(xml.replaceAll('xml-exc-c14n#"', 'xml-exc-c14n#WithComments"'));

    test('is accepted without any', () => {
      expect(named(signed)).toContain('#WithComments');
      expect(attempt(named(signed))).toMatch(new RegExp(`^accepted.*${alice}`));
    });

    test.each(['in the name', 'between elements'])('is refused with one %s', (place) => {
      const [from, to] =
        place === 'in the name'
          ? [alice, alice.replace('@', '<!--x-->@')]
          : ['<saml:Conditions', '<!--x--><saml:Conditions'];
      expect(attempt(swap(named(signed), from, to))).toMatch(/^signature: .*has comments.*#WithComments/);
    });
  });

  test.each([
    ['SignatureMethod', 'http://www.w3.org/2000/09/xmldsig#rsa-sha1'],
    ['DigestMethod', 'http://www.w3.org/2000/09/xmldsig#sha1'],
  ])('SHA-1 in %s is refused with a clear reason', (method, algorithm) => {
    const xml = swap(signed, new RegExp(`(?<=<ds:${method} Algorithm=")[^"]*`), algorithm);
    expect(attempt(resign(xml))).toMatch(/^weak-algorithm: .*SHA-1.*Configure the sender to use SHA-256/);
  });

  test.each(['SignatureMethod', 'DigestMethod'])('parameters in %s', (method) => {
    const xml = swap(
      signed,
      `></ds:${method}>`,
      `><ds:HMACOutputLength>1</ds:HMACOutputLength></ds:${method}>`,
    );
    expect(attempt(resign(xml))).toMatch(/^weak-algorithm: /);
  });

  test('two references', () => {
    const reference = cut(signed, 'ds:Reference');
    expect(attempt(resign(swap(signed, reference, reference + reference)))).toMatch(/^signature: .*exactly/);
  });

  test.each([
    ['empty', ''],
    ['an XPointer', "#xpointer(id('_assertion1'))"],
    ['the response', '#_response1'],
    ['a file', 'file:///etc/passwd'],
    ['an address', 'http://127.0.0.1/'],
  ])('the reference is %s', (_, uri) => {
    const xml = resign(swap(signed, 'URI="#_assertion1"', `URI="${uri}"`));
    expect(attempt(xml)).toMatch(/^signature: .*refer/);
  });

  test('a comment beside the signed digest, which older libraries read first (CVE-2025-29775)', () => {
    const tampered = swap(signed, alice, admin);
    const assertion = cut(tampered, 'saml:Assertion');
    const bare = canonicalize(parseXml(swap(assertion, cut(assertion, 'ds:Signature'), '')));
    const digest = createHash('sha256').update(bare).digest('base64');
    const xml = swap(tampered, '<ds:DigestValue>', `<ds:DigestValue><!--${digest}-->`);
    expect(attempt(xml)).toMatch(/^signature: .*DigestValue holds something other than text/);
  });

  test('a comment or an element in SignatureValue', () => {
    expect(attempt(swap(signed, '<ds:SignatureValue>', '<ds:SignatureValue><!--x-->'))).toMatch(
      /^signature: .*SignatureValue holds/,
    );
    expect(attempt(swap(signed, '<ds:SignatureValue>', '<ds:SignatureValue><a/>'))).toMatch(
      /^signature: .*SignatureValue holds/,
    );
  });

  test.each(['before', 'after'])('two SignedInfo, the forged one %s (CVE-2025-29774)', (place) => {
    const tampered = swap(signed, alice, admin);
    const good = cut(signed, 'ds:SignedInfo');
    const evil = swap(good, /<ds:DigestValue>[^<]*/, '<ds:DigestValue>AAAA');
    const xml = swap(tampered, good, place === 'before' ? evil + good : good + evil);
    expect(attempt(xml)).toMatch(/^signature: .*exactly SignedInfo, SignatureValue/);
  });

  test('two signatures', () => {
    const signature = cut(signed, 'ds:Signature');
    expect(attempt(swap(signed, signature, signature + signature))).toMatch(/^signature: .*more than one/);
  });

  test('an Object in the signature', () => {
    const xml = swap(signed, '</ds:Signature>', '<ds:Object></ds:Object></ds:Signature>');
    expect(attempt(xml)).toMatch(/^signature: .*exactly/);
  });
});
