import { describe, expect, test } from 'vitest';
import {
  acsUrl,
  alice,
  cut,
  far,
  genuine,
  idp,
  idpEntityId,
  now,
  outcome,
  outcomeWith,
  refusal,
  requestId,
  seconds,
  sp,
  spEntityId,
  verify,
} from './fixture.ts';
import { buildIdpErrorResponse } from './idp-response.ts';

test('a genuine response identifies the user, and states how long it has to be stored', async () => {
  expect(verify(await genuine({ sessionNotOnOrAfter: far }))).toEqual({
    responseId: '_response1',
    assertionId: '_assertion1',
    issuer: idpEntityId,
    nameId: alice,
    nameIdFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
    sessionIndex: '_session1',
    authnInstant: now - 2 * seconds,
    authnContexts: ['urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport'],
    sessionNotOnOrAfter: far,
    inResponseTo: requestId,
    attributes: { email: [alice], groups: ['admins', 'sales'] },
    attributesByFriendlyName: {},
    notOnOrAfter: now + 300 * seconds + 60 * seconds,
    protection: {
      signed: ['Assertion'],
      algorithm: 'RSA-SHA256',
      certificate: expect.stringContaining('BEGIN CERTIFICATE'),
      clockDifferenceMs: expect.any(Number),
    },
  });
});

describe('Destination', () => {
  test.each(['assertion', 'response', 'both'] as const)(
    'of another host is refused, signed: %s',
    async (sign) => {
      expect(await outcome({ sign, destination: 'https://evil.test/acs' })).toMatch(/^destination: /);
    },
  );

  test('must be there when the response is signed, and may be missing when only the assertion is', async () => {
    expect(await outcome({ sign: 'response', destination: undefined })).toMatch(/^destination: /);
    expect(await outcome({ sign: 'both', destination: undefined })).toMatch(/^destination: /);
    expect(await outcome({ sign: 'assertion', destination: undefined })).toMatch(/^accepted/);
  });
});

describe('response', () => {
  test('a failure is reported in the words of the identity provider', async () => {
    const xml = await buildIdpErrorResponse({
      responseId: '_r',
      issuer: idpEntityId,
      issueInstant: now,
      destination: acsUrl,
      inResponseTo: requestId,
      signer: idp.signer,
      statusCode: 'urn:oasis:names:tc:SAML:2.0:status:Responder',
      innerStatusCode: 'urn:oasis:names:tc:SAML:2.0:status:AuthnFailed',
      message: 'User is not assigned to this application',
    });
    expect(refusal(() => verify(xml))).toMatch(
      /^status: .*status:Responder.*status:AuthnFailed.*not assigned/,
    );
  });

  test('success must be stated, and as the outer code', async () => {
    const xml = await genuine();
    const success = 'urn:oasis:names:tc:SAML:2.0:status:Success';
    const nested = `<samlp:StatusCode Value="x"><samlp:StatusCode Value="${success}"/></samlp:StatusCode>`;
    expect(refusal(() => verify(xml.replace(/<samlp:StatusCode.*<\/samlp:StatusCode>/, nested)))).toMatch(
      /^status: /,
    );
    expect(refusal(() => verify(xml.replace(/<samlp:Status>.*<\/samlp:Status>/, '')))).toMatch(
      /^status: .*no status/,
    );
  });

  test('another version is refused, in the response and in the assertion', async () => {
    const xml = (await genuine()).replace('Version="2.0"', 'Version="1.1"');
    expect(refusal(() => verify(xml))).toMatch(/^version: .*Response/);
    expect(await outcomeWith('Version="2.0"', 'Version="1.1"')).toMatch(/^version: .*Assertion/);
  });

  test('no assertion at all is refused', async () => {
    const xml = await genuine();
    expect(refusal(() => verify(xml.replace(cut(xml, 'saml:Assertion'), '')))).toMatch(
      /^assertion-count: .*0/,
    );
  });

  test.each([
    ['a request ID', { expected: { requestId: '' } }],
    ['our entity ID', { sp: { entityId: '', acsUrl } }],
    ['the ACS URL', { sp: { entityId: spEntityId, acsUrl: '' } }],
    ['the identity provider', { idp: { entityId: '', certificates: [idp.certificate] } }],
  ])('a caller without %s gets no result', async (_, options) => {
    const xml = await genuine();
    expect(() => verify(xml, options)).toThrow(/must not be empty/);
  });

  test('the decryption key may be PEM', async () => {
    const xml = await genuine({ encryptFor: sp.certificate });
    expect(
      verify(xml, { sp: { entityId: spEntityId, acsUrl, decryptionKey: sp.privateKeyPem } }).nameId,
    ).toBe(alice);
  });
});

describe('hostile documents are refused before they are parsed', () => {
  const entities =
    '<!DOCTYPE r [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]>';
  test.each([
    ['file', '<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>', '&x;'],
    ['http', '<!DOCTYPE r [<!ENTITY x SYSTEM "http://127.0.0.1:9/">]>', '&x;'],
    ['billion laughs', entities, '&c;'],
    ['DOCTYPE alone', '<!DOCTYPE samlp:Response>', ''],
  ])('%s', async (_, doctype, reference) => {
    const xml = doctype + (await genuine()).replace(alice, alice + reference);
    expect(refusal(() => verify(xml))).toMatch(/^xml: .*document type/);
  });

  test('a second root element', async () => {
    const xml = await genuine();
    expect(refusal(() => verify(xml + xml))).toMatch(/^xml: .*more than one root/);
  });
});
