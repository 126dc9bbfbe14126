import { describe, expect, test } from 'vitest';
import {
  cut,
  genuine,
  idp,
  idpEntityId,
  now,
  outcome,
  outcomeWith,
  refusal,
  seconds,
  signedWith,
  verify,
} from './fixture.ts';
import { entityFormat } from './names.ts';
import { signAny } from './sign-any.ts';

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
    const response = await signAny(xml.replace(cut(xml, 'saml:Assertion'), assertion), idp.signer);
    expect(refusal(() => verify(response))).toMatch(/^issuer: .*has no issuer/);
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

  test('a nil value counts as absent', async () => {
    const nil = '<saml:AttributeValue xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true"/>';
    const xml = await signedWith('<saml:AttributeValue>admins', `${nil}<saml:AttributeValue>admins`);
    expect(verify(xml).attributes['groups']).toEqual(['admins', 'sales']);
  });

  test('an encrypted attribute is refused with a clear reason', async () => {
    const to = '<saml:EncryptedAttribute/></saml:AttributeStatement>';
    expect(await outcomeWith('</saml:AttributeStatement>', to)).toMatch(/^attributes: .*encrypted attribute/);
  });
});
