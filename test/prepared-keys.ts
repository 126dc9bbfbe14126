import { createPrivateKey, createPublicKey } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { generateRsaKeyPair, type KeyPair, type KeyPairGenerator } from '../server/core/key-pairs.ts';

/** The number of keys, enough for the projects and connections of a test. */
const count = 24;

/** A file beside the packages, created once per checkout. */
const file = join('node_modules', '.cache', 'latchkey', 'test-keys.json');

let pool: Promise<KeyPair[]> | undefined;

/**
 * Hands out the prepared keys, and begins again after the last one: a key that is generated costs as much as several
 * requests, and a file with a project for each test needs hundreds. Of as many keys in a row as there are, no two are the
 * same. So the key of a project is still unknown to the projects that a test compares with it.
 */
export function preparedKeys(): KeyPairGenerator {
  let next = 0;
  return async () => {
    pool ??= readPool();
    const keys = await pool;
    return keys[next++ % keys.length] as KeyPair;
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
