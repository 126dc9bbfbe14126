// Compiles the client to JavaScript with types, in client/dist.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

rmSync(join(root, 'client', 'dist'), { recursive: true, force: true });
const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
const { status } = spawnSync(process.execPath, [compiler, '-p', 'tsconfig.client.json'], {
  cwd: root,
  // npm prints the names of the files that it packs, as JSON, to standard output.
  stdio: ['ignore', 2, 2],
});
process.exitCode = status ?? 1;
