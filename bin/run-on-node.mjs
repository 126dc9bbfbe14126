// Plain JavaScript for Node 20: this is what runs before a Node that reads TypeScript has been found.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import * as module from 'node:module';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import v8 from 'node:v8';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const installedNode = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.exe' : 'node');
const compileCache = join(root, 'node_modules', '.cache', 'latchkey');

const heapMegabytes = 1536;

/**
 * Returns options for a V8 that keeps less memory. With a heap of 2 GB or more to use, it lets a small one grow to four
 * times what is alive, and below to twice. 64 searches at once for 10,000 users each need 1 GB. A smaller limit of the
 * machine, or one that the operator has chosen, stays.
 */
function frugalOptions() {
  const chosen = `${process.env.NODE_OPTIONS} ${process.execArgv.join(' ')}`;
  const isChosen = /--max[-_](old[-_]space|heap)[-_]size/.test(chosen);
  const isLess = v8.getHeapStatistics().heap_size_limit <= heapMegabytes * 2 ** 20;
  return [
    // Begins with that size, too: small nurseries are copied often, which takes a third of a start and leaves more memory behind.
    '--min-semi-space-size=8',
    '--max-semi-space-size=8',
    ...(isChosen || isLess ? [] : [`--max-old-space-size=${heapMegabytes}`]),
  ];
}

/**
 * Runs a file as the program, with these arguments: in this process if its Node is new enough,
 * otherwise in a child on the Node that a clone brings. Signals reach it, and its exit code is kept.
 * `nodeOptions` are for Node itself, and always need a child.
 */
export async function runOnNode(file, args, nodeOptions = []) {
  if (isNewEnough(process.version) && nodeOptions.length === 0) {
    module.enableCompileCache(process.env.NODE_COMPILE_CACHE || compileCache);
    process.argv = [process.execPath, file, ...args];
    await import(pathToFileURL(file).href);
    return;
  }
  const node = suitableNode();
  if (!node) {
    const isClone = existsSync(join(root, 'scripts'));
    const otherWay = isClone ? ' Or run "npm ci", which brings one for Linux on x64.' : '';
    console.error(
      `Latchkey needs Node.js 24.15 or newer; this is ${process.version}. ` +
        `Install Node.js 24 from https://nodejs.org/.${otherWay}`,
    );
    process.exit(1);
  }
  process.exitCode = await becomeChild(node, [...nodeOptions, file, ...args]);
}

/**
 * Runs the server as the program, on a V8 and an allocator that keep less memory: by default the nursery grows to
 * 64 MB, the heap to four times what is alive, and each thread gets an arena of its own. The settings are read when a
 * process starts, so the process replaces itself, which takes 60 ms. Where it cannot (Windows), the server runs without.
 */
export async function serveOnNode(file, args) {
  process.env.MALLOC_ARENA_MAX ||= '1';
  if (!isNewEnough(process.version)) return runOnNode(file, args, frugalOptions());
  try {
    process.env.NODE_COMPILE_CACHE ||= compileCache;
    process.execve(process.execPath, [
      process.execPath,
      ...frugalOptions(),
      ...process.execArgv,
      file,
      ...args,
    ]);
  } catch {
    return runOnNode(file, args);
  }
}

/** Node 24.15 reads TypeScript and SQLite without a flag or a warning. */
export function isNewEnough(version) {
  const [major = 0, minor = 0] = version.replace('v', '').split('.').map(Number);
  return major > 24 || (major === 24 && minor >= 15);
}

/** The path of a Node that can run the service, if there is one. */
export function suitableNode() {
  if (isNewEnough(process.version)) return process.execPath;
  if (!existsSync(installedNode)) return undefined;
  const { stdout } = spawnSync(installedNode, ['--version'], { encoding: 'utf8' });
  return isNewEnough(stdout?.trim() ?? '') ? installedNode : undefined;
}

function becomeChild(node, args) {
  const child = spawn(node, args, {
    stdio: 'inherit',
    env: { ...process.env, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE || compileCache },
  });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => resolve(code ?? 128 + (constants.signals[signal] ?? 0)));
  });
}
