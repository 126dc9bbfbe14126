import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unpack } from '../../server/commands/components/archive.ts';
import { temporaryFolder } from '../counterparts/program.ts';

/** Downloads the newest release of the vendor's component, which applications without a lock file get. Returns its script. */
export async function downloadNewestComponent(): Promise<string> {
  const folder = temporaryFolder('component');
  const packed = execFileSync('npm', ['pack', '@descope/web-component@latest', '--silent'], { cwd: folder });
  const files = await unpack(readFileSync(join(folder, packed.toString().trim())));
  const script = files.get('dist/index.js');
  if (!script) throw new Error('the newest component has no dist/index.js');
  return script.toString();
}
