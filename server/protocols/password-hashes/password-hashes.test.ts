import { argon2Sync, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { password as extremePassword, extremes } from '../../../test/extreme-hashes.ts';
import { hashArgon2id, isBelowTodaysCost, verifyArgon2 } from './argon2id.ts';
import { type ForeignHash, verifyForeignHash } from './foreign-hash.ts';
import { HashFormatError } from './format.ts';
import { type HashedPassword, readHashedPassword } from './read-hashed-password.ts';
import vectors from './vectors.json' with { type: 'json' };

describe('hashes of other programs', () => {
  test.each(vectors.map((vector, index) => [index, vector.source, vector] as const))(
    '%i (%s) accept their password and no other',
    async (_index, _source, { password, hashedPassword }) => {
      const foreign = readHashedPassword(hashedPassword as HashedPassword);
      expect(await verifyForeignHash(foreign, password)).toBe(true);
      expect(await verifyForeignHash(foreign, `a${password}`)).toBe(false);
      expect(await verifyForeignHash(foreign, '')).toBe(false);
    },
  );

  test('bcrypt reads 72 bytes of a password, as the original program did', async () => {
    const vector = vectors.find(({ source }) => source.includes('72 bytes'));
    const foreign = readHashedPassword(vector?.hashedPassword as HashedPassword);
    expect(await verifyForeignHash(foreign, 'x'.repeat(72))).toBe(true);
    expect(await verifyForeignHash(foreign, 'x'.repeat(71))).toBe(false);
  });
});

const bytes = (length: number) => randomBytes(length).toString('base64');
const bcryptRest = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmno'.slice(0, 53);

describe('a hash is refused', () => {
  const refused: [string, unknown][] = [
    ['bcrypt at cost 31', { bcrypt: { hash: `$2b$31$${bcryptRest}` } }],
    ['bcrypt at cost 15', { bcrypt: { hash: `$2b$15$${bcryptRest}` } }],
    ['bcrypt that is cut', { bcrypt: { hash: '$2b$10$abc' } }],
    [
      'PBKDF2 of a billion rounds',
      { pbkdf2: { type: 'sha256', iterations: 1e9, salt: bytes(16), hash: bytes(32) } },
    ],
    [
      'PBKDF2 of fractional rounds',
      { pbkdf2: { type: 'sha256', iterations: 1.5, salt: bytes(16), hash: bytes(32) } },
    ],
    [
      'PBKDF2 of many blocks',
      { pbkdf2: { type: 'sha1', iterations: 1e6, salt: bytes(16), hash: bytes(128) } },
    ],
    ['PBKDF2 with 8 bytes', { pbkdf2: { type: 'sha1', iterations: 1000, salt: bytes(16), hash: bytes(8) } }],
    [
      'PBKDF2 with a hash that is cut',
      { pbkdf2: { type: 'sha1', iterations: 1000, salt: bytes(16), hash: bytes(16).slice(0, 21) } },
    ],
    [
      'PBKDF2 with a padding that is too short',
      { pbkdf2: { type: 'sha1', iterations: 1000, salt: bytes(16), hash: bytes(16).slice(0, 23) } },
    ],
    [
      'PBKDF2 with chance bits after the last byte',
      { pbkdf2: { type: 'sha1', iterations: 1000, salt: 'AB', hash: bytes(16) } },
    ],
    [
      'PBKDF2 with a space',
      { pbkdf2: { type: 'sha1', iterations: 1000, salt: `${bytes(16)} `, hash: bytes(16) } },
    ],
    ['Argon2 with parts missing', { argon2: { memory: 64, iterations: 1, threads: 1, hash: bytes(32) } }],
    ...[
      '$argon2id$v=18$m=64,t=1,p=1',
      '$argon2id$v=19$m=64,t=1',
      '$argon2id$v=19$m=64,t=1,p=1,p=1',
      '$argon2id$v=19$m=64,t=1,p=1,data=AAAA',
      '$argon2id$v=19$m=64,t=1,p=1,keyid=AAAA',
      '$argon2id$v=19$m=0x40,t=1,p=1',
      '$argon2id$v=19$m=-64,t=1,p=1',
      '$argon2ds$v=19$m=64,t=1,p=1',
    ].map((start): [string, unknown] => [
      `Argon2 that begins with ${start}`,
      { argon2: { hash: `${start}$${'A'.repeat(22)}$${'A'.repeat(43)}` } },
    ]),
    ['Django with a number in hexadecimal', { django: { hash: `pbkdf2_sha256$0x10$a$${bytes(32)}` } }],
    [
      'Argon2 with 4 GiB',
      { argon2: { memory: 4_194_304, iterations: 1, threads: 1, salt: bytes(16), hash: bytes(32) } },
    ],
    [
      'Argon2 with many passes',
      { argon2: { memory: 65_536, iterations: 64, threads: 1, salt: bytes(16), hash: bytes(32) } },
    ],
    [
      'Firebase with 2^20',
      {
        firebase: {
          memory: 20,
          rounds: 8,
          salt: bytes(8),
          saltSeparator: '',
          signerKey: bytes(64),
          hash: bytes(64),
        },
      },
    ],
    [
      'Firebase with a short hash',
      {
        firebase: {
          memory: 14,
          rounds: 8,
          salt: bytes(8),
          saltSeparator: '',
          signerKey: bytes(64),
          hash: bytes(32),
        },
      },
    ],
    ['Django scrypt with 16 GiB', { django: { hash: `scrypt$16777216$salt$8$1$${bytes(64)}` } }],
    ['Django scrypt with no power of two', { django: { hash: `scrypt$16383$salt$8$1$${bytes(64)}` } }],
    ['Django of an unknown algorithm', { django: { hash: 'crypt$salt$abc' } }],
    ['Django with a part missing', { django: { hash: `pbkdf2_sha256$1000$${bytes(32)}` } }],
    [
      'phpass with 2^30 rounds',
      { phpass: { type: 'md5', iterations: 30, salt: 'abcdefgh', hash: 'a'.repeat(22) } },
    ],
    ['phpass that is cut', { phpass: { type: 'md5', iterations: 11, salt: 'abcdefgh', hash: 'abc' } }],
    ['phpass without iterations', { phpass: { type: 'md5', salt: 'abcdefgh', hash: 'a'.repeat(22) } }],
    ['phpass that begins twice', { phpass: { type: 'md5', hash: '$P$Babcdefgh$P$Babcdefgh' } }],
    ['MD5 with 31 digits', { md5: { hash: 'a'.repeat(31) } }],
    ['SHA-256 with the length of SHA-1', { sha: { type: 'sha256', hash: 'a'.repeat(40) } }],
    [
      'SHA-1 with a salt that is not hexadecimal',
      { sha: { type: 'sha1', salt: 'pepper', hash: 'a'.repeat(40) } },
    ],
    ['two kinds at once', { md5: { hash: 'a'.repeat(32) }, bcrypt: { hash: `$2b$10$${bcryptRest}` } }],
    ['no kind at all', {}],
  ];
  test.each(refused)('%s', (_name, hashed) => {
    expect(() => readHashedPassword(hashed as HashedPassword)).toThrow(HashFormatError);
  });
});

test('each combination of extreme parameters is refused, or the hash can be verified', {
  timeout: 120_000,
}, async () => {
  const verified: Record<string, number> = {};
  for (const { name, hashed, kind } of extremes()) {
    let foreign: ForeignHash;
    try {
      foreign = readHashedPassword(hashed);
    } catch (error) {
      expect(error, name).toBeInstanceOf(HashFormatError);
      expect((error as HashFormatError).reason, name).toMatch(/hash|memory|rounds|salt/);
      continue;
    }
    expect(kind, name).not.toBe('impossible');
    if (kind === 'costly') continue;
    expect(await verifyForeignHash(foreign, extremePassword), name).toBe(true);
    expect(await verifyForeignHash(foreign, `${extremePassword}!`), name).toBe(false);
    const format = name.split(' ')[0] as string;
    verified[format] = (verified[format] ?? 0) + 1;
  }
  expect(verified).toEqual({ Argon2: 23, Django: 15, Firebase: 9, PBKDF2: 12 });
});

test('numbers with zeros before them in a PHC string are what they are without', async () => {
  const output = argon2Sync('argon2id', {
    message: 'x',
    nonce: Buffer.alloc(8, 1),
    tagLength: 12,
    memory: 64,
    passes: 1,
    parallelism: 1,
  });
  const [salt, hash] = [Buffer.alloc(8, 1), output].map((part) => part.toString('base64').replace(/=/g, ''));
  const text = `$argon2id$v=019$m=064,t=01,p=001$${salt}$${hash}`;
  expect(await verifyForeignHash(readHashedPassword({ argon2: { hash: text } }), 'x')).toBe(true);
});

describe('our own hash', () => {
  test('is Argon2id in a PHC string, as an independent implementation computes it', async () => {
    const phc = await hashArgon2id('correct horse battery');
    const [, salt = '', hash = ''] = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$(.{22})\$(.{43})$/.exec(phc) ?? [];
    const expected = argon2Sync('argon2id', {
      message: 'correct horse battery',
      nonce: Buffer.from(salt, 'base64'),
      parallelism: 1,
      tagLength: 32,
      memory: 19_456,
      passes: 2,
    });
    expect(Buffer.from(hash, 'base64')).toEqual(expected);
  });

  test('differs for two equal passwords, and reads all of a long one', async () => {
    const long = 'x'.repeat(128);
    const phc = await hashArgon2id(long);
    expect(phc).not.toBe(await hashArgon2id(long));
    expect(await verifyArgon2(phc, long)).toBe(true);
    expect(await verifyArgon2(phc, `${'x'.repeat(127)}y`)).toBe(false);
  });

  test('is replaced when it costs less than the current setting, or is of another variant', async () => {
    expect(await isBelowTodaysCost(await hashArgon2id('x'))).toBe(false);
    const parts = 'c2FsdHNhbHRzYWx0c2FsdA$MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE';
    expect(await isBelowTodaysCost(`$argon2id$v=19$m=19456,t=1,p=1$${parts}`)).toBe(true);
    expect(await isBelowTodaysCost(`$argon2id$v=19$m=9456,t=2,p=1$${parts}`)).toBe(true);
    expect(await isBelowTodaysCost(`$argon2i$v=19$m=19456,t=2,p=1$${parts}`)).toBe(true);
    expect(await isBelowTodaysCost(`$argon2id$v=19$m=65536,t=3,p=4$${parts}`)).toBe(false);
  });
});
