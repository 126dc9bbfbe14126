import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { open, statfs, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { type Config, readConfig } from '../../core/config.ts';
import { addressOf } from '../../instance.ts';
import { hashArgon2id, verifyArgon2 } from '../../protocols/password-hashes/argon2id.ts';
import { verifyBcrypt } from '../../protocols/password-hashes/bcrypt.ts';
import { missingBinding } from '../../protocols/password-hashes/bindings.ts';
import { CommandFailure } from '../output.ts';

const neededMegabytes = 256;

/** Checks the environment as the server would. */
export function checkConfig(env?: NodeJS.ProcessEnv): string {
  const { mode } = readConfig('production', env);
  return `complete for ${mode} mode${mode === 'development' ? '. `--production` checks for production' : ''}`;
}

export function checkBaseUrl({ mode, baseUrl, host, port }: Config): string {
  if (baseUrl) return baseUrl;
  const made = addressOf(host, port);
  if (mode === 'development') return `${made}, derived from HOST and PORT`;
  throw new CommandFailure(
    `LATCHKEY_BASE_URL is missing: links would open ${made}, which other machines cannot reach. Set it to the public URL`,
  );
}

export async function checkDataDir({ dataDir, databaseUrl, secretKeys }: Config): Promise<string> {
  if (databaseUrl && secretKeys) return 'this machine stores nothing';
  if (!existsSync(dataDir)) return `${dataDir} does not exist yet: the first start creates it`;
  await writeProbe(dataDir);
  const { bavail, bsize } = await statfs(dataDir);
  const megabytes = Math.floor((bavail * bsize) / 2 ** 20);
  if (megabytes >= neededMegabytes) return `${dataDir} is writable, ${megabytes} MiB are free`;
  throw new CommandFailure(
    `${dataDir} has ${megabytes} MiB left, but needs ${neededMegabytes}: free space on that disk`,
  );
}

const bcryptHash = '$2b$04$HMWoNQxMa2AqKPmECXzQLeLo5Or7ZjOiLQ65pdISGRg9iO4rUkqDK';

/** Each verifies a hash, because a package for another C library is there, but cannot be loaded. */
const hashing = [
  ['@node-rs/argon2', async () => verifyArgon2(await hashArgon2id('probe'), 'probe')],
  ['@node-rs/bcrypt', () => verifyBcrypt({ scheme: 'bcrypt', hash: bcryptHash }, 'probe')],
] as const;

export async function checkHashing(): Promise<string> {
  const problems: string[] = [];
  for (const [library, verify] of hashing) {
    const problem = missingBinding(library) ?? (await failureOf(verify));
    if (problem) problems.push(problem);
  }
  if (problems.length > 0) throw new CommandFailure(problems.join('; '));
  return `${hashing.map(([library]) => library).join(' and ')} work`;

  async function failureOf(verify: () => Promise<boolean>): Promise<string | undefined> {
    try {
      return (await verify()) ? undefined : 'a known hash is not recognized';
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }
}

/** Writes a file, because permissions do not show whether the disk accepts data. */
async function writeProbe(folder: string): Promise<void> {
  const file = join(folder, `.probe-${randomBytes(4).toString('hex')}`);
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile('probe');
    await handle.sync();
  } finally {
    await handle.close();
    await unlink(file);
  }
}
