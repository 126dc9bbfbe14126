import { spawnSync } from 'node:child_process';
import { createPublicKey } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SignedXml } from 'xml-crypto';
import { alice, cut, genuine, idp, resign, sp, verify } from './fixture.ts';

type Callback = (error: Error | null, result: string) => void;
// The package has no types.
const {
  decrypt,
  encrypt,
}: Record<'decrypt' | 'encrypt', (input: string, options: object, done: Callback) => void> = createRequire(
  import.meta.url,
)('xml-encryption');
const sha256 = 'http://www.w3.org/2001/04/xmlenc#sha256';
const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const enveloped = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';
const publicKeyPem = createPublicKey(sp.certificate).export({ type: 'spki', format: 'pem' }).toString();
/** Signs as an identity provider with another library would. */
function foreignSign(xml: string, name: 'Assertion' | 'Response', prefixList: string[] = []): string {
  const element = `//*[local-name(.)='${name}']`;
  const signer = new SignedXml({
    privateKey: idp.privateKeyPem,
    publicCert: idp.certificate,
    signatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    canonicalizationAlgorithm: exclusive,
  });
  signer.addReference({
    xpath: element,
    digestAlgorithm: sha256,
    transforms: [enveloped, exclusive],
    inclusiveNamespacesPrefixList: prefixList,
  });
  signer.computeSignature(xml, {
    location: { reference: `${element}/*[local-name(.)='Issuer']`, action: 'after' },
  });
  // xml-crypto also writes the prefix list into the first transform, in a namespace that does not exist.
  const misplaced = /(?<=#enveloped-signature">)<InclusiveNamespaces[^>]*>/;
  return resign(signer.getSignedXml().replace(misplaced, ''));
}

/** Types values as Okta and ADFS do, with the type's prefix declared where nothing else uses it. */
function withTypedValues(
  xml: string,
  declareOn: 'samlp:Response' | 'saml:Assertion' | 'saml:AttributeValue',
): string {
  const declaration = 'xmlns:xs="http://www.w3.org/2001/XMLSchema"';
  return xml
    .replaceAll(
      '<saml:AttributeValue>',
      '<saml:AttributeValue xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="xs:string">',
    )
    .replaceAll(`<${declareOn} `, `<${declareOn} ${declaration} `);
}

test.each(['assertion', 'response'] as const)('xml-crypto verifies the %s that we sign', async (sign) => {
  const xml = await genuine({ sign });
  const verifier = new SignedXml({ publicCert: idp.certificate });
  verifier.loadSignature(cut(xml, 'ds:Signature'));
  expect(verifier.checkSignature(xml)).toBe(true);
  expect(verifier.getSignedReferences()[0]).toContain(alice);
});

test('we verify what xml-crypto signs: the assertion, the response, and one inside the other', async () => {
  const xml = await genuine({ sign: 'none' });
  expect(verify(foreignSign(xml, 'Assertion')).nameId).toBe(alice);
  expect(verify(foreignSign(xml, 'Response')).nameId).toBe(alice);
  expect(verify(foreignSign(foreignSign(xml, 'Assertion'), 'Response')).nameId).toBe(alice);
});

test.each([
  ['samlp:Response', ['xs']],
  ['saml:Assertion', ['xs']],
  ['saml:AttributeValue', ['xs']],
  ['samlp:Response', ['xs', 'saml', 'samlp', 'unknown', '#default']],
  ['samlp:Response', []],
] as const)('typed values with xs declared on %s and the prefix list %j', async (declareOn, prefixList) => {
  const xml = withTypedValues(await genuine({ sign: 'none' }), declareOn);
  const inner = foreignSign(xml, 'Assertion', [...prefixList]);
  expect(verify(inner).attributes['groups']).toEqual(['admins', 'sales']);
  expect(verify(foreignSign(xml, 'Response', [...prefixList])).nameId).toBe(alice);
  expect(verify(foreignSign(inner, 'Response')).nameId).toBe(alice);
  expect(verify(foreignSign(inner, 'Response', [...prefixList])).nameId).toBe(alice);
});

test.each(['aes128-gcm', 'aes256-gcm'])('we decrypt what xml-encryption encrypts: %s', async (name) => {
  const xml = await genuine();
  const assertion = cut(xml, 'saml:Assertion');
  const encrypted = await new Promise<string>((resolve, reject) =>
    encrypt(
      assertion,
      {
        rsa_pub: publicKeyPem,
        pem: sp.certificate,
        encryptionAlgorithm: `http://www.w3.org/2009/xmlenc11#${name}`,
        keyEncryptionAlgorithm: 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p',
      },
      (error, result) => (error ? reject(error) : resolve(result)),
    ),
  );
  const wrapped = `<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${encrypted}</saml:EncryptedAssertion>`;
  expect(verify(xml.replace(assertion, () => wrapped)).nameId).toBe(alice);
});

test('xml-encryption decrypts what we encrypt', async () => {
  const xml = await genuine({ encryptFor: sp.certificate });
  const plain = await new Promise<string>((resolve, reject) =>
    decrypt(cut(xml, 'xenc:EncryptedData'), { key: sp.privateKeyPem }, (error, result) =>
      error ? reject(error) : resolve(result),
    ),
  );
  expect(plain).toContain(`>${alice}</saml:NameID>`);
});

test('xmlsec verifies what we sign, and we verify what xmlsec signs', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'saml-'));
  try {
    const write = (name: string, text: string) => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    };
    const certificate = write('idp.crt', idp.certificate);
    const key = write('idp.key', idp.privateKeyPem);
    const id = ['--id-attr:ID', 'urn:oasis:names:tc:SAML:2.0:assertion:Assertion'];
    const xml = withTypedValues(await genuine({ sign: 'none' }), 'samlp:Response');

    const ours = await genuine({
      nameId: 'a<&>"\'\t\r\né\u{1F600}\u2028',
      attributes: { 'x"y<': ['\t', '&'] },
    });
    const document = write('ours.xml', ours);
    const check = spawnSync('xmlsec1', ['--verify', '--pubkey-cert-pem', certificate, ...id, document]);
    expect(check.stderr.toString()).toMatch(/^OK$/m);

    // Uses another library's signature as the template and computes its values again.
    const template = write(
      'template.xml',
      foreignSign(xml, 'Assertion', ['xs']).replace(/<(DigestValue|SignatureValue)>[^<]*/g, '<$1>'),
    );
    const made = spawnSync('xmlsec1', ['--sign', '--privkey-pem', key, ...id, template]);
    expect(verify(made.stdout).attributes['groups']).toEqual(['admins', 'sales']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
