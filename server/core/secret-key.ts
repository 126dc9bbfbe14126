import { randomBytes } from 'node:crypto';
import { link, open, readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { type Config, readSecretKeys } from './config.ts';

type Place = Pick<Config, 'dataDir' | 'secretKeys'>;

export function secretKeyFile(dataDir: string): string {
  return join(dataDir, 'secret.key');
}

/** Returns the name of the variable or file that holds the keys. */
export function secretKeySource({ secretKeys, dataDir }: Place): string {
  return secretKeys ? 'LATCHKEY_SECRET_KEY' : secretKeyFile(dataDir);
}

/** Returns the keys from the environment or from the file that development created beside the database, newest first. */
export async function findSecretKeys(place: Place): Promise<Buffer[] | undefined> {
  if (place.secretKeys) return place.secretKeys;
  const file = secretKeyFile(place.dataDir);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
    throw error;
  });
  // An empty file is damage: a missing one would be created, and lock out what the old key sealed.
  return text === undefined ? undefined : readSecretKeys(file, text || '-');
}

/** Returns the keys, and creates one if there is none, so that development needs no configuration. */
export async function ensureSecretKeys(place: Place): Promise<Buffer[]> {
  const known = await findSecretKeys(place);
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
  return (await findSecretKeys(place)) as Buffer[];
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
