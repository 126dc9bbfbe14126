import { checkRange, HashFormatError, readBase64, readCount, unpadded } from './format.ts';

/** A PHC string of any Argon2 variant. */
export interface Argon2Hash {
  scheme: 'argon2';
  hash: string;
}

const phcPattern = /^\$(argon2(?:id|i|d))(?:\$v=(\d{1,9}))?\$([a-z]+=[^$]*)\$([^$]+)\$([^$]+)$/;

/** The versions 1.0 and 1.3, as PHC strings write them. */
const versions = [16, 19];

/** Allows 256 MiB at once, and 1 GiB written in all passes: about half a second. */
const maxMemoryKibibytes = 262_144;
const maxTotalKibibytes = 1_048_576;

/** RFC 9106 §3.1: the memory has at least this many KiB for each thread. */
const minKibibytesPerThread = 8;

/** Reads a PHC string. One without a version is of Argon2 1.0, which wrote none. */
export function readArgon2Phc(text: string): Argon2Hash {
  const [, variant, version = '16', list, salt, hash] = phcPattern.exec(text) ?? [];
  if (!variant || !list || !salt || !hash) throw new HashFormatError('the Argon2 hash is not a PHC string');
  if (!versions.includes(Number(version)))
    throw new HashFormatError('the version of an Argon2 hash must be 16 (1.0) or 19 (1.3)');
  const [memory, iterations, threads] = readParameters(list);
  return writePhc(`$${variant}$v=${Number(version)}`, { memory, iterations, threads, salt, hash });
}

interface Parts {
  hash: string;
  salt: string;
  iterations: number;
  memory: number;
  threads: number;
}

/** Reads a PHC string, or the parts that batch calls of the public SDKs send: Argon2id, version 1.3. */
export function readArgon2(given: Pick<Parts, 'hash'> & Partial<Parts>): Argon2Hash {
  if (given.hash.startsWith('$')) return readArgon2Phc(given.hash);
  const { hash, salt, iterations, memory, threads } = given;
  if (salt === undefined || iterations === undefined || memory === undefined || threads === undefined)
    throw new HashFormatError('salt, iterations, memory and threads are needed if hash is not a PHC string');
  return writePhc('$argon2id$v=19', { hash, salt, iterations, memory, threads });
}

/** Reads `m=…,t=…,p=…`, in any order. `keyid` and `data` stand for values that a verifier has to know and does not. */
function readParameters(list: string): [number, number, number] {
  const pairs = list.split(',').map((pair) => /^([a-z]+)=(.*)$/.exec(pair)?.slice(1) ?? ['', '']);
  const names = pairs.map(([name]) => name);
  if (names.toSorted().join() !== 'm,p,t')
    throw new HashFormatError('the parameters of an Argon2 hash must be m, t and p, each once');
  const of = new Map(pairs as [string, string][]);
  const count = (name: string) => readCount(`${name} of an Argon2 hash`, of.get(name) as string);
  return [count('m'), count('t'), count('p')];
}

function writePhc(prefix: string, { memory, iterations, threads, ...base64 }: Parts): Argon2Hash {
  checkRange('the threads of an Argon2 hash', threads, 1, 16);
  const minimum = minKibibytesPerThread * threads;
  checkRange(
    `the memory of an Argon2 hash, in KiB, with threads: ${threads},`,
    memory,
    minimum,
    maxMemoryKibibytes,
  );
  checkRange('the iterations of an Argon2 hash', iterations, 1, 64);
  checkRange('memory times iterations of an Argon2 hash', memory * iterations, minimum, maxTotalKibibytes);
  const salt = readBase64('salt', base64.salt, { minBytes: 8, maxBytes: 48 });
  const hash = readBase64('hash', base64.hash, { minBytes: 12, maxBytes: 64 });
  const parameters = `m=${memory},t=${iterations},p=${threads}`;
  return { scheme: 'argon2', hash: [prefix, parameters, unpadded(salt), unpadded(hash)].join('$') };
}
