#!/usr/bin/env node
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runOnNode } from './run-on-node.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
await runOnNode(join(root, 'server', 'main.ts'), process.argv.slice(2));
