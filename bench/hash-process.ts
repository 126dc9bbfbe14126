/** Prints the number of passwords that the machine hashes per second, with the server's concurrency. */
import { availableParallelism } from 'node:os';
import { hashPoolSize } from '../server/core/hash-pool.ts';
import { verifyArgon2 } from '../server/protocols/password-hashes/argon2id.ts';
import { password, passwordHash, threadPoolSize } from './settings.ts';

const seconds = Number(process.argv[2]);
await verifyArgon2(passwordHash, password);
const start = performance.now();
const end = start + seconds * 1000;
let count = 0;
const atOnce = hashPoolSize(availableParallelism(), threadPoolSize);
await Promise.all(
  Array.from({ length: atOnce }, async () => {
    while (performance.now() < end) {
      await verifyArgon2(passwordHash, password);
      count += 1;
    }
  }),
);
console.log((count / (performance.now() - start)) * 1000);
