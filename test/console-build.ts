import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Ensures that the console is built from the current sources: `npm test` has done so already. */
export async function buildConsole(): Promise<void> {
  // Vitest sets NODE_ENV=test, which would produce a development build.
  const { NODE_ENV: _, ...env } = process.env;
  await promisify(execFile)(process.execPath, ['scripts/build-console.mjs'], {
    cwd: join(import.meta.dirname, '..'),
    env,
  });
}
