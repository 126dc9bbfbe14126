// Plain JavaScript for Node 20, like `start.mjs`, which calls it.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { suitableNode } from '../bin/run-on-node.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const folder = join(root, 'dist', 'components');
const stamp = join(folder, '.tried');
const timeoutMs = 60_000;

/**
 * Installs the vendor's components for all data folders of this clone. Tries it once for each version: without the network the server starts
 * without them, as fast as ever, and says how to install them when a browser asks.
 */
export function tryToInstallComponents() {
  const wanted = readFileSync(join(root, 'server/domain/pages/components/releases.json'), 'utf8');
  if (process.env.LATCHKEY_COMPONENTS || wanted === readStamp()) return;
  const registry = process.env.npm_config_registry;
  const command = ['components', 'install', '--to', folder, ...(registry ? ['--registry', registry] : [])];
  const { status } = spawnSync(
    suitableNode() ?? process.execPath,
    [join(root, 'server', 'main.ts'), ...command],
    {
      cwd: root,
      stdio: 'inherit',
      timeout: timeoutMs,
    },
  );
  if (status !== 0)
    console.error(
      'The server starts without the ready-made components, which are optional (docs/components.md).',
    );
  mkdirSync(folder, { recursive: true });
  writeFileSync(stamp, wanted);
}

function readStamp() {
  try {
    return readFileSync(stamp, 'utf8');
  } catch {
    return undefined;
  }
}
