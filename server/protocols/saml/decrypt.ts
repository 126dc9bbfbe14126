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
  signatureNs,
} from './names.ts';
import { attributeOf, childrenNamed, isNamed, onlyChild, parseXml, textOf } from './xml.ts';

type Cipher = { name: string; ivLength: number; authenticates: boolean };

const ciphers: ReadonlyMap<string, Cipher> = new Map([
  [aes128Gcm, { name: 'aes-128-gcm', ivLength: 12, authenticates: true }],
  [aes256Gcm, { name: 'aes-256-gcm', ivLength: 12, authenticates: true }],
  [aes128Cbc, { name: 'aes-128-cbc', ivLength: 16, authenticates: false }],
  [aes256Cbc, { name: 'aes-256-cbc', ivLength: 16, authenticates: false }],
]);

const oaepHashes: ReadonlyMap<string, string> = new Map([
  ['http://www.w3.org/2000/09/xmldsig#sha1', 'sha1'],
  ['http://www.w3.org/2001/04/xmlenc#sha256', 'sha256'],
  ['http://www.w3.org/2001/04/xmldsig-more#sha384', 'sha384'],
  ['http://www.w3.org/2001/04/xmlenc#sha512', 'sha512'],
]);

const maskHashes: ReadonlyMap<string, string> = new Map(
  ['sha1', 'sha256', 'sha384', 'sha512'].map((hash) => [`${encryption11Ns}mgf1${hash}`, hash]),
);

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
    throw refused('AES-CBC is accepted only in a signed Response; sign the Response or use AES-GCM');
  if (!options.decryptionKey) throw refused('no decryption key is configured');

  const encryptedKey = onlyEncryptedKey(encryptedAssertion, data);
  const padding = keyPadding(encryptedKey);
  const wrapped = cipherValue(encryptedKey);
  const content = cipherValue(data);
  const root = parseXml(
    decryptBytes({ wrapped, content, cipher, oaepHash: padding, key: options.decryptionKey }),
  );
  if (!isNamed(root, assertionNs, 'Assertion')) throw refused('it holds something other than an assertion');
  return root;
}

/** Reports all failures here as one error, so that they cannot be distinguished. */
function decryptBytes(input: {
  wrapped: Buffer;
  content: Buffer;
  cipher: Cipher;
  oaepHash: string;
  key: KeyObject | string;
}): string {
  const { wrapped, content, cipher, oaepHash } = input;
  const privateKey = typeof input.key === 'string' ? createPrivateKey(input.key) : input.key;
  try {
    const padding = constants.RSA_PKCS1_OAEP_PADDING;
    // A key of another length makes the decipher throw.
    const key = privateDecrypt({ key: privateKey, padding, oaepHash }, wrapped);
    return decodeUtf8(cipher.authenticates ? openGcm(cipher, key, content) : openCbc(cipher, key, content));
  } catch {
    throw refused('it cannot be decrypted with the key of this service provider');
  }
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

/**
 * Reads xmlenc-core1 §5.5.2 and returns the hash of OAEP. node:crypto uses it for the mask as well, so
 * combinations of two different hashes are not supported.
 */
function keyPadding(encryptedKey: Element): string {
  const method = required(encryptedKey, 'EncryptionMethod');
  const algorithm = methodOf(encryptedKey);
  if (algorithm !== rsaOaepMgf1p && algorithm !== rsaOaep)
    throw refused(`the key encryption ${quoted(algorithm)} is not accepted; use RSA-OAEP`);
  if (onlyChild(method, encryptionNs, 'OAEPparams')) throw refused('OAEP parameters are not supported');

  const digest = onlyChild(method, signatureNs, 'DigestMethod');
  const mask = algorithm === rsaOaep ? onlyChild(method, encryption11Ns, 'MGF') : undefined;
  const digestHash = digest ? oaepHashes.get(attributeOf(digest, 'Algorithm') ?? '') : 'sha1';
  const maskHash = mask ? maskHashes.get(attributeOf(mask, 'Algorithm') ?? '') : 'sha1';
  if (!digestHash || digestHash !== maskHash)
    throw refused(
      'its RSA-OAEP uses hash functions that are not supported; use SHA-256 for both, or SHA-1 for both',
    );
  return digestHash;
}

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
