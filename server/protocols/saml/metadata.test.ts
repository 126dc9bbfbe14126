import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { exponentOne } from '../../../test/unusable-keys.ts';
import { readCertificates } from './certificates.ts';
import { encryptAssertion } from './encrypt.ts';
import { acsUrl, cut, idp, idpEntityId, refusal, sp, spEntityId, stranger } from './fixture.ts';
import { parseIdpMetadata } from './idp-metadata.ts';
import { verificationKeys } from './key.ts';
import {
  emailFormat,
  encryptionNs,
  metadataNs,
  postBinding,
  protocolNs,
  redirectBinding,
  signatureNs,
} from './names.ts';
import { parseSpMetadata } from './parse-sp-metadata.ts';
import { selfSign } from './self-signed.ts';
import { bareCertificate } from './sign.ts';
import { buildSpMetadata } from './sp-metadata.ts';
import { attributeOf, childrenNamed, onlyChild, parseXml, textOf } from './xml.ts';

const keyDescriptor = (certificate: string, use = '') =>
  `<KeyDescriptor ${use}><ds:KeyInfo xmlns:ds="${signatureNs}"><ds:X509Data><ds:X509Certificate>\n` +
  `${bareCertificate(certificate).replace(/.{64}/g, '$&\n')}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></KeyDescriptor>`;
const service = (binding: string, location: string) =>
  `<SingleSignOnService Binding="${binding}" Location="${location}"/>`;

function entity(
  changes: { entityId?: string; keys?: string; services?: string; attributes?: string; role?: string } = {},
) {
  const role = changes.role ?? 'IDPSSODescriptor';
  return (
    `<EntityDescriptor xmlns="${metadataNs}" entityID="${changes.entityId ?? idpEntityId}" ${changes.attributes ?? ''}>` +
    `<${role} WantAuthnRequestsSigned="true" protocolSupportEnumeration="urn:x ${protocolNs}">` +
    `${changes.keys ?? keyDescriptor(idp.certificate, 'use="signing"')}<NameIDFormat>${emailFormat}</NameIDFormat>` +
    `${changes.services ?? service(redirectBinding, 'https://idp.example/r?a=1&amp;b=2') + service(postBinding, 'https://idp.example/p')}` +
    `</${role}></EntityDescriptor>`
  );
}

const group = (content: string, attributes = '') =>
  `<EntitiesDescriptor xmlns="${metadataNs}" ${attributes}>${content}</EntitiesDescriptor>`;

describe('metadata of an identity provider', () => {
  test('contains everything that a connection needs', () => {
    expect(parseIdpMetadata(entity())).toEqual({
      entityId: idpEntityId,
      ssoRedirectUrl: 'https://idp.example/r?a=1&b=2',
      ssoPostUrl: 'https://idp.example/p',
      certificates: [idp.certificate],
      wantAuthnRequestsSigned: true,
      nameIdFormats: [emailFormat],
    });
  });

  test('unusable keys beside usable ones are left out, and alone they are refused with the reason', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const publicKey = createPublicKey({ key: exponentOne, format: 'jwk' });
    const weak = [
      await selfSign('old.example', generateKeyPairSync('rsa', { modulusLength: 1024 }), Date.now()),
      await selfSign('odd.example', { privateKey, publicKey }, Date.now()),
      await selfSign('new.example', generateKeyPairSync('ec', { namedCurve: 'secp256k1' }), Date.now()),
    ];
    for (const certificate of weak) {
      const beside = keyDescriptor(certificate) + keyDescriptor(idp.certificate, 'use="signing"');
      expect(parseIdpMetadata(entity({ keys: beside })).certificates).toEqual([idp.certificate]);
      const alone = () => parseIdpMetadata(entity({ keys: keyDescriptor(certificate) }));
      expect(refusal(alone)).toMatch(/^weak-algorithm: The key of the certificate (is|must be) an RSA key/);
      expect(verificationKeys([certificate, idp.certificate])).toHaveLength(1);
      expect(refusal(() => verificationKeys([certificate]))).toMatch(/^weak-algorithm/);
      expect(refusal(() => readCertificates(certificate))).toMatch(/^weak-algorithm/);
    }
    const ec = await selfSign('sp.example', generateKeyPairSync('ec', { namedCurve: 'P-256' }), Date.now());
    expect(refusal(() => encryptAssertion('<a/>', ec))).toMatch(/^weak-algorithm: .* must be an RSA key/);
  });

  test('all signing keys count, also those without a use, each once, and no encryption key', () => {
    const keys =
      keyDescriptor(idp.certificate, 'use="signing"') +
      keyDescriptor(idp.certificate) +
      keyDescriptor(sp.certificate) +
      keyDescriptor(stranger.certificate, 'use="encryption"');
    expect(parseIdpMetadata(entity({ keys })).certificates).toEqual([idp.certificate, sp.certificate]);
  });

  test('among several, the entity ID chooses, and a single one needs no choice', () => {
    const sps = entity({ entityId: 'urn:sp', role: 'SPSSODescriptor' });
    const two = group(entity() + group(entity({ entityId: 'urn:other' })) + sps);
    expect(parseIdpMetadata(two, { entityId: 'urn:other' }).entityId).toBe('urn:other');
    expect(parseIdpMetadata(group(sps + entity())).entityId).toBe(idpEntityId);
    expect(refusal(() => parseIdpMetadata(two))).toMatch(
      new RegExp(`^metadata: .*several.*the entity ID of one: "${idpEntityId}", "urn:other"`),
    );
    expect(refusal(() => parseIdpMetadata(two, { entityId: 'urn:none' }))).toMatch(
      new RegExp(`^metadata: .*called "urn:none", only "${idpEntityId}", "urn:other"`),
    );
  });

  test('of several roles of one entity, the first counts that a browser can be sent to', () => {
    const one = entity();
    const role = (xml: string) => cut(xml, 'IDPSSODescriptor');
    const roles = role(entity({ services: '' })) + role(entity()) + role(entity());
    expect(parseIdpMetadata(one.replace(role(one), roles))).toEqual(parseIdpMetadata(one));
  });

  test('the earliest end of validity is returned', () => {
    const inner = entity({ attributes: 'validUntil="2027-01-01T00:00:00Z"' });
    expect(parseIdpMetadata(inner).validUntil).toBe(Date.UTC(2027, 0, 1));
    expect(parseIdpMetadata(group(inner, 'validUntil="2026-12-01T00:00:00Z"')).validUntil).toBe(
      Date.UTC(2026, 11, 1),
    );
  });

  test.each<[string, string, RegExp]>([
    [
      'no identity provider',
      entity({ role: 'SPSSODescriptor' }),
      /^metadata: .*no SAML 2.0 identity provider/,
    ],
    ['another protocol', entity().replace(protocolNs, 'urn:oasis:names:tc:SAML:1.1:protocol'), /^metadata: /],
    ['no certificate', entity({ keys: '' }), /^metadata: .*no signing certificate/],
    ['an empty certificate', entity({ keys: keyDescriptor('') }), /^certificate: .*empty/],
    ['junk as a certificate', entity({ keys: keyDescriptor('AAAA') }), /^certificate: .*not an X.509/],
    ['no address', entity({ services: '' }), /^metadata: .*no single sign-on address/],
    [
      'a script as the address',
      entity({ services: service(postBinding, 'javascript:alert(1)') }),
      /^metadata: .*address/,
    ],
    ['no entity ID', entity({ entityId: '' }), /^metadata: .*entity ID/],
    ['a document type', `<!DOCTYPE x>${entity()}`, /^xml: .*document type/],
    ...[
      '<html><body></body></html>',
      ' <!DOCTYPE html><html><br></html>',
      '<?xml version="1.0"?>\n<!doctype HTML PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" ""><html>',
      '<!-- 1 --><HTML lang="en">',
    ].map(
      (page) => ['a web page', page, /^xml: This is a web page, not metadata\.$/] as [string, string, RegExp],
    ),
    ['more than 512 KiB', entity({ keys: ' '.repeat(512 * 1024) }), /^too-large: /],
  ])('%s is refused with a clear reason', (_, xml, reason) => {
    expect(refusal(() => parseIdpMetadata(xml))).toMatch(reason);
  });
});

test('our own metadata lists the address for responses and the keys', () => {
  const xml = buildSpMetadata({
    entityId: `${spEntityId}?a&b`,
    acsUrl,
    signingCertificates: [sp.certificate, stranger.certificate],
    encryptionCertificates: [sp.certificate],
    nameIdFormats: [emailFormat],
    authnRequestsSigned: true,
    wantAssertionsSigned: true,
  });
  const root = parseXml(xml);
  expect(attributeOf(root, 'entityID')).toBe(`${spEntityId}?a&b`);
  const role = onlyChild(root, metadataNs, 'SPSSODescriptor')!;
  expect(attributeOf(role, 'AuthnRequestsSigned')).toBe('true');
  expect(attributeOf(role, 'WantAssertionsSigned')).toBe('true');
  const keys = childrenNamed(role, metadataNs, 'KeyDescriptor');
  expect(keys.map((key) => attributeOf(key, 'use'))).toEqual(['signing', 'signing', 'encryption']);
  expect(
    childrenNamed(keys[2]!, metadataNs, 'EncryptionMethod').map((method) => attributeOf(method, 'Algorithm')),
  ).toContain(`${encryptionNs}rsa-oaep-mgf1p`);
  expect(textOf(onlyChild(role, metadataNs, 'NameIDFormat')!)).toBe(emailFormat);
  expect(attributeOf(onlyChild(role, metadataNs, 'AssertionConsumerService')!, 'Location')).toBe(acsUrl);
});

test('a service provider can have another address for answers to its logout requests', () => {
  const services = (more: string) =>
    parseSpMetadata(`<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://sp.example">
<SPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">${more}
<AssertionConsumerService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="https://sp.example/acs" index="0"/>
</SPSSODescriptor></EntityDescriptor>`).logout;
  const service = (binding: string, addresses: string) =>
    `<SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:${binding}" ${addresses}/>`;
  const post = service('HTTP-POST', 'Location="https://sp.example/post"');
  const apart = 'Location="https://sp.example/out" ResponseLocation="https://sp.example/done"';
  expect(services(post + service('HTTP-Redirect', apart))).toEqual({
    binding: 'redirect',
    url: 'https://sp.example/out',
    responseUrl: 'https://sp.example/done',
  });
  expect(services(post)).toMatchObject({ binding: 'post', responseUrl: 'https://sp.example/post' });
  expect(services(service('SOAP', 'Location="https://sp.example/soap"'))).toBeUndefined();
  expect(services(service('HTTP-Redirect', 'Location="javascript:alert(1)"'))).toBeUndefined();
});
