// `npm run package`: writes the two packages, ready to install or publish, to dist/packages.
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const folder = join(root, 'dist', 'packages');

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const args = ['pack', '--include-workspace-root', '--workspace', 'client', '--pack-destination', folder];
const npm = spawnSync('npm', args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' });
process.exitCode = npm.status ?? 1;
