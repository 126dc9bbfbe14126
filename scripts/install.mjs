// Plain JavaScript for Node 20, without packages: it runs before anything is installed.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { isNewEnough } from '../bin/run-on-node.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * Makes node_modules match package-lock.json, and shows the progress. Costs a few milliseconds when it already does.
 * `withWorkspaces` also installs the Node.js of `scripts/node`, of 190 MB, which a new enough Node.js does not need.
 */
export async function ensurePackages({ withWorkspaces = true } = {}) {
  const isPartial = !withWorkspaces && isNewEnough(process.version);
  if (packagesMatchLockfile(root, { isPartial })) return;
  const started = Date.now();
  const total = countPackages(root, isPartial);
  console.log(`Installing ${total} packages (npm ci) …`);
  const { status, error } = await runNpm(isPartial ? ['--workspaces=false'] : [], total);
  if (status !== 0) {
    console.error(`npm ci failed${error ? `: ${error.message}` : ''}. Run it by hand in ${root} to see why.`);
    process.exit(1);
  }
  console.log(`Packages installed in ${((Date.now() - started) / 1000).toFixed(1)} s.`);
}

/** Runs `npm ci`, counts the packages in its log, and passes on its errors. */
function runNpm(options, total) {
  // Loglevel http: one line for each package. On an old Node, npm also warns once per package, which is left out.
  const npm = spawn('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=http', ...options], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
    shell: process.platform === 'win32',
  });
  let count = 0;
  const shows = process.stdout.isTTY ? everyPackage(total) : everyQuarter(total);
  createInterface({ input: npm.stderr }).on('line', (line) => {
    if (/^npm http .*\.tgz/.test(line)) shows(++count);
    else if (/^npm (error|ERR!)/.test(line)) console.error(line);
  });
  return new Promise((resolve) => {
    npm.on('error', (error) => resolve({ status: undefined, error }));
    npm.on('close', (status) => resolve({ status }));
  });
}

/** Writes one line of a terminal again and again. */
function everyPackage(total) {
  return (count) =>
    process.stdout.write(count < total ? `\r  ${count} of ${total}` : '\r  Unpacking …        \n');
}

/** Writes four lines to a log. */
function everyQuarter(total) {
  return (count) => {
    const quarter = Math.floor((count * 4) / total);
    if (quarter > Math.floor(((count - 1) * 4) / total))
      console.log(`  ${Math.min(count, total)} of ${total}`);
  };
}

/** Counts the packages to fetch: those of other platforms and the links to workspaces are not. */
function countPackages(folder, isPartial) {
  const packages = Object.values(readPackages(join(folder, 'package-lock.json')) ?? {});
  const fits = ({ os = [process.platform], cpu = [process.arch], libc = ['glibc'] }) =>
    os.includes(process.platform) && cpu.includes(process.arch) && libc.includes('glibc');
  const fetched = packages.filter((entry) => entry.integrity && fits(entry));
  return fetched.length - (isPartial ? 1 : 0);
}

/**
 * Compares npm's record in node_modules/.package-lock.json. Unlike a stamp of our own, it also reveals changes
 * made with npm itself. `isPartial`: workspaces and what only they need may be absent.
 */
export function packagesMatchLockfile(folder, { isPartial = false } = {}) {
  const wanted = readPackages(join(folder, 'package-lock.json'));
  const installed = readPackages(join(folder, 'node_modules', '.package-lock.json'));
  if (!wanted || !installed) return false;
  for (const [path, entry] of Object.entries(wanted)) {
    if (path === '' || (isPartial && isOfWorkspaces(path, entry))) continue;
    const present = installed[path];
    // An optional package that is absent belongs to another platform.
    if (present ? isDifferent(entry, present) : !entry.optional) return false;
  }
  return Object.keys(installed).every((path) => path in wanted);
}

/** The workspaces themselves, and the links to them. */
function isOfWorkspaces(path, entry) {
  return entry.link === true || !path.startsWith('node_modules/');
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
