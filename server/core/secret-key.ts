import { randomBytes } from 'node:crypto';
import { link, open, readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { type Config, ConfigError } from './config.ts';

type Place = Pick<Config, 'dataDir' | 'secretKey'>;

export function secretKeyFile(dataDir: string): string {
  return join(dataDir, 'secret.key');
}

/** Returns the key from the environment or the key that development created beside the database, or `undefined`. */
export async function findSecretKey(place: Place): Promise<Buffer | undefined> {
  if (place.secretKey) return place.secretKey;
  const file = secretKeyFile(place.dataDir);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const key = Buffer.from(text, 'base64');
  if (key.length !== 32) throw new ConfigError(`${file} does not hold 32 bytes in base64.`);
  return key;
}

/** Returns the key, and creates one if there is none, so that development needs no configuration. */
export async function ensureSecretKey(place: Place): Promise<Buffer> {
  const known = await findSecretKey(place);
  if (known) return known;
  const file = secretKeyFile(place.dataDir);
  const draft = `${file}.${randomBytes(4).toString('hex')}`;
  await writeDurably(draft, randomBytes(32).toString('base64'));
  // A link appears with its whole content or not at all, so that only one of two starting processes creates the
  // key.
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await unlink(draft);
  await syncFolder(place.dataDir);
  return (await findSecretKey(place)) as Buffer;
}

/** The key must be on the disk before anything sealed under it. */
async function writeDurably(file: string, text: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  await handle.writeFile(text);
  await handle.sync();
  await handle.close();
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  await handle.sync();
  await handle.close();
}
