import { join } from 'node:path';
import { runCommand } from '../server/commands/program.ts';
import { processTerminal } from '../server/commands/terminal.ts';

/** The folder in which a server of this clone looks for the components. */
const folder = join(import.meta.dirname, '../dist/components');

/** Installs the vendor's components, unless `npm start` or another test has done so. */
export async function installComponentLibrary(): Promise<void> {
  const code = await runCommand(['components', 'install', '--to', folder], processTerminal());
  if (code !== 0) throw new Error('the components cannot be installed');
}
