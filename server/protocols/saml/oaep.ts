import { constants, createHash, type KeyObject, privateDecrypt } from 'node:crypto';

/**
 * Decrypts RSA-OAEP (RFC 8017 §7.1.2) with one hash for the label and another one for the mask, which node:crypto cannot express. Throws
 * one error for whatever is wrong, and reads every byte before it does: an attacker who can tell the first byte from the others can
 * decrypt any message (Manger 2001).
 */
export function decryptOaep(key: KeyObject, wrapped: Buffer, hash: string, maskHash: string): Buffer {
  const block = privateDecrypt({ key, padding: constants.RSA_NO_PADDING }, wrapped);
  const labelHash = createHash(hash).digest();
  const seedEnd = 1 + labelHash.length;
  const masked = block.subarray(seedEnd);
  const seed = xor(block.subarray(1, seedEnd), mask(masked, labelHash.length, maskHash));
  const data = xor(masked, mask(seed, masked.length, maskHash));

  let wrong = block[0]!;
  for (let at = 0; at < labelHash.length; at += 1) wrong |= data[at]! ^ labelHash[at]!;
  // Zeros, then a one, then the message. `inside` is 1 from the one on.
  let inside = 0;
  let length = 0;
  for (let at = labelHash.length; at < data.length; at += 1) {
    length += inside;
    wrong |= -(1 - inside) & (data[at]! >> 1);
    inside |= data[at]! & 1;
  }
  if (wrong | (1 - inside)) throw new Error('padding');
  return data.subarray(data.length - length);
}

/** MGF1 (RFC 8017 §B.2.1). */
function mask(seed: Buffer, length: number, hash: string): Buffer {
  const parts: Buffer[] = [];
  for (let counter = 0, made = 0; made < length; counter += 1) {
    const number = Buffer.alloc(4);
    number.writeUInt32BE(counter);
    const part = createHash(hash).update(seed).update(number).digest();
    parts.push(part);
    made += part.length;
  }
  return Buffer.concat(parts).subarray(0, length);
}

function xor(one: Buffer, other: Buffer): Buffer {
  return Buffer.from(one.map((byte, at) => byte ^ other[at]!));
}
