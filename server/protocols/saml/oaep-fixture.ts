import { constants, createHash, type KeyObject, publicEncrypt, randomBytes } from 'node:crypto';

/** Encrypts by RSA-OAEP with two hashes and a key of 2,048 bits (RFC 8017 §7.1.1). `separator` comes before the message. */
export function encryptOaep(
  publicKey: KeyObject,
  message: Buffer,
  hash: string,
  maskHash: string,
  separator = Buffer.of(1),
): Buffer {
  const label = createHash(hash).digest();
  const zeros = Buffer.alloc(256 - message.length - 2 * label.length - 1 - separator.length);
  const data = Buffer.concat([label, zeros, separator, message]);
  const seed = randomBytes(label.length);
  const masked = xorMask(data, seed, maskHash);
  const block = Buffer.concat([Buffer.of(0), xorMask(seed, masked, maskHash), masked]);
  return publicEncrypt({ key: publicKey, padding: constants.RSA_NO_PADDING }, block);
}

function xorMask(bytes: Buffer, seed: Buffer, hash: string): Buffer {
  const parts = Array.from({ length: 16 }, (_, counter) =>
    createHash(hash)
      .update(seed)
      .update(Buffer.of(0, 0, 0, counter))
      .digest(),
  );
  const mask = Buffer.concat(parts);
  return Buffer.from(bytes.map((byte, at) => byte ^ mask[at]!));
}
