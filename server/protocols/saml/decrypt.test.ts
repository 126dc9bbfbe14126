import {
  constants,
  createCipheriv,
  generateKeyPairSync,
  publicEncrypt,
  randomBytes,
  X509Certificate,
} from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  acsUrl,
  admin,
  alice,
  cut,
  genuine,
  idp,
  refusal,
  sp,
  spEntityId,
  stranger,
  verify,
} from './fixture.ts';
import { encryptOaep } from './oaep-fixture.ts';
import { selfSign } from './self-signed.ts';
import { signAny } from './sign-any.ts';

const xmlenc = 'http://www.w3.org/2001/04/xmlenc#';
const xmlenc11 = 'http://www.w3.org/2009/xmlenc11#';
const dsig = 'http://www.w3.org/2000/09/xmldsig#';
const sha256 = `${xmlenc}sha256`;

type Encryption = {
  cipher: 'aes-128-gcm' | 'aes-256-gcm' | 'aes-128-cbc' | 'aes-256-cbc' | 'des-ede3-cbc';
  algorithm: string;
  keyAlgorithm: string;
  keyMethod?: string;
  oaepHash?: string;
  maskHash?: string;
  padding?: number;
  keyBeside?: boolean;
};

/** Encrypts as other identity providers do: with every algorithm, and the key inside or beside the data. */
function encrypt(plain: string, input: Encryption): string {
  const keyLength =
    { 'aes-128-gcm': 16, 'aes-128-cbc': 16, 'des-ede3-cbc': 24 }[input.cipher as string] ?? 32;
  const ivLength = input.cipher.endsWith('gcm') ? 12 : input.cipher.startsWith('des') ? 8 : 16;
  const key = randomBytes(keyLength);
  const iv = randomBytes(ivLength);
  const cipher = createCipheriv(input.cipher as 'aes-256-gcm', key, iv);
  const parts = [iv, cipher.update(plain, 'utf8'), cipher.final()];
  if (input.cipher.endsWith('gcm')) parts.push(cipher.getAuthTag());
  const { publicKey } = new X509Certificate(sp.certificate);
  const padding = input.padding ?? constants.RSA_PKCS1_OAEP_PADDING;
  const { oaepHash = 'sha1', maskHash = oaepHash } = input;
  const wrapped =
    maskHash === oaepHash
      ? publicEncrypt({ key: publicKey, padding, oaepHash }, key)
      : encryptOaep(publicKey, key, oaepHash, maskHash);
  const encryptedKey =
    `<e:EncryptedKey xmlns:e="${xmlenc}"><e:EncryptionMethod Algorithm="${input.keyAlgorithm}">${input.keyMethod ?? ''}` +
    `</e:EncryptionMethod><e:CipherData><e:CipherValue>${wrapped.toString('base64')}</e:CipherValue></e:CipherData></e:EncryptedKey>`;
  return (
    `<a:EncryptedAssertion xmlns:a="urn:oasis:names:tc:SAML:2.0:assertion"><e:EncryptedData xmlns:e="${xmlenc}">` +
    `<e:EncryptionMethod Algorithm="${input.algorithm}"/>` +
    `<ds:KeyInfo xmlns:ds="${dsig}">${input.keyBeside ? '' : encryptedKey}</ds:KeyInfo><e:CipherData><e:CipherValue>` +
    `${Buffer.concat(parts).toString('base64').replace(/.{76}/g, '$&\n')}</e:CipherValue></e:CipherData></e:EncryptedData>` +
    `${input.keyBeside ? encryptedKey : ''}</a:EncryptedAssertion>`
  );
}

const gcm: Encryption = {
  cipher: 'aes-256-gcm',
  algorithm: `${xmlenc11}aes256-gcm`,
  keyAlgorithm: `${xmlenc}rsa-oaep-mgf1p`,
};
const cbc: Encryption = { ...gcm, cipher: 'aes-256-cbc', algorithm: `${xmlenc}aes256-cbc` };

async function encrypted(
  input: Encryption,
  sign: 'assertion' | 'response' | 'both' | 'none',
): Promise<string> {
  const xml = await genuine({ sign: sign === 'both' || sign === 'assertion' ? 'assertion' : 'none' });
  const assertion = cut(xml, 'saml:Assertion');
  const response = xml.replace(assertion, () => encrypt(assertion, input));
  return sign === 'both' || sign === 'response' ? await signAny(response, idp.signer) : response;
}

const outcome = async (input: Encryption, sign: 'assertion' | 'response' | 'both' | 'none') => {
  const xml = await encrypted(input, sign);
  return refusal(() => verify(xml));
};

describe('accepted algorithms', () => {
  test.each<[string, Encryption]>([
    ['AES-256-GCM, OAEP with SHA-1', gcm],
    ['AES-128-GCM', { ...gcm, cipher: 'aes-128-gcm', algorithm: `${xmlenc11}aes128-gcm` }],
    [
      'OAEP with SHA-1 named',
      { ...gcm, keyMethod: `<ds:DigestMethod xmlns:ds="${dsig}" Algorithm="${dsig}sha1"/>` },
    ],
    [
      'OAEP with SHA-256',
      {
        ...gcm,
        keyAlgorithm: `${xmlenc11}rsa-oaep`,
        oaepHash: 'sha256',
        keyMethod: `<ds:DigestMethod xmlns:ds="${dsig}" Algorithm="${sha256}"/><m:MGF xmlns:m="${xmlenc11}" Algorithm="${xmlenc11}mgf1sha256"/>`,
      },
    ],
    [
      'OAEP with SHA-256 and a mask with SHA-1, as Keycloak sends it',
      {
        ...gcm,
        oaepHash: 'sha256',
        maskHash: 'sha1',
        keyMethod: `<ds:DigestMethod xmlns:ds="${dsig}" Algorithm="${sha256}"/>`,
      },
    ],
    ['OAEP with an empty label', { ...gcm, keyMethod: '<e:OAEPparams/>' }],
    ['key beside the data', { ...gcm, keyBeside: true }],
  ])('%s', async (_, input) => {
    for (const sign of ['assertion', 'response', 'both'] as const)
      expect(await outcome(input, sign)).toMatch(new RegExp(`^accepted.*${alice}`));
  });
});

describe('encryption does not replace a signature', () => {
  test('an unsigned assertion, which anyone could have encrypted for us, is refused', async () => {
    expect(await outcome(gcm, 'none')).toMatch(/^signature: .*not signed/);
  });

  test('an assertion with an unknown signature is refused, too', async () => {
    const xml = await genuine({ signer: stranger.signer, encryptFor: sp.certificate });
    expect(refusal(() => verify(xml))).toMatch(/^signature: .*certificates/);
  });

  test('a changed assertion under an old signature is refused, too', async () => {
    const xml = await genuine();
    const assertion = cut(xml, 'saml:Assertion');
    const forged = xml.replace(assertion, () => encrypt(assertion.replace(alice, admin), gcm));
    expect(refusal(() => verify(forged))).toMatch(/^signature: .*changed/);
  });
});

test('CBC is decrypted only when the response around it is signed', async () => {
  for (const input of [cbc, { ...cbc, cipher: 'aes-128-cbc' as const, algorithm: `${xmlenc}aes128-cbc` }]) {
    expect(await outcome(input, 'response')).toMatch(/^accepted/);
    expect(await outcome(input, 'both')).toMatch(/^accepted/);
    expect(await outcome(input, 'assertion')).toMatch(
      /^encryption: .*AES-CBC is accepted only in a signed Response.*"Sign SAML response and assertion"/,
    );
    expect(await outcome(input, 'none')).toMatch(/^encryption: .*AES-CBC/);
  }
});

describe('refused algorithms', () => {
  test.each<[string, Encryption, RegExp]>([
    [
      'RSA 1.5',
      { ...gcm, keyAlgorithm: `${xmlenc}rsa-1_5`, padding: constants.RSA_PKCS1_PADDING },
      /rsa-1_5.*use RSA-OAEP/,
    ],
    ['Triple DES', { ...gcm, cipher: 'des-ede3-cbc', algorithm: `${xmlenc}tripledes-cbc` }, /tripledes/],
    [
      'OAEP with an unknown hash',
      { ...gcm, keyMethod: `<ds:DigestMethod xmlns:ds="${dsig}" Algorithm="${xmlenc}ripemd160"/>` },
      /RSA-OAEP has the digest ".*ripemd160"; use SHA-256/,
    ],
    [
      'OAEP with an unknown mask',
      {
        ...gcm,
        keyAlgorithm: `${xmlenc11}rsa-oaep`,
        keyMethod: `<m:MGF xmlns:m="${xmlenc11}" Algorithm="${xmlenc11}mgf1sha3"/>`,
      },
      /RSA-OAEP has the mask ".*mgf1sha3"/,
    ],
    ['OAEP parameters', { ...gcm, keyMethod: `<e:OAEPparams>AAAA</e:OAEPparams>` }, /OAEP parameters/],
  ])('%s', async (_, input, reason) => {
    for (const sign of ['assertion', 'response'] as const) {
      expect(await outcome(input, sign)).toMatch(/^encryption: /);
      expect(await outcome(input, sign)).toMatch(reason);
    }
  });
});

describe('ciphertext that does not fit', () => {
  const unreadable = /^encryption: .*cannot be decrypted with the key/;

  test('changed, cut short or under another algorithm gives the same reason', async () => {
    const xml = await genuine({ encryptFor: sp.certificate });
    const values = [...xml.matchAll(/<xenc:CipherValue>([^<]*)/g)].map((found) => found[1] as string);
    for (const value of values)
      for (const change of [`AAAA${value.slice(4)}`, value.slice(0, 24), 'AAAA'])
        expect(refusal(() => verify(xml.replace(value, change)))).toMatch(unreadable);
    expect(refusal(() => verify(xml.replace('aes256-gcm', 'aes128-gcm')))).toMatch(unreadable);
  });

  test('for another key', async () => {
    const xml = await genuine({ encryptFor: stranger.certificate });
    expect(refusal(() => verify(xml))).toMatch(unreadable);
  });

  test('no base64, no key, two keys', async () => {
    const xml = await genuine({ encryptFor: sp.certificate });
    expect(refusal(() => verify(xml.replace(/<xenc:CipherValue>[^<]*/, '<xenc:CipherValue>*')))).toMatch(
      /^encryption: .*base64/,
    );
    const key = cut(xml, 'xenc:EncryptedKey');
    expect(refusal(() => verify(xml.replace(key, '')))).toMatch(/^encryption: .*0 encrypted keys/);
    expect(refusal(() => verify(xml.replace(key, key + key)))).toMatch(/^encryption: .*2 encrypted keys/);
  });

  test('no decryption key configured', async () => {
    const xml = await genuine({ encryptFor: sp.certificate });
    expect(refusal(() => verify(xml, { sp: { entityId: spEntityId, acsUrl } }))).toMatch(
      /^encryption: .*no decryption key/,
    );
  });
});

describe('the decrypted assertion has the same limits', () => {
  const around = async (plain: string) => {
    const xml = await genuine({ sign: 'none' });
    const response = xml.replace(cut(xml, 'saml:Assertion'), () => encrypt(plain, gcm));
    const signed = await signAny(response, idp.signer);
    return refusal(() => verify(signed));
  };

  test.each<[string, string, RegExp]>([
    ['a document type', '<!DOCTYPE a><a/>', /^xml: .*document type/],
    ['too many elements', `<a>${'<b/>'.repeat(5000)}</a>`, /^too-large: /],
    ['too deep', '<a>'.repeat(65) + '</a>'.repeat(65), /^too-large: /],
    ['no assertion', '<a/>', /^encryption: .*other than an assertion/],
    ['no XML', 'hello', /^xml: /],
  ])('%s', async (_, plain, reason) => {
    expect(await around(plain)).toMatch(reason);
  });

  test('an assertion inside the assertion', async () => {
    const assertion = cut(await genuine(), 'saml:Assertion');
    expect(await around(assertion.replace('</saml:Subject>', `</saml:Subject>${assertion}`))).toMatch(
      /^assertion-count: /,
    );
  });
});

test('nothing is encrypted for a weak key', async () => {
  const certificate = await selfSign('sp.example', generateKeyPairSync('rsa', { modulusLength: 1024 }), 0);
  await expect(genuine({ encryptFor: certificate })).rejects.toMatchObject({ kind: 'weak-algorithm' });
});
