import { describe, expect, test } from 'vitest';
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
  requestId,
  sp,
  spEntityId,
  verify,
} from './fixture.ts';
import { buildIdpErrorResponse, type IdpResponseInput } from './idp-response.ts';
import { entityFormat } from './names.ts';
import { signXml } from './sign.ts';
import type { VerifyResponseInput } from './verification.ts';

const seconds = 1000;
const minutes = 60 * seconds;
const far = now + 1000 * minutes;

async function outcome(
  changes: Partial<IdpResponseInput>,
  options: Partial<VerifyResponseInput> = {},
): Promise<string> {
  const xml = await genuine(changes);
  return refusal(() => verify(xml, options));
}

/** A response whose assertion was changed by the identity provider before it was signed. */
async function signedWith(from: string | RegExp, to: string): Promise<string> {
  const xml = await genuine({ sign: 'none' });
  const assertion = cut(xml, 'saml:Assertion');
  const changed = assertion.replace(from, () => to);
  expect(changed).not.toBe(assertion);
  const signed = await signXml(changed, idp.signer);
  return xml.replace(assertion, () => signed);
}

async function outcomeWith(from: string | RegExp, to: string): Promise<string> {
  const xml = await signedWith(from, to);
  return refusal(() => verify(xml));
}

test('a genuine response says who signed in, and until when it has to be remembered', async () => {
  expect(verify(await genuine({ sessionNotOnOrAfter: far }))).toEqual({
    responseId: '_response1',
    assertionId: '_assertion1',
    issuer: idpEntityId,
    nameId: alice,
    nameIdFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
    sessionIndex: '_session1',
    authnInstant: now - 2 * seconds,
    sessionNotOnOrAfter: far,
    inResponseTo: requestId,
    attributes: { email: [alice], groups: ['admins', 'sales'] },
    attributesByFriendlyName: {},
    notOnOrAfter: now + 300 * seconds + 60 * seconds,
  });
});

describe('audience', () => {
  test.each([
    ['of another service provider', 'https://other.example/saml'],
    ['with ours as a prefix', `${spEntityId}/more`],
    ['that is a prefix of ours', spEntityId.slice(0, -1)],
    ['in another case', spEntityId.toUpperCase()],
    ['empty', ''],
  ])('%s', async (_, audience) => {
    expect(await outcome({ audience })).toMatch(/^audience: /);
  });

  test('missing', async () => {
    expect(await outcome({ audience: undefined })).toMatch(/^audience: .*has no audience/);
  });

  test('ours among several is enough, but each restriction must hold it', async () => {
    const other = '<saml:Audience>https://other.example</saml:Audience>';
    expect(await outcomeWith('<saml:Audience>', `${other}<saml:Audience>`)).toMatch(/^accepted/);
    const second = `<saml:AudienceRestriction>${other}</saml:AudienceRestriction></saml:Conditions>`;
    expect(await outcomeWith('</saml:Conditions>', second)).toMatch(/^audience: /);
  });
});

describe('conditions', () => {
  test('absent', async () => {
    expect(await outcomeWith(/<saml:Conditions.*<\/saml:Conditions>/, '')).toMatch(/^condition: /);
  });

  test('twice', async () => {
    expect(await outcomeWith('</saml:Conditions>', '</saml:Conditions><saml:Conditions/>')).toMatch(
      /^xml: .*more than one/,
    );
  });

  test('an unknown condition makes the assertion unusable, the two harmless ones do not', async () => {
    const add = (condition: string) => outcomeWith('</saml:Conditions>', `${condition}</saml:Conditions>`);
    expect(await add('<saml:OneTimeUse/><saml:ProxyRestriction Count="0"/>')).toMatch(/^accepted/);
    expect(await add('<saml:Condition/>')).toMatch(/^condition: .*unknown/);
    expect(await add('<x:OneTimeUse xmlns:x="urn:x"/>')).toMatch(/^condition: .*unknown/);
  });

  test('NotBefore and NotOnOrAfter hold to the millisecond, with a skew of 60 s', async () => {
    expect(await outcome({ notBefore: now + 60 * seconds })).toMatch(/^accepted/);
    expect(await outcome({ notBefore: now + 60 * seconds + 1 })).toMatch(/^not-yet-valid: .*assertion/);
    expect(await outcome({ notBefore: now + 121 * seconds })).toMatch(/^not-yet-valid: /);
    const confirmationNotOnOrAfter = far;
    expect(await outcome({ notOnOrAfter: now - 60 * seconds + 1, confirmationNotOnOrAfter })).toMatch(
      /^accepted/,
    );
    expect(await outcome({ notOnOrAfter: now - 60 * seconds, confirmationNotOnOrAfter })).toMatch(
      /^expired: .*assertion/,
    );
  });

  test('the skew is the caller’s', async () => {
    const clockSkewSeconds = 0;
    expect(await outcome({ notBefore: now }, { clockSkewSeconds })).toMatch(/^accepted/);
    expect(await outcome({ notBefore: now + 1 }, { clockSkewSeconds })).toMatch(/^not-yet-valid: /);
  });
});

describe('bearer confirmation', () => {
  const expected = { idpInitiated: true } as const;
  test.each([
    ['for a login that we started', {}, {}],
    ['for a login that the identity provider started', { inResponseTo: undefined }, { expected }],
  ])('ends to the millisecond, %s', async (_, changes, options) => {
    const until = (confirmationNotOnOrAfter: number) =>
      outcome({ ...changes, confirmationNotOnOrAfter }, options);
    expect(await until(now - 60 * seconds + 1)).toMatch(/^accepted/);
    expect(await until(now - 60 * seconds)).toMatch(/^expired: .*confirmation/);
  });

  test('needs an end', async () => {
    expect(await outcome({ notOnOrAfter: undefined })).toMatch(/^subject: .*no NotOnOrAfter/);
  });

  test('must not have a NotBefore', async () => {
    const from = '<saml:SubjectConfirmationData';
    expect(await outcomeWith(from, `${from} NotBefore="2026-01-01T00:00:00Z"`)).toMatch(
      /^subject: .*NotBefore/,
    );
  });

  test('must be there, with its data', async () => {
    expect(await outcomeWith('cm:bearer', 'cm:holder-of-key')).toMatch(/^subject: .*no bearer/);
    expect(await outcomeWith(/<saml:SubjectConfirmationData[^>]*>/, '')).toMatch(
      /^subject: .*no SubjectConfirmationData/,
    );
    expect(await outcomeWith(/<saml:SubjectConfirmation .*<\/saml:SubjectConfirmation>/, '')).toMatch(
      /^subject: /,
    );
  });

  test('one good confirmation among several is enough', async () => {
    const bad = '<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"/>';
    expect(await outcomeWith('<saml:SubjectConfirmation ', `${bad}<saml:SubjectConfirmation `)).toMatch(
      /^accepted/,
    );
  });

  test.each([
    ['of another host', 'https://evil.test/saml/T1/acs'],
    ['of another tenant', 'https://sp.example/saml/T2/acs'],
    ['with ours as a prefix', `${acsUrl}?x`],
    ['missing', undefined],
  ])('Recipient %s', async (_, recipient) => {
    expect(await outcome({ recipient })).toMatch(/^recipient: /);
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

describe('InResponseTo', () => {
  test('unknown or missing in an answer to us is refused', async () => {
    expect(await outcome({ inResponseTo: '_other' })).toMatch(/^in-response-to: /);
    expect(await outcome({ inResponseTo: undefined })).toMatch(/^in-response-to: /);
  });

  test('is wrong or missing only in the assertion', async () => {
    const from = `InResponseTo="${requestId}"`;
    expect(await outcomeWith(from, 'InResponseTo="_other"')).toMatch(/^in-response-to: /);
    expect(await outcomeWith(` ${from}`, '')).toMatch(/^in-response-to: /);
  });

  test('is wrong or missing only in the response', async () => {
    const xml = await genuine();
    const from = `InResponseTo="${requestId}"`;
    expect(refusal(() => verify(xml.replace(from, 'InResponseTo="_other"')))).toMatch(/^in-response-to: /);
    expect(refusal(() => verify(xml.replace(` ${from}`, '')))).toMatch(/^in-response-to: /);
  });

  test('must not be there when the identity provider started the login', async () => {
    const options = { expected: { idpInitiated: true } } as const;
    const unasked = await genuine({ inResponseTo: undefined });
    expect(verify(unasked, options).inResponseTo).toBeUndefined();
    expect(await outcome({}, options)).toMatch(/^in-response-to: .*no login was started/);
  });
});

describe('issuer', () => {
  test('of another identity provider, whose key is the same', async () => {
    expect(await outcome({ issuer: 'https://other.example' })).toMatch(/^issuer: /);
  });

  test('differs only in the assertion, or only in the response', async () => {
    expect(await outcomeWith(idpEntityId, 'https://other.example')).toMatch(/^issuer: /);
    const xml = (await genuine()).replace(idpEntityId, 'https://other.example');
    expect(refusal(() => verify(xml))).toMatch(/^issuer: /);
  });

  test('is missing in the assertion', async () => {
    const xml = await genuine({ sign: 'none' });
    const assertion = cut(xml, 'saml:Assertion').replace(/<saml:Issuer>[^<]*<\/saml:Issuer>/, '');
    const response = await signXml(xml.replace(cut(xml, 'saml:Assertion'), assertion), idp.signer);
    expect(refusal(() => verify(response))).toMatch(/^issuer: .*does not say/);
  });

  test('must be an entity', async () => {
    const format = (value: string) => outcomeWith('<saml:Issuer', `<saml:Issuer Format="${value}"`);
    expect(await format(entityFormat)).toMatch(/^accepted/);
    expect(await format('urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress')).toMatch(/^issuer: /);
  });

  test('markup in its name stays text in the reason', async () => {
    const issuer = '<script>alert(1)</script>\n\u2028next';
    expect(await outcome({ issuer })).toMatch(/^issuer: .*"<script>alert\(1\)<\/script>/);
    expect(await outcome({ issuer })).not.toContain('\n');
  });
});

describe('age', () => {
  test('the time of issue holds to the millisecond, with a ceiling of 10 minutes', async () => {
    const issued = (issueInstant: number) =>
      outcome({ issueInstant, notBefore: undefined, notOnOrAfter: far });
    expect(await issued(now + 60 * seconds)).toMatch(/^accepted/);
    expect(await issued(now + 60 * seconds + 1)).toMatch(/^not-yet-valid: .*issued/);
    expect(await issued(now - 660 * seconds + 1)).toMatch(/^accepted/);
    expect(await issued(now - 660 * seconds)).toMatch(/^expired: .*issued/);
  });

  test('an old assertion in a fresh response is refused', async () => {
    expect(await outcomeWith(/IssueInstant="[^"]*"/, 'IssueInstant="2026-11-20T11:40:00Z"')).toMatch(
      /^expired: .*assertion was issued/,
    );
  });

  test('the ceiling bounds how long an assertion has to be remembered', async () => {
    const xml = await genuine({ notOnOrAfter: far });
    expect(verify(xml).notOnOrAfter).toBe(now - 2 * seconds + 600 * seconds + 60 * seconds);
    expect(refusal(() => verify(xml, { now: verify(xml).notOnOrAfter - 1 }))).toMatch(/^accepted/);
    expect(refusal(() => verify(xml, { now: verify(xml).notOnOrAfter }))).toMatch(/^expired: /);
  });

  test.each([
    '2026-11-20T12:00:00',
    '2026-11-20T12:00:00+01:00',
    '2026-02-30T12:00:00Z',
    '2026-11-20',
    '1795176000',
    '',
  ])('a time that is none, or not in UTC, is refused: %j', async (text) => {
    expect(await outcomeWith(/IssueInstant="[^"]*"/, `IssueInstant="${text}"`)).toMatch(
      /^xml: .*IssueInstant/,
    );
  });
});

describe('login at the identity provider', () => {
  test('must be stated', async () => {
    expect(await outcomeWith(/<saml:AuthnStatement.*<\/saml:AuthnStatement>/, '')).toMatch(
      /^authn-statement: /,
    );
  });

  test('must not have ended', async () => {
    expect(await outcome({ sessionNotOnOrAfter: now - 60 * seconds + 1 })).toMatch(/^accepted/);
    expect(await outcome({ sessionNotOnOrAfter: now - 60 * seconds })).toMatch(/^expired: .*session/);
  });
});

describe('user', () => {
  test.each([
    ['empty', /<saml:NameID.*<\/saml:NameID>/, '<saml:NameID></saml:NameID>', /^subject: .*missing or empty/],
    ['missing', /<saml:NameID.*<\/saml:NameID>/, '', /^subject: .*missing or empty/],
    ['encrypted', /<saml:NameID.*<\/saml:NameID>/, '<saml:EncryptedID/>', /^subject: .*EncryptedID/],
    ['in blanks', alice, ` ${alice} `, /^subject: .*white space/],
    [
      'named twice',
      '</saml:NameID>',
      `</saml:NameID><saml:NameID>${admin}</saml:NameID>`,
      /^xml: .*more than one NameID/,
    ],
    ['with markup', alice, `${alice}<x/>`, /^xml: .*element inside NameID/],
    ['without subject', /<saml:Subject>.*<\/saml:Subject>/, '', /^subject: .*no Subject/],
  ])('%s', async (_, from, to, reason) => {
    expect(await outcomeWith(from, to)).toMatch(reason);
  });
});

describe('attributes', () => {
  test('values of one name are put together, and names may be anything', async () => {
    const more =
      '<saml:AttributeStatement><saml:Attribute Name="groups" FriendlyName="Groups"><saml:AttributeValue>third' +
      '</saml:AttributeValue></saml:Attribute><saml:Attribute Name="__proto__"><saml:AttributeValue>x' +
      '</saml:AttributeValue></saml:Attribute></saml:AttributeStatement></saml:Assertion>';
    const { attributes, attributesByFriendlyName } = verify(await signedWith(/<\/saml:Assertion>$/, more));
    expect(attributes['groups']).toEqual(['admins', 'sales', 'third']);
    expect(attributesByFriendlyName['Groups']).toEqual(['third']);
    expect(Object.entries(attributes)).toContainEqual(['__proto__', ['x']]);
    expect(attributes['constructor']).toBeUndefined();
  });

  test('a nil value is no value', async () => {
    const nil = '<saml:AttributeValue xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true"/>';
    const xml = await signedWith('<saml:AttributeValue>admins', `${nil}<saml:AttributeValue>admins`);
    expect(verify(xml).attributes['groups']).toEqual(['admins', 'sales']);
  });

  test('an encrypted attribute is refused in words', async () => {
    const to = '<saml:EncryptedAttribute/></saml:AttributeStatement>';
    expect(await outcomeWith('</saml:AttributeStatement>', to)).toMatch(/^attributes: .*encrypted attribute/);
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
    expect(refusal(() => verify(xml.replace(/<samlp:StatusCode[^>]*>/, nested)))).toMatch(/^status: /);
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
  ])('a caller who leaves out %s gets no answer', async (_, options) => {
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
    const start = performance.now();
    expect(refusal(() => verify(xml))).toMatch(/^xml: .*document type/);
    expect(performance.now() - start).toBeLessThan(100);
  });

  test('a second root element', async () => {
    const xml = await genuine();
    expect(refusal(() => verify(xml + xml))).toMatch(/^xml: .*more than one root/);
  });
});
