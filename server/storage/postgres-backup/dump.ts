import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { moveDurably } from '../sqlite/backup.ts';
import { hidePassword, runTool } from './tools.ts';

/**
 * Writes the state of one moment into a new file while writers continue, in the format of `pg_restore`. The file appears
 * when it is complete and on the disk.
 */
export async function dumpPostgres(url: string, file: string, env: NodeJS.ProcessEnv): Promise<void> {
  const connection = hidePassword(url, env);
  const draft = `${file}.${randomBytes(4).toString('hex')}.partial`;
  try {
    await (await open(draft, 'wx', 0o600)).close();
    const args = ['--format=custom', '--no-owner', '--no-privileges', `--file=${draft}`];
    await runTool('pg_dump', [...args, `--dbname=${connection.url}`], connection);
    await moveDurably(draft, file);
  } finally {
    rmSync(draft, { force: true });
  }
}
