// `npm run package`: writes the two packages, ready to install or publish, with their bills of materials and SHA-256 sums, to
// dist/packages. The same sources give the same bytes.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sbomOfClient, sbomOfServer } from './sbom.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const folder = join(root, 'dist', 'packages');

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const args = ['pack', '--include-workspace-root', '--workspace', 'client', '--pack-destination', folder];
const npm = spawnSync('npm', args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' });
process.exitCode = npm.status ?? 1;
if (npm.status === 0) {
  for (const archive of readdirSync(folder)) {
    const sbom = archive.startsWith('latchkey-server-') ? sbomOfServer() : sbomOfClient();
    writeFileSync(join(folder, archive.replace(/\.tgz$/, '.cdx.json')), sbom);
  }
  writeFileSync(join(folder, 'SHA256SUMS'), readdirSync(folder).sort().map(sumOf).join(''));
}

/** Returns a line for `sha256sum --check`. */
function sumOf(name) {
  const hash = createHash('sha256').update(readFileSync(join(folder, name)));
  return `${hash.digest('hex')}  ${name}\n`;
}
