/** Prints the microseconds of one RSA-2048 signature on one core, made on the thread pool as in the server. */
import { generateKeyPairSync, sign } from 'node:crypto';
import { promisify } from 'node:util';
import { threadPoolSize } from './settings.ts';

const seconds = Number(process.argv[2]);
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const payload = Buffer.alloc(512, 'x');
const signOnce = () => promisify(sign)('sha256', payload, privateKey);
await signOnce();
const before = process.cpuUsage();
const end = performance.now() + seconds * 1000;
let count = 0;
await Promise.all(
  Array.from({ length: threadPoolSize }, async () => {
    for (; performance.now() < end; count += 1) await signOnce();
  }),
);
const { user, system } = process.cpuUsage(before);
console.log((user + system) / count);
