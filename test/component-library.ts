import { join } from 'node:path';
import { runCommandHere } from './command-line.ts';

/** The folder in which a server of this clone looks for the components. */
const folder = join(import.meta.dirname, '../dist/components');

/** Installs the vendor's components, unless `npm start` or another test has done so. */
export async function installComponentLibrary(): Promise<void> {
  const { code, stderr } = await runCommandHere({ env: {} }, ['components', 'install', '--to', folder]);
  if (code !== 0) throw new Error(stderr);
}
