import { createHmac, generateKeyPairSync, sign as signBytes, X509Certificate } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  acsUrl,
  admin,
  alice,
  cut,
  genuine,
  idp,
  idpEntityId,
  now,
  refusal,
  resign,
  signedInfoOf,
  spEntityId,
  stranger,
  swap,
  verify,
} from './fixture.ts';
import { selfSign } from './self-signed.ts';
import { bareCertificate } from './sign.ts';
import { signAny } from './sign-any.ts';

let signed: string;
let signedResponse: string;
beforeAll(async () => {
  signed = await genuine();
  signedResponse = await genuine({ sign: 'response' });
});

const attempt = (xml: string) => refusal(() => verify(xml));

describe('a signature on either level is enough, and two must both be good', () => {
  test.each(['assertion', 'response', 'both'] as const)('%s', async (sign) => {
    expect(verify(await genuine({ sign })).nameId).toBe(alice);
  });

  test('a broken assertion signature in a signed response is refused', async () => {
    const badInner = await genuine({ signer: stranger.signer });
    expect(attempt(await signAny(badInner, idp.signer))).toMatch(/^signature: .*certificates/);
    const both = await genuine({ sign: 'both' });
    const inner = cut(both, 'saml:Assertion');
    const tampered = swap(both, inner, swap(inner, alice, admin));
    expect(attempt(tampered)).toMatch(/^signature: .*the Response was changed/);
  });
});

describe('unsigned and wrongly signed messages are refused', () => {
  test('nothing is signed', async () => {
    expect(attempt(await genuine({ sign: 'none' }))).toMatch(/^signature: .*not signed/);
  });

  test('the signature was removed', () => {
    expect(attempt(swap(signed, cut(signed, 'ds:Signature'), ''))).toMatch(/^signature: .*not signed/);
  });

  test.each(['', ' ', '\n'])('the signature value is empty: %j', (value) => {
    const xml = swap(signed, /<ds:SignatureValue>[^<]*</, `<ds:SignatureValue>${value}<`);
    expect(attempt(xml)).toMatch(/^signature: .*value is empty/);
  });

  test('another key with the same subject, its certificate in KeyInfo', async () => {
    const subject = (certificate: string) => new X509Certificate(certificate).subject;
    expect(subject(stranger.certificate)).toBe(subject(idp.certificate));
    const xml = await genuine({ signer: stranger.signer });
    expect(xml).toContain(bareCertificate(stranger.certificate));
    expect(attempt(xml)).toMatch(/^signature: .*not made with any of the certificates/);
  });

  test('another key, claiming the right certificate in KeyInfo', async () => {
    const xml = await genuine({ signer: { ...stranger.signer, certificate: idp.certificate } });
    expect(attempt(xml)).toMatch(/^signature: .*not made with any of the certificates/);
  });

  test('no certificate configured is an error and not "no check"', () => {
    const run = (certificates: string[]) =>
      refusal(() => verify(signed, { idp: { entityId: idpEntityId, certificates } }));
    expect(run([])).toMatch(/^certificate: No signing certificate/);
    expect(run([''])).toMatch(/^certificate: /);
    expect(run([stranger.certificate, idp.certificate])).toMatch(/^accepted/);
    expect(run([bareCertificate(idp.certificate)])).toMatch(/^accepted/);
  });

  test('an HMAC with the certificate as its secret', () => {
    const hmac = 'http://www.w3.org/2001/04/xmldsig-more#hmac-sha256';
    const xml = swap(signed, /(?<=<ds:SignatureMethod Algorithm=")[^"]*/, hmac);
    const canonical = signedInfoOf(xml);
    const value = createHmac('sha256', idp.certificate).update(canonical).digest('base64');
    const forged = swap(xml, /<ds:SignatureValue>[^<]*</, `<ds:SignatureValue>${value}<`);
    expect(attempt(forged)).toMatch(/^weak-algorithm: .*hmac/);
  });

  test('an EC signature is not tried against an RSA key', () => {
    const ecdsa = 'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256';
    const xml = resign(swap(signed, /(?<=<ds:SignatureMethod Algorithm=")[^"]*/, ecdsa));
    expect(attempt(xml)).toMatch(/^signature: .*certificates/);
  });

  test.each([
    ['RSA of 1024 bits', generateKeyPairSync('rsa', { modulusLength: 1024 }), /RSA key of 1024 bits/],
    [
      'an EC key on another curve',
      generateKeyPairSync('ec', { namedCurve: 'secp256k1' }),
      /must be an RSA key .* P-521 key/,
    ],
  ])('a key that is too weak: %s', async (_, keys, reason) => {
    const certificate = await selfSign('idp.example', keys, now);
    const run = () => verify(signed, { idp: { entityId: idpEntityId, certificates: [certificate] } });
    expect(refusal(run)).toMatch(/^weak-algorithm: /);
    expect(refusal(run)).toMatch(reason);
  });
});

describe('IDs', () => {
  test.each([
    ['Id beside ID', 'Id="_other"'],
    ['id beside ID', 'id="_other"'],
    ['an ID in a namespace beside ID', 'xmlns:x="urn:x" x:ID="_other"'],
  ])('%s on the signed element', (_, attribute) => {
    const xml = swap(signed, 'ID="_assertion1"', `ID="_assertion1" ${attribute}`);
    expect(attempt(xml)).toMatch(/^signature: .*more than one ID/);
  });

  test.each([
    ['ID of the response', 'ID="_response1"', 'ID="_assertion1"'],
    ['Id of another element', '<samlp:Status>', '<samlp:Status Id="_assertion1">'],
    ['id in a namespace', '<samlp:Status>', '<samlp:Status xmlns:x="urn:x" x:id="_assertion1">'],
    ['xml:id', '<samlp:Status>', '<samlp:Status xml:id="_assertion1">'],
  ])('the signed ID occurs again as %s', (_, from, to) => {
    expect(attempt(swap(signed, from, to))).toMatch(/^signature: .*occurs more than once/);
  });

  test('the signed element has lost its ID', () => {
    expect(attempt(swap(signed, 'ID="_assertion1"', 'Id="_assertion1"'))).toMatch(
      /^signature: .*does not refer/,
    );
  });
});

describe('unsigned content has no effect', () => {
  test('a comment inside the NameID does not cut it short', async () => {
    const evil = 'admin@corp.example.evil.test';
    const xml = await genuine({ nameId: evil });
    const commented = swap(xml, `${evil}<`, 'admin@corp.example<!---->.evil.test<');
    expect(verify(commented).nameId).toBe(evil);
  });

  test('a namespace declared anew on the assertion', () => {
    const xml = swap(signed, /(?<=<saml:Assertion xmlns:saml=")[^"]*/, 'urn:evil');
    expect(attempt(xml)).toMatch(/^assertion-count: .*0 assertions/);
    const inner = swap(signed, '<saml:NameID ', '<saml:NameID xmlns:saml="urn:evil" ');
    expect(attempt(inner)).toMatch(/^signature: .*changed after it was signed/);
    const added = swap(signed, '<saml:NameID ', '<saml:NameID xmlns:evil="urn:evil" xmlns="urn:evil" ');
    expect(verify(added).nameId).toBe(alice);
  });

  test('an element or attribute added to the assertion', () => {
    for (const [from, to] of [
      ['<saml:NameID', '<saml:NameID x="y"'],
      ['</saml:Subject>', '<saml:NameID>admin</saml:NameID></saml:Subject>'],
      ['</saml:NameID>', '<![CDATA[.evil]]></saml:NameID>'],
      ['<saml:NameID', ' <saml:NameID'],
    ] as const)
      expect(attempt(swap(signed, from, to))).toMatch(/^signature: .*changed after it was signed/);
  });

  test('the signed response protects content outside the assertion', () => {
    for (const [from, to] of [
      [`Destination="${acsUrl}"`, 'Destination="https://evil.test/"'],
      [spEntityId, 'https://other.example'],
      ['</samlp:Status>', '</samlp:Status><samlp:Extensions/>'],
    ] as const)
      expect(attempt(swap(signedResponse, from, to))).toMatch(/^signature: .*Response was changed/);
  });
});

test.each(['prime256v1', 'secp384r1', 'secp521r1'])('ECDSA on %s is accepted', async (namedCurve) => {
  const keys = generateKeyPairSync('ec', { namedCurve });
  const certificate = await selfSign('idp.example', keys, now);
  const xml = await genuine({ signer: { privateKey: keys.privateKey, certificate } });
  const certificates = [idp.certificate, certificate];
  expect(verify(xml, { idp: { entityId: idpEntityId, certificates } }).nameId).toBe(alice);
});

test.each(['sha384', 'sha512'])('RSA with %s is accepted', (hash) => {
  const method = `http://www.w3.org/2001/04/xmldsig-more#rsa-${hash}`;
  const xml = swap(signed, /(?<=<ds:SignatureMethod Algorithm=")[^"]*/, method);
  const info = Buffer.from(signedInfoOf(xml));
  const value = signBytes(hash, info, idp.privateKey).toString('base64');
  const resigned = swap(xml, /<ds:SignatureValue>[^<]*</, `<ds:SignatureValue>${value}<`);
  expect(verify(resigned).nameId).toBe(alice);
});
