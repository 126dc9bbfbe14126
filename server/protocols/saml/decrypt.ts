import { constants, createDecipheriv, createPrivateKey, type KeyObject, privateDecrypt } from 'node:crypto';
import { quoted, SamlError } from './error.ts';
import { decodeUtf8 } from './limits.ts';
import { decodeBase64 } from './message.ts';
import {
  aes128Cbc,
  aes128Gcm,
  aes256Cbc,
  aes256Gcm,
  assertionNs,
  encryption11Ns,
  encryptionNs,
  rsaOaep,
  rsaOaepMgf1p,
  sha1Digest,
  sha256Digest,
  signatureNs,
} from './names.ts';
import { decryptOaep } from './oaep.ts';
import { attributeOf, childrenNamed, isNamed, onlyChild, parseXml, textOf } from './xml.ts';

type Cipher = { name: string; ivLength: number; authenticates: boolean };

const ciphers: ReadonlyMap<string, Cipher> = new Map([
  [aes128Gcm, { name: 'aes-128-gcm', ivLength: 12, authenticates: true }],
  [aes256Gcm, { name: 'aes-256-gcm', ivLength: 12, authenticates: true }],
  [aes128Cbc, { name: 'aes-128-cbc', ivLength: 16, authenticates: false }],
  [aes256Cbc, { name: 'aes-256-cbc', ivLength: 16, authenticates: false }],
]);

const oaepHashes: ReadonlyMap<string, string> = new Map([
  [sha1Digest, 'sha1'],
  [sha256Digest, 'sha256'],
  ['http://www.w3.org/2001/04/xmldsig-more#sha384', 'sha384'],
  ['http://www.w3.org/2001/04/xmlenc#sha512', 'sha512'],
]);

const maskHashes: ReadonlyMap<string, string> = new Map(
  ['sha1', 'sha256', 'sha384', 'sha512'].map((hash) => [`${encryption11Ns}mgf1${hash}`, hash]),
);

/** The hash of OAEP's label, and that of its mask. */
type OaepHashes = { hash: string; maskHash: string };

const tagLength = 16;

/**
 * Decrypts the assertion inside an EncryptedAssertion (saml-core §2.3.4, xmlenc-core1).
 *
 * Encryption does not prove the sender, because anyone can encrypt to our public key. The caller still needs a
 * signature, either on the result or around the encrypted element.
 *
 * `isAuthenticated` states that a verified signature covers the element. Only then is CBC decrypted: an
 * attacker who can change CBC ciphertext and observe whether we complain about padding or XML can read another
 * user's assertion, block by block (Jager and Somorovsky 2011). RSA 1.5 has the same weakness for the key and
 * is never accepted.
 */
export function decryptAssertion(
  encryptedAssertion: Element,
  options: { decryptionKey: KeyObject | string | undefined; isAuthenticated: boolean },
): Element {
  const data = required(encryptedAssertion, 'EncryptedData');
  const algorithm = methodOf(data);
  const cipher = ciphers.get(algorithm);
  if (!cipher) throw refused(`the encryption ${quoted(algorithm)} is not accepted; use AES-GCM`);
  if (!cipher.authenticates && !options.isAuthenticated)
    throw refused(
      'AES-CBC is accepted only in a signed Response. Sign the Response (in Microsoft Entra ID: SAML certificates, Signing option, ' +
        '"Sign SAML response and assertion"; in AD FS: Set-AdfsRelyingPartyTrust -SamlResponseSignature MessageAndAssertion), or use AES-GCM',
    );
  if (!options.decryptionKey) throw refused('no decryption key is configured');

  const encryptedKey = onlyEncryptedKey(encryptedAssertion, data);
  const hashes = keyHashes(encryptedKey);
  const wrapped = cipherValue(encryptedKey);
  const content = cipherValue(data);
  const root = parseXml(decryptBytes({ wrapped, content, cipher, hashes, key: options.decryptionKey }));
  if (!isNamed(root, assertionNs, 'Assertion')) throw refused('it holds something other than an assertion');
  return root;
}

/** Names the cipher of an EncryptedAssertion that has been decrypted. */
export function cipherOf(encryptedAssertion: Element): string {
  return ciphers.get(methodOf(required(encryptedAssertion, 'EncryptedData')))?.name.toUpperCase() ?? '';
}

/** Reports all failures here as one error, so that they cannot be distinguished. */
function decryptBytes(input: {
  wrapped: Buffer;
  content: Buffer;
  cipher: Cipher;
  hashes: OaepHashes;
  key: KeyObject | string;
}): string {
  const { wrapped, content, cipher, hashes } = input;
  const privateKey = typeof input.key === 'string' ? createPrivateKey(input.key) : input.key;
  try {
    // A key of another length makes the decipher throw.
    const key = unwrapKey(privateKey, wrapped, hashes);
    return decodeUtf8(cipher.authenticates ? openGcm(cipher, key, content) : openCbc(cipher, key, content));
  } catch {
    throw refused('it cannot be decrypted with the key of this service provider');
  }
}

function unwrapKey(key: KeyObject, wrapped: Buffer, { hash, maskHash }: OaepHashes): Buffer {
  if (hash !== maskHash) return decryptOaep(key, wrapped, hash, maskHash);
  return privateDecrypt({ key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: hash }, wrapped);
}

/** xmlenc-core1 §5.2.4: initialization vector, ciphertext, tag. */
function openGcm(cipher: Cipher, key: Buffer, content: Buffer): Buffer {
  const iv = content.subarray(0, cipher.ivLength);
  const decipher = createDecipheriv(cipher.name as 'aes-256-gcm', key, iv, { authTagLength: tagLength });
  decipher.setAuthTag(content.subarray(-tagLength));
  return Buffer.concat([decipher.update(content.subarray(cipher.ivLength, -tagLength)), decipher.final()]);
}

/** xmlenc-core1 §5.2: only the last byte of the padding has a meaning, so node's own check does not fit. */
function openCbc(cipher: Cipher, key: Buffer, content: Buffer): Buffer {
  const decipher = createDecipheriv(cipher.name, key, content.subarray(0, cipher.ivLength));
  decipher.setAutoPadding(false);
  const padded = Buffer.concat([decipher.update(content.subarray(cipher.ivLength)), decipher.final()]);
  const padding = padded.at(-1) ?? 0;
  if (padding < 1 || padding > cipher.ivLength) throw new Error('padding');
  return padded.subarray(0, -padding);
}

/** Finds the key inside the KeyInfo of the data, or beside the data (saml-core §2.3.4 allows both). */
function onlyEncryptedKey(encryptedAssertion: Element, data: Element): Element {
  const keyInfo = onlyChild(data, signatureNs, 'KeyInfo');
  const keys = [
    ...(keyInfo ? childrenNamed(keyInfo, encryptionNs, 'EncryptedKey') : []),
    ...childrenNamed(encryptedAssertion, encryptionNs, 'EncryptedKey'),
  ];
  if (keys.length !== 1) throw refused(`it comes with ${keys.length} encrypted keys instead of one`);
  return keys[0] as Element;
}

/** Reads xmlenc-core1 §5.5.2. The mask of `rsa-oaep-mgf1p` is made with SHA-1, whatever the digest. */
function keyHashes(encryptedKey: Element): OaepHashes {
  const method = required(encryptedKey, 'EncryptionMethod');
  const algorithm = methodOf(encryptedKey);
  if (algorithm !== rsaOaepMgf1p && algorithm !== rsaOaep)
    throw refused(`the key encryption ${quoted(algorithm)} is not accepted; use RSA-OAEP`);
  const label = onlyChild(method, encryptionNs, 'OAEPparams');
  if (label && textOf(label).trim() !== '') throw refused('OAEP parameters are not supported');

  const digest = onlyChild(method, signatureNs, 'DigestMethod');
  const mask = algorithm === rsaOaep ? onlyChild(method, encryption11Ns, 'MGF') : undefined;
  const hash = digest ? oaepHashes.get(attributeOf(digest, 'Algorithm') ?? '') : 'sha1';
  const maskHash = mask ? maskHashes.get(attributeOf(mask, 'Algorithm') ?? '') : 'sha1';
  if (!hash)
    throw refused(`${unknownHash} digest ${quoted(attributeOf(digest!, 'Algorithm'))}; ${knownHashes}`);
  if (!maskHash)
    throw refused(`${unknownHash} mask ${quoted(attributeOf(mask!, 'Algorithm'))}; ${knownHashes}`);
  return { hash, maskHash };
}

const unknownHash = 'its RSA-OAEP has the';
const knownHashes = 'use SHA-256 or SHA-1';

function cipherValue(parent: Element): Buffer {
  const value = required(required(parent, 'CipherData'), 'CipherValue');
  const bytes = decodeBase64(textOf(value).replace(/[ \t]+/g, ''));
  if (!bytes) throw refused('its content is not base64');
  return bytes;
}

function methodOf(parent: Element): string {
  return attributeOf(required(parent, 'EncryptionMethod'), 'Algorithm') ?? '';
}

function required(parent: Element, name: string): Element {
  const child = onlyChild(parent, encryptionNs, name);
  if (!child) throw refused(`its ${parent.localName} has no ${name}`);
  return child;
}

function refused(what: string): SamlError {
  return new SamlError('encryption', `The encrypted assertion is not acceptable: ${what}.`);
}
