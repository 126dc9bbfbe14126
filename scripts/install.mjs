// Plain JavaScript for Node 20, without packages: it runs before anything is installed.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Makes node_modules match package-lock.json. Costs a few milliseconds when it already does. */
export function ensurePackages() {
  if (packagesMatchLockfile(root)) return;
  const started = Date.now();
  console.log('Installing packages (npm ci) …');
  // Loglevel error: on an old Node, npm warns once per package about a Node that will not run them anyway.
  const npm = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (npm.status !== 0) {
    console.error(
      `npm ci failed${npm.error ? `: ${npm.error.message}` : ''}. Run it by hand in ${root} to see why.`,
    );
    process.exit(1);
  }
  console.log(`Packages installed in ${((Date.now() - started) / 1000).toFixed(1)} s.`);
}

/**
 * Compares npm's record in node_modules/.package-lock.json. Unlike a stamp of our own, it also reveals changes
 * made with npm itself.
 */
export function packagesMatchLockfile(folder) {
  const wanted = readPackages(join(folder, 'package-lock.json'));
  const installed = readPackages(join(folder, 'node_modules', '.package-lock.json'));
  if (!wanted || !installed) return false;
  for (const [path, entry] of Object.entries(wanted)) {
    if (path === '') continue;
    const present = installed[path];
    // An optional package that is absent belongs to another platform.
    if (present ? isDifferent(entry, present) : !entry.optional) return false;
  }
  return Object.keys(installed).every((path) => path in wanted);
}

function isDifferent(wanted, installed) {
  return wanted.version !== installed.version || wanted.integrity !== installed.integrity;
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    return undefined;
  }
}
