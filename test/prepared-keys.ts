import { createPrivateKey, createPublicKey } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { generateRsaKeyPair, type KeyPair, type KeyPairGenerator } from '../server/core/key-pairs.ts';

/** The number of keys, enough for the projects and connections of most test files. */
const count = 24;

/** A file beside the packages, created once per checkout. */
const file = join('node_modules', '.cache', 'latchkey', 'test-keys.json');

let pool: Promise<KeyPair[]> | undefined;

/**
 * Hands out each prepared key once, then generates new ones: within one service no two projects share a key, so
 * each project's key is still unknown to the others.
 */
export function preparedKeys(): KeyPairGenerator {
  let next = 0;
  return async () => {
    pool ??= readPool();
    return (await pool)[next++] ?? generateRsaKeyPair();
  };
}

async function readPool(): Promise<KeyPair[]> {
  await makePreparedKeys();
  return (JSON.parse(await readFile(file, 'utf8')) as string[]).map((pem) => {
    const privateKey = createPrivateKey(pem);
    return { privateKey, publicKey: createPublicKey(privateKey) };
  });
}

/** Creates the missing file; when several processes do so at once, the last one's stays. */
export async function makePreparedKeys(): Promise<void> {
  if (await readFile(file).catch(() => undefined)) return;
  const pairs = await Promise.all(Array.from({ length: count }, generateRsaKeyPair));
  const pems = pairs.map(({ privateKey }) => privateKey.export({ type: 'pkcs8', format: 'pem' }));
  await mkdir(dirname(file), { recursive: true });
  await writeFile(`${file}.${process.pid}`, JSON.stringify(pems), { mode: 0o600 });
  await rename(`${file}.${process.pid}`, file);
}
