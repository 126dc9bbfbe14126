// Runs `node scripts/run.mjs <file.ts> [argument …]`: installs missing packages, then runs the file on the Node
// of the package. Plain JavaScript, so that every npm script works on a fresh clone with an older Node.
import { resolve } from 'node:path';
import { runOnNode } from '../bin/run-on-node.mjs';
import { ensurePackages } from './install.mjs';

const [file, ...args] = process.argv.slice(2);
await ensurePackages();
await runOnNode(resolve(file), args);
