import { trimEnd } from '../../core/trim-end.ts';
import { checkRange, HashFormatError, readBase64 } from './format.ts';

/** A PHC string of any Argon2 variant. */
export interface Argon2Hash {
  scheme: 'argon2';
  hash: string;
}

const phcPattern =
  /^\$argon2(?:id|i|d)\$v=(?:16|19)\$m=(\d{1,9}),t=(\d{1,9}),p=(\d{1,3})\$([A-Za-z0-9+/]{11,64})\$([A-Za-z0-9+/]{16,86})$/;

/** Allows 256 MiB at once, and 1 GiB written in all passes: about half a second. */
const maxMemoryKibibytes = 262_144;
const maxTotalKibibytes = 1_048_576;

export function readArgon2Phc(hash: string): Argon2Hash {
  const [, memory, passes, lanes] = phcPattern.exec(hash) ?? [];
  if (!memory) throw new HashFormatError('the Argon2 hash is not a PHC string');
  checkRange('the memory of an Argon2 hash, in KiB,', Number(memory), 8, maxMemoryKibibytes);
  checkRange('the iterations of an Argon2 hash', Number(passes), 1, 64);
  checkRange('the threads of an Argon2 hash', Number(lanes), 1, 16);
  checkRange(
    'memory times iterations of an Argon2 hash',
    Number(memory) * Number(passes),
    8,
    maxTotalKibibytes,
  );
  return { scheme: 'argon2', hash };
}

/** Reads the parts that batch calls of the public SDKs send: Argon2id, version 1.3. */
export function readArgon2Parts(parts: {
  hash: string;
  salt: string;
  iterations: number;
  memory: number;
  threads: number;
}): Argon2Hash {
  const salt = unpadded(readBase64('salt', parts.salt, { minBytes: 8, maxBytes: 48 }));
  const hash = unpadded(readBase64('hash', parts.hash, { minBytes: 12, maxBytes: 64 }));
  const { memory, iterations, threads } = parts;
  return readArgon2Phc(`$argon2id$v=19$m=${memory},t=${iterations},p=${threads}$${salt}$${hash}`);
}

function unpadded(bytes: Buffer): string {
  return trimEnd(bytes.toString('base64'), '=');
}
