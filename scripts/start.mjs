// `npm start`: plain JavaScript, so that it works on a fresh clone with an older Node.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runOnNode } from '../bin/run-on-node.mjs';
import { ensureConsole } from './build-console.mjs';
import { ensurePackages } from './install.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

const args = process.argv.slice(2);
// `npm run dev` is `npm start` that begins again when a file changes.
const isWatching = args[0] === '--watch';
const serveArguments = isWatching ? args.slice(1) : args;

ensurePackages();
await ensureConsole();
process.env.LATCHKEY_MODE ||= 'development';
const nodeOptions = isWatching ? ['--watch', '--watch-preserve-output'] : [];
await runOnNode(join(root, 'server', 'main.ts'), ['serve', ...serveArguments], nodeOptions);
