import { hash as digestOf } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { checkRange, HashFormatError } from './format.ts';

/** PHP's "portable" hashes: MD5 in WordPress and phpBB, SHA-512 in Drupal 7. */
export interface PhpassHash {
  scheme: 'phpass';
  digest: 'md5' | 'sha512';
  iterations: number;
  /** Text, whose characters are hashed unchanged. */
  salt: string;
  /** The scheme's own base64. */
  hash: string;
}

const alphabet = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const maxIterations = 2 ** 18;

/** The digests depend on each other and run on the event loop, which gets a turn after this many. */
const iterationsPerTurn = 1_000;

/** Up to this one, `iterations` is an exponent, as these hashes write it themselves. */
const maxExponent = 30;

export function readPhpass(
  parts: Omit<PhpassHash, 'scheme' | 'iterations'> & { iterations: number | undefined },
): PhpassHash {
  const { digest, salt, hash } = parts;
  if (/^\$[PHS]\$/.test(hash)) return readWhole(hash);
  if (parts.iterations === undefined)
    throw new HashFormatError('the iterations of the phpass hash are missing');
  const iterations = parts.iterations <= maxExponent ? 2 ** parts.iterations : parts.iterations;
  checkRange('the iterations of a phpass hash', iterations, 1, maxIterations);
  if (!/^[./0-9A-Za-z]{1,64}$/.test(salt)) throw new HashFormatError('the salt of a phpass hash is not text');
  const lengths = digest === 'md5' ? [22] : [43, 86];
  if (!/^[./0-9A-Za-z]+$/.test(hash) || !lengths.includes(hash.length)) {
    throw new HashFormatError(`a phpass hash has ${lengths.join(' or ')} characters of ./0-9A-Za-z`);
  }
  return { scheme: 'phpass', digest, iterations, salt, hash };
}

/** Reads `$P$`, an exponent, eight characters of salt and the hash from one text. */
function readWhole(text: string): PhpassHash {
  const [, kind, exponent = '', salt = '', hash = ''] = /^\$([PHS])\$(.)(.{8})(.+)$/.exec(text) ?? [];
  const digest = kind === 'S' ? 'sha512' : 'md5';
  const iterations = alphabet.indexOf(exponent);
  checkRange('the exponent of a phpass hash', iterations, 0, maxExponent);
  if (hash.startsWith('$')) throw new HashFormatError('the phpass hash is not complete');
  return readPhpass({ digest, iterations, salt, hash });
}

export async function verifyPhpass(foreign: PhpassHash, password: string): Promise<boolean> {
  const { digest, iterations, salt, hash } = foreign;
  const bytes = Buffer.from(password);
  let state = digestOf(digest, Buffer.concat([Buffer.from(salt), bytes]), 'buffer');
  for (let iteration = 1; iteration <= iterations; iteration += 1) {
    state = digestOf(digest, Buffer.concat([state, bytes]), 'buffer');
    if (iteration % iterationsPerTurn === 0) await nextTurn();
  }
  // Drupal stores only the first 43 characters.
  return encode(state).slice(0, hash.length) === hash;
}

/** Encodes three bytes as four characters, the lowest six bits first. */
function encode(bytes: Buffer): string {
  let text = '';
  for (let start = 0; start < bytes.length; start += 3) {
    const group = bytes.subarray(start, start + 3);
    const value = group.reduce((sum, byte, index) => sum + byte * 256 ** index, 0);
    for (let place = 0; place <= group.length; place += 1) {
      text += alphabet[Math.floor(value / 64 ** place) % 64];
    }
  }
  return text;
}
