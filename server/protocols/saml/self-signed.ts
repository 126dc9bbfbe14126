import { type KeyObject, randomBytes, sign, X509Certificate } from 'node:crypto';
import { promisify } from 'node:util';
import { generateRsaKeyPair, type KeyPair } from '../../core/key-pairs.ts';
import * as der from './der.ts';

const signAsync = promisify(sign);

const sha256WithRsa = der.sequence(der.objectId('1.2.840.113549.1.1.11'), der.nullValue());
const sha256WithEcdsa = der.sequence(der.objectId('1.2.840.10045.4.3.2'));
const tenYears = 10 * 365.25 * 86_400_000;
const oneDay = 86_400_000;

export type CertifiedKey = { privateKeyPem: string; certificatePem: string };

/** Creates an RSA key with its certificate, for signing and for receiving encrypted assertions. */
export async function createCertifiedKey(
  commonName: string,
  now: number,
  generate = generateRsaKeyPair,
): Promise<CertifiedKey> {
  const keys = await generate();
  return {
    privateKeyPem: keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificatePem: await selfSign(commonName, keys, now),
  };
}

/**
 * Creates the self-signed certificate of an RSA or EC key, in PEM. It is valid for ten years, and from a day
 * before `now` for clocks that are behind. Signs on the thread pool.
 */
export async function selfSign(
  commonName: string,
  { privateKey, publicKey }: KeyPair,
  now: number,
): Promise<string> {
  const algorithm = privateKey.asymmetricKeyType === 'ec' ? sha256WithEcdsa : sha256WithRsa;
  const body = certificateBody(commonName, publicKey, algorithm, now);
  const signature = await signAsync('sha256', body, privateKey);
  return new X509Certificate(der.sequence(body, algorithm, der.bitString(signature))).toString();
}

/** TBSCertificate of RFC 5280 §4.1, version 3. */
function certificateBody(commonName: string, publicKey: KeyObject, algorithm: Buffer, now: number): Buffer {
  // RFC 5280 appendix A.1: at most 64 characters.
  const shortName = [...commonName].slice(0, 64).join('');
  const name = der.sequence(der.set(der.sequence(der.objectId('2.5.4.3'), der.utf8String(shortName))));
  const version = der.explicit(0, der.integer(Buffer.from([2])));
  const serial = der.integer(randomBytes(16));
  const validity = der.sequence(der.time(now - oneDay), der.time(now + tenYears));
  const key = publicKey.export({ type: 'spki', format: 'der' });
  return der.sequence(version, serial, algorithm, name, validity, name, key, extensions());
}

/** Not a certificate authority; for signatures and for the encryption of keys. */
function extensions(): Buffer {
  const basicConstraints = extension('2.5.29.19', der.sequence());
  const digitalSignatureAndKeyEncipherment = der.bitString(Buffer.from([0b10100000]), 5);
  const keyUsage = extension('2.5.29.15', digitalSignatureAndKeyEncipherment);
  return der.explicit(3, der.sequence(basicConstraints, keyUsage));
}

function extension(id: string, value: Buffer): Buffer {
  return der.sequence(der.objectId(id), der.boolean(true), der.octetString(value));
}
