import { argon2Sync, createCipheriv, pbkdf2Sync, randomBytes, scryptSync } from 'node:crypto';
import type { HashedPassword } from '../server/protocols/password-hashes/read-hashed-password.ts';

// For tests: a hash for each combination of extreme parameters, with which an import either refuses it or can verify it.

/** `real`: the hash of `password`. `impossible`: no program can compute one. `costly`: nobody tried. */
type Kind = 'real' | 'impossible' | 'costly';

export interface Extreme {
  name: string;
  hashed: HashedPassword;
  kind: Kind;
}

export const password = 'Grüße aus dem Regenwald 7';

const salt = randomBytes(16);
const base64 = (bytes: Buffer) => bytes.toString('base64');

/** Computes a hash, or takes random bytes where that is impossible or takes long. */
function made(length: number, isCheap: boolean, compute: () => Buffer): { hash: Buffer; kind: Kind } {
  if (!isCheap) return { hash: randomBytes(length), kind: 'costly' };
  try {
    return { hash: compute(), kind: 'real' };
  } catch {
    return { hash: randomBytes(length), kind: 'impossible' };
  }
}

function combinations<const T extends readonly (readonly number[])[]>(...lists: T): number[][] {
  return lists.reduce<number[][]>(
    (all, list) => all.flatMap((one) => list.map((value) => [...one, value])),
    [[]],
  );
}

function argon2(): Extreme[] {
  const memories = [0, 1, 7, 8, 15, 16, 63, 64, 127, 128, 262_144, 262_145, 2_147_483_647];
  return combinations(memories, [0, 1, 64, 65], [0, 1, 2, 8, 16, 17]).flatMap(
    ([memory = 0, iterations = 0, threads = 0]) => {
      const { hash, kind } = made(
        32,
        memory * Math.max(1, iterations) < 10_000 && iterations * threads < 100,
        () =>
          argon2Sync('argon2id', {
            message: password,
            nonce: salt,
            tagLength: 32,
            memory,
            passes: iterations,
            parallelism: threads,
          }),
      );
      const name = `m=${memory},t=${iterations},p=${threads}`;
      const phc = `$argon2id$v=19$${name}$${base64(salt)}$${base64(hash)}`.replaceAll('=$', '$');
      const parts = { memory, iterations, threads, salt: base64(salt), hash: base64(hash) };
      return [
        { name: `Argon2 ${name}`, hashed: { argon2: parts }, kind },
        { name: `Argon2 as PHC ${name}`, hashed: { argon2: { hash: phc } }, kind },
        { name: `Django Argon2 ${name}`, hashed: { django: { hash: `argon2${phc}` } }, kind },
      ];
    },
  );
}

/** Node.js takes 0 as "the default". */
function isCheapScrypt(cost: number, blockSize: number, threads: number): boolean {
  return Math.min(cost, blockSize, threads) > 0 && cost * blockSize * threads < 200_000;
}

function scrypt(): Extreme[] {
  const costs = [0, 1, 2, 3, 4, 32_768, 65_536, 131_072, 1_048_576, 2_147_483_647];
  return combinations(costs, [0, 1, 2, 32, 33], [0, 1, 16, 17]).map(
    ([cost = 0, blockSize = 0, threads = 0]) => {
      const { hash, kind } = made(32, isCheapScrypt(cost, blockSize, threads), () =>
        scryptSync(password, 'salt', 32, {
          cost,
          blockSize,
          parallelization: threads,
          maxmem: 2 ** 29,
        }),
      );
      const parts = [cost, 'salt', blockSize, threads, base64(hash)].join('$');
      return { name: `Django scrypt$${parts}`, hashed: { django: { hash: `scrypt$${parts}` } }, kind };
    },
  );
}

function firebase(): Extreme[] {
  return combinations([0, 1, 14, 15, 16, 17, 18, 63], [0, 1, 2, 10, 11]).map(([memory = 0, rounds = 0]) => {
    const signerKey = randomBytes(64);
    const { hash, kind } = made(64, isCheapScrypt(2 ** memory, rounds, 1), () => {
      const options = { cost: 2 ** memory, blockSize: rounds, parallelization: 1, maxmem: 2 ** 29 };
      const key = scryptSync(password, Buffer.concat([salt, Buffer.of(7)]), 32, options);
      return createCipheriv('aes-256-ctr', key, Buffer.alloc(16)).update(signerKey);
    });
    const texts = { salt: base64(salt), saltSeparator: 'Bw==', signerKey: base64(signerKey) };
    const hashed = { firebase: { memory, rounds, ...texts, hash: base64(hash) } };
    return { name: `Firebase memory ${memory}, rounds ${rounds}`, hashed, kind };
  });
}

function pbkdf2(): Extreme[] {
  const types = ['sha1', 'sha256', 'sha512'] as const;
  return types.flatMap((type) =>
    combinations([0, 1, 2, 2_000_000, 2_000_001, 2_147_483_647], [0, 1, 15, 16, 128, 129]).map(
      ([iterations = 0, length = 0]) => {
        const { hash, kind } = made(length, iterations <= 2, () =>
          pbkdf2Sync(password, salt, iterations, length, type),
        );
        const hashed = { pbkdf2: { type, iterations, salt: base64(salt), hash: base64(hash) } };
        return { name: `PBKDF2 ${type}, ${iterations}, ${length} bytes`, hashed, kind };
      },
    ),
  );
}

function others(): Extreme[] {
  const rest = 'sZnqRmcCAoA94BaTWS/6zOjNR.s2HyF9RJpQqtVtmEaS7HISaNdB6';
  const costs = ['00', '03', '04', '14', '15', '31', '99'];
  const bcrypt = ['2', '2a', '2b', '2x', '2y', '2z'].flatMap((kind) =>
    costs.map((cost) => ({ bcrypt: { hash: `$${kind}$${cost}$${rest}` } })),
  );
  const exponents = [...'./05FSTz!'].flatMap((exponent) => [
    { phpass: { type: 'md5' as const, hash: `$P$${exponent}abcdefgh${'a'.repeat(22)}` } },
    { phpass: { type: 'sha512' as const, hash: `$S$${exponent}abcdefgh${'a'.repeat(43)}` } },
  ]);
  const phpass = [0, 1, 18, 19, 30, 31, 262_144, 262_145, 2_147_483_647].map((iterations) => ({
    phpass: { type: 'md5' as const, iterations, salt: 'abcdefgh', hash: 'a'.repeat(22) },
  }));
  const symfony = [0, 1, 262_144, 262_145, 2_147_483_647].map((iterations) => ({
    symfony: { iterations, salt: 'abcdefgh', hash: base64(randomBytes(64)) },
  }));
  return [...bcrypt, ...exponents, ...phpass, ...symfony].map((hashed) => {
    return { name: JSON.stringify(hashed), hashed, kind: 'costly' };
  });
}

export function extremes(): Extreme[] {
  return [...argon2(), ...scrypt(), ...firebase(), ...pbkdf2(), ...others()];
}
