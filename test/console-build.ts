import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Sees to it that the console is built from the sources as they are: `npm test` has done so before. */
export async function buildConsole(): Promise<void> {
  // Vitest says NODE_ENV=test, with which the build would be one for development.
  const { NODE_ENV: _, ...env } = process.env;
  await promisify(execFile)(process.execPath, ['scripts/build-console.mjs'], {
    cwd: join(import.meta.dirname, '..'),
    env,
  });
}
