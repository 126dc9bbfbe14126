#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { runOnNode, serveOnNode } from './run-on-node.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const built = join(root, 'dist', 'server', 'main.js');
const args = process.argv.slice(2);
const run = args[0] === 'serve' ? serveOnNode : runOnNode;
await run(await newestMain(), args);

/** Prefers the build, which starts faster, unless a clone's sources have changed since. */
async function newestMain() {
  const script = join(root, 'scripts', 'build-server.mjs');
  const source = join(root, 'server', 'main.ts');
  if (!existsSync(built)) return source;
  // A package brings no scripts, and its build never gets old.
  if (!existsSync(script)) return built;
  const { isServerBuilt } = await import(pathToFileURL(script).href);
  return isServerBuilt() ? built : source;
}
