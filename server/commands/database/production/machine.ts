import { existsSync } from 'node:fs';
import { readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '../../../core/clock.ts';
import { databaseFile } from '../../../storage/configured.ts';
import { attention, type Finding, ok, type Subject, unknown } from './line.ts';

const neededGigabytes = 1;
const newestBackupHours = 26;

export async function checkSpace({ config: { dataDir, databaseUrl } }: Subject): Promise<Finding> {
  if (databaseUrl) return ok('this machine stores nothing. Watch the disk of PostgreSQL');
  if (!existsSync(dataDir)) return unknown(`${dataDir} does not exist yet`);
  const { bavail, bsize } = await statfs(dataDir);
  const gigabytes = (bavail * bsize) / 2 ** 30;
  const text = `${gigabytes.toFixed(1)} GiB are free in ${dataDir}`;
  return gigabytes >= neededGigabytes ? ok(text) : attention(text);
}

export async function checkBackups({ backups }: Subject): Promise<Finding> {
  if (!backups) return unknown('name the folder with `--backups`');
  const files = (await readdir(backups, { withFileTypes: true })).filter(
    (entry) => entry.isFile() && !entry.name.endsWith('.partial'),
  );
  const stats = await Promise.all(files.map(({ name }) => stat(join(backups, name))));
  const newest = Math.max(...stats.filter(({ size }) => size > 0).map(({ mtimeMs }) => mtimeMs));
  if (!Number.isFinite(newest)) return attention(`${backups} contains no backup`);
  const hours = (systemClock() - newest) / 3_600_000;
  const text = `the newest file in ${backups} is ${Math.max(0, Math.round(hours))} hours old`;
  return hours < newestBackupHours ? ok(text) : attention(text);
}

const readableByOthers = 0o007;
const writableByGroup = 0o020;

export async function checkPermissions({ env, config }: Subject): Promise<Finding> {
  const secrets = Object.keys(env).filter((name) => /^(LATCHKEY_\w+|DATABASE_URL|OTEL_\w+)_FILE$/.test(name));
  const paths = [
    ...(config.databaseUrl ? [] : [config.dataDir, databaseFile(config)]),
    ...secrets.map((name) => env[name] ?? ''),
  ].filter((path) => existsSync(path));
  const open: string[] = [];
  for (const path of paths) {
    const { mode } = await stat(path);
    if (mode & (readableByOthers | writableByGroup)) open.push(`${path} (${(mode & 0o777).toString(8)})`);
  }
  if (open.length > 0) return attention(`open to others: ${open.join(', ')}`);
  return ok(paths.length === 0 ? 'there are no files' : paths.join(', '));
}

export function checkNode(): Finding {
  const { lts } = process.release;
  return lts ? ok(`${process.version} (${lts})`) : attention(`${process.version} has no long-term support`);
}
