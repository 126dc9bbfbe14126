import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSdkPaths, unlistedPaths } from './sdks/listed-paths.ts';
import { type Registry, readPackage } from './sdks/packages.ts';

/**
 * Fetches the newest published packages, and compares the paths that they call with `scripts/sdk-paths.json`. It needs
 * npm, pip, Maven and their registries, so `npm test` does not run it.
 */
const list = readSdkPaths();
const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interruption.abort());

const folder = mkdtempSync(join(tmpdir(), 'latchkey-sdks-'));
const unlisted = new Map<string, string[]>();
const failures: string[] = [];
try {
  const packages = Object.entries(list.packages) as [Registry, string[]][];
  for (const [registry, names] of packages) {
    for (const [index, name] of names.entries()) {
      await check(registry, name, join(folder, `${registry}-${index}`));
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
report();

async function check(registry: Registry, name: string, into: string): Promise<void> {
  if (interruption.signal.aborted) return;
  try {
    const called = await readPackage(registry, name, into, interruption.signal);
    console.log(`${called.package}: ${called.paths.length} paths`);
    for (const path of unlistedPaths(list, called.paths)) {
      unlisted.set(path, [...(unlisted.get(path) ?? []), called.package]);
    }
  } catch (error) {
    console.log(`${name}: not checked`);
    failures.push((error as Error).message);
  } finally {
    rmSync(into, { recursive: true, force: true });
  }
}

function report(): void {
  for (const failure of failures) console.error(failure);
  for (const [path, packages] of [...unlisted].sort()) console.error(`${path} (${packages.join(', ')})`);
  if (unlisted.size > 0) {
    console.error(
      `${unlisted.size} paths are not in scripts/sdk-paths.json. Add each with its method, and serve it or add a row ` +
        'to server/domain/administration/not-served; then run `npm run generate`.',
    );
  }
  if (unlisted.size === 0 && failures.length === 0 && !interruption.signal.aborted) {
    console.log('Every path is listed.');
  } else process.exitCode = 1;
}
