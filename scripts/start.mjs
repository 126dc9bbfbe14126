// Implements `npm start` in plain JavaScript, so that it works on a fresh clone with an older Node.
import { spawn, spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runOnNode, suitableNode } from '../bin/run-on-node.mjs';
import { isConsoleBuilt } from './build-console.mjs';
import { ensurePackages } from './install.mjs';
import { tryToInstallComponents } from './install-components.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

const args = process.argv.slice(2);
// `npm run dev` is `npm start` that restarts when a file changes.
const isWatching = args[0] === '--watch';
const serveArguments = isWatching ? args.slice(1) : args;

await ensurePackages({ withWorkspaces: false });
if (!isConsoleBuilt()) buildConsole();
tryToInstallComponents();
process.env.LATCHKEY_MODE ||= 'development';
if (isWatching) startConsole();
const nodeOptions = isWatching ? ['--watch', '--watch-preserve-output'] : [];
await runOnNode(join(root, 'server', 'main.ts'), ['serve', ...serveArguments], nodeOptions);

/** The server runs without the console, and shows at its address how to build it. */
function buildConsole() {
  const script = join(root, 'scripts', 'build-console.mjs');
  spawnSync(suitableNode() ?? process.execPath, [script], { cwd: root, stdio: 'inherit' });
}

/** Serves the console with reload, at the address that Vite prints; it forwards API calls to port 8080. */
function startConsole() {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const child = spawn(suitableNode() ?? process.execPath, [vite, 'console', '--clearScreen', 'false'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  process.on('exit', () => child.kill());
}
