import { createPrivateKey, generateKeyPairSync, X509Certificate } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { readCertificates } from './certificates.ts';
import { idp, now, refusal, sp, stranger } from './fixture.ts';
import { createCertifiedKey, selfSign } from './self-signed.ts';
import { bareCertificate } from './sign.ts';

describe('a self-signed certificate', () => {
  test('belongs to its key, is signed by it and lasts ten years', () => {
    const certificate = new X509Certificate(sp.certificate);
    expect(certificate.checkPrivateKey(createPrivateKey(sp.privateKeyPem))).toBe(true);
    expect(certificate.verify(certificate.publicKey)).toBe(true);
    expect(certificate.subject).toBe('CN=sp.example');
    expect(certificate.issuer).toBe('CN=sp.example');
    expect(certificate.ca).toBe(false);
    expect(certificate.publicKey.asymmetricKeyDetails?.modulusLength).toBe(2048);
    expect(Date.parse(certificate.validFrom)).toBe(now - 86_400_000);
    expect(Date.parse(certificate.validTo)).toBe(now + 10 * 365.25 * 86_400_000);
  });

  test('has a unique serial number', () => {
    const serials = [idp, stranger, sp].map(
      ({ certificate }) => new X509Certificate(certificate).serialNumber,
    );
    expect(new Set(serials).size).toBe(3);
  });

  test('may end after 2049, and may carry a long name in any script', async () => {
    const { certificatePem } = await createCertifiedKey(`é${'x'.repeat(100)}`, Date.UTC(2045, 5, 1));
    const certificate = new X509Certificate(certificatePem);
    expect(new Date(certificate.validTo).getUTCFullYear()).toBe(2055);
    expect(certificate.subject).toBe(`CN=é${'x'.repeat(63)}`);
    expect(certificate.verify(certificate.publicKey)).toBe(true);
  });
});

describe('pasted certificates', () => {
  const facts = (certificate: string) => ({
    pem: certificate,
    fingerprint: new X509Certificate(certificate).fingerprint256,
    expiresAt: now + 10 * 365.25 * 86_400_000,
  });

  test.each([
    ['PEM', sp.certificate],
    [
      'PEM with Windows line ends and text around it',
      `Subject: x\r\n${sp.certificate.replaceAll('\n', '\r\n')}\r\nbye`,
    ],
    ['bare base64', bareCertificate(sp.certificate)],
    ['bare base64 in indented lines', bareCertificate(sp.certificate).replace(/.{50}/g, '$&\n   ')],
  ])('%s', (_, text) => {
    expect(readCertificates(text)).toMatchObject([facts(sp.certificate)]);
  });

  test('a bundle gives all, in order', () => {
    const bundle = `${sp.certificate}\n${idp.certificate}`;
    expect(readCertificates(bundle)).toMatchObject([facts(sp.certificate), facts(idp.certificate)]);
  });

  test.each([
    ['nothing', '', /^certificate: .*empty/],
    ['blanks', ' \n', /^certificate: .*empty/],
    ['words', 'not a certificate', /^certificate: .*not an X.509/],
    ['other base64', 'AAAA', /^certificate: .*not an X.509/],
    [
      'an empty block',
      '-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----',
      /^certificate: .*not an X.509/,
    ],
    ['a damaged block', sp.certificate.replace('MII', 'MIJ'), /^certificate: .*not an X.509/],
    ['a cut block', sp.certificate.slice(0, 500), /^certificate: .*no certificate between/],
    ['a private key', sp.privateKeyPem, /^certificate: .*private key/],
    ['a private key beside it', sp.certificate + sp.privateKeyPem, /^certificate: .*private key/],
    [
      'a good and a damaged one',
      `${sp.certificate}${idp.certificate.replace('MII', 'MIJ')}`,
      /^certificate: /,
    ],
    ['too much', 'A'.repeat(70_000), /^certificate: .*too long/],
  ])('%s is refused with a clear reason', (_, text, reason) => {
    expect(refusal(() => readCertificates(text))).toMatch(reason);
  });

  test('a weak key is refused', async () => {
    const certificate = await selfSign('x', generateKeyPairSync('rsa', { modulusLength: 1024 }), now);
    expect(refusal(() => readCertificates(certificate))).toMatch(/^weak-algorithm: .*1024 bits/);
    const modern = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
    expect(readCertificates(await selfSign('x', modern, now))).toHaveLength(1);
  });
});
