import { beforeAll, describe, expect, test } from 'vitest';
import { admin, alice, cut, genuine, idp, refusal, verify } from './fixture.ts';
import { verificationKeys } from './key.ts';
import { assertionNs } from './names.ts';
import { readSigned } from './signature.ts';
import { parseXml } from './xml.ts';

/**
 * Signature wrapping, the eight shapes of Somorovsky et al. (USENIX Security 2012), each built from a genuinely
 * signed message. In every shape, the good bytes and their good signature are still somewhere in the document.
 */
let signedResponse: string;
let signedAssertion: string;
beforeAll(async () => {
  signedResponse = await genuine({ sign: 'response' });
  signedAssertion = await genuine({ sign: 'assertion' });
});

const attempt = (xml: string) => refusal(() => verify(xml));
const insert = (xml: string, before: string, what: string) => {
  const at = xml.lastIndexOf(before);
  expect(at).toBeGreaterThan(-1);
  return xml.slice(0, at) + what + xml.slice(at);
};

/** Splits the message into the parts of the shapes; the forged parts have another ID unless `sameId`. */
function parts(sameId: boolean) {
  const responseSignature = cut(signedResponse, 'ds:Signature');
  const response = signedResponse.replace(responseSignature, '');
  const evilId = (xml: string) => (sameId ? xml : xml.replace(/ ID="[^"]*"/, ' ID="_evil"'));
  const assertion = cut(signedAssertion, 'saml:Assertion');
  const signature = cut(assertion, 'ds:Signature');
  const bare = assertion.replace(signature, '');
  return {
    responseSignature,
    response,
    evilResponse: evilId(response).replaceAll(alice, admin),
    assertion,
    signature,
    bare,
    evilAssertion: evilId(bare).replaceAll(alice, admin),
    around: (inside: string) => signedAssertion.replace(assertion, inside),
  };
}

const inObject = (signature: string, what: string) =>
  insert(signature, '</ds:Signature>', `<ds:Object>${what}</ds:Object>`);

describe.each([
  ['another ID', false],
  ['the same ID', true],
])('wrapping around a signed response, forged with %s', (_, sameId) => {
  test('XSW1: the signed response inside the signature of the forged one', () => {
    const { responseSignature, response, evilResponse } = parts(sameId);
    const xml = insert(evilResponse, '<samlp:Status>', inObject(responseSignature, response));
    expect(attempt(xml)).toMatch(/^signature: .*exactly SignedInfo, SignatureValue\./);
  });

  test('XSW1, directly inside the signature', () => {
    const { responseSignature, response, evilResponse } = parts(sameId);
    const xml = insert(
      evilResponse,
      '<samlp:Status>',
      insert(responseSignature, '</ds:Signature>', response),
    );
    expect(attempt(xml)).toMatch(/^signature: .*exactly SignedInfo, SignatureValue\./);
  });

  test('XSW2: the signed response beside its signature, in the forged one', () => {
    const { responseSignature, response, evilResponse } = parts(sameId);
    const xml = insert(evilResponse, '<samlp:Status>', response + responseSignature);
    expect(attempt(xml)).toMatch(
      sameId ? /^signature: .*occurs more than once/ : /^signature: .*does not refer to the Response/,
    );
  });

  test('the forged response as a child of the signed one', () => {
    const { evilResponse } = parts(sameId);
    const xml = insert(signedResponse, '</samlp:Response>', evilResponse);
    expect(attempt(xml)).toMatch(
      sameId ? /^signature: .*occurs more than once/ : /^signature: .*Response was changed/,
    );
  });

  test('the signed response, complete, as a child of the forged one', () => {
    const { evilResponse } = parts(sameId);
    const xml = insert(evilResponse, '</samlp:Response>', signedResponse);
    expect(attempt(xml)).toMatch(/^assertion-count: /);
  });
});

describe.each([
  ['another ID', false],
  ['the same ID', true],
])('wrapping around a signed assertion, forged with %s', (_, sameId) => {
  test.each(['before', 'after'])('XSW3: the forged assertion %s the signed one', (place) => {
    const { assertion, evilAssertion, around } = parts(sameId);
    const xml = around(place === 'before' ? evilAssertion + assertion : assertion + evilAssertion);
    expect(attempt(xml)).toMatch(/^assertion-count: .*2 assertions/);
  });

  test('XSW4: the signed assertion inside the forged one', () => {
    const { assertion, evilAssertion, around } = parts(sameId);
    const xml = around(insert(evilAssertion, '</saml:Assertion>', assertion));
    expect(attempt(xml)).toMatch(/^assertion-count: .*2 assertions/);
  });

  test('XSW5: the signature moved to the forged assertion, the signed one behind it', () => {
    const { signature, bare, evilAssertion, around } = parts(sameId);
    const xml = around(insert(evilAssertion, '<saml:Subject>', signature) + bare);
    expect(attempt(xml)).toMatch(/^assertion-count: .*2 assertions/);
  });

  test('XSW6: the signed assertion inside the signature of the forged one', () => {
    const { signature, bare, evilAssertion, around } = parts(sameId);
    const xml = around(insert(evilAssertion, '<saml:Subject>', insert(signature, '</ds:Signature>', bare)));
    expect(attempt(xml)).toMatch(/^assertion-count: .*2 assertions/);
  });

  test('XSW7: the forged assertion in Extensions', () => {
    const { evilAssertion } = parts(sameId);
    const xml = insert(
      signedAssertion,
      '<samlp:Status>',
      `<samlp:Extensions>${evilAssertion}</samlp:Extensions>`,
    );
    expect(attempt(xml)).toMatch(/^assertion-count: .*2 assertions/);
  });

  test('XSW8: the signed assertion in an Object of the forged one', () => {
    const { signature, bare, evilAssertion, around } = parts(sameId);
    const xml = around(insert(evilAssertion, '<saml:Subject>', inObject(signature, bare)));
    expect(attempt(xml)).toMatch(/^assertion-count: .*2 assertions/);
  });

  test('the signed assertion disguised by another namespace', () => {
    const { signature, bare, evilAssertion, around } = parts(sameId);
    const disguised = `<x:Assertion xmlns:x="urn:x" xmlns:saml="${assertionNs}" ID="_assertion1">${bare.replace(/^<saml:Assertion[^>]*>|<\/saml:Assertion>$/g, '')}</x:Assertion>`;
    const xml = around(insert(evilAssertion, '<saml:Subject>', signature) + disguised);
    expect(attempt(xml)).toMatch(
      sameId ? /^signature: .*occurs more than once/ : /^signature: .*does not refer to the Assertion/,
    );
  });

  test('only the signature of the genuine assertion on the forged one', () => {
    const { signature, evilAssertion, around } = parts(sameId);
    const xml = around(insert(evilAssertion, '<saml:Subject>', signature));
    expect(attempt(xml)).toMatch(
      sameId ? /^signature: .*Assertion was changed/ : /^signature: .*does not refer to the Assertion/,
    );
  });
});

describe('without the rule of one assertion, the signature alone still refuses the forged one', () => {
  const read = (assertion: string) =>
    refusal(() => readSigned(parseXml(assertion), verificationKeys([idp.certificate])).localName);

  test.each([
    [
      'XSW4',
      () => insert(parts(false).evilAssertion, '</saml:Assertion>', parts(false).assertion),
      /not signed/,
    ],
    [
      'XSW5',
      () => insert(parts(false).evilAssertion, '<saml:Subject>', parts(false).signature),
      /does not refer to the Assertion/,
    ],
    [
      'XSW6',
      () => {
        const { signature, bare, evilAssertion } = parts(false);
        return insert(evilAssertion, '<saml:Subject>', insert(signature, '</ds:Signature>', bare));
      },
      /exactly SignedInfo/,
    ],
    [
      'XSW8',
      () => {
        const { signature, bare, evilAssertion } = parts(false);
        return insert(evilAssertion, '<saml:Subject>', inObject(signature, bare));
      },
      /exactly SignedInfo/,
    ],
  ])('%s', (_, forged, reason) => {
    expect(read(forged())).toMatch(/^signature: /);
    expect(read(forged())).toMatch(reason);
  });

  test('and what it returns is the signed element, not its place in the document', () => {
    expect(read(parts(false).assertion)).toMatch(/^accepted/);
  });
});

test('two assertions that are both genuinely signed are refused', async () => {
  const other = await genuine({ nameId: admin, assertionId: '_assertion2' });
  const xml = insert(signedAssertion, '</samlp:Response>', cut(other, 'saml:Assertion'));
  expect(attempt(xml)).toMatch(/^assertion-count: .*2 assertions/);
});

test('an assertion as the root, without a response, is refused', () => {
  expect(attempt(cut(signedAssertion, 'saml:Assertion'))).toMatch(/^xml: .*not a SAML 2.0 Response/);
});

test('an assertion that is not directly inside the response is refused', () => {
  const { assertion, around } = parts(false);
  expect(attempt(around(`<samlp:Extensions>${assertion}</samlp:Extensions>`))).toMatch(/^assertion-count: /);
});
