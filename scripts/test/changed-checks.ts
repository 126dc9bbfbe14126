import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Check, checks } from '../checks.ts';
import { runProgram } from '../run-program.ts';
import type { Results } from './results.ts';
import type { SourceTree } from './source-tree.ts';

/** Returns the checks that the files can fail: the types of the programs that contain them, and their own style. */
export function checksOf(files: readonly string[], tree: SourceTree): Check[] {
  const code = files.filter((path) => /\.(m?[jt]sx?|jsonc?|css)$/.test(path));
  if (code.length === 0) return [];
  const isInConsole = (path: string): boolean =>
    /^(console|client|tsconfig|package)/.test(path) ||
    tree.usersOf(path).some((user) => user.startsWith('console/'));
  const existing = code.filter((path) => existsSync(path));
  const typed = code.filter((path) => !path.endsWith('.css'));
  return [
    ...(typed.length > 0 ? [incremental('types')] : []),
    ...(typed.some(isInConsole) ? [incremental('types of the console')] : []),
    ...(existing.length > 0 ? [ofFiles('lint and format', existing)] : []),
  ];
}

export interface CheckResults extends Results {
  /** A line for each check, and what the failed ones print. */
  output: string;
}

/** Runs the checks one after the other, because tests run at the same time. */
export async function runChecksQuietly(checks: readonly Check[], signal: AbortSignal): Promise<CheckResults> {
  const results: CheckResults = { passed: 0, failures: [], output: '' };
  for (const { name, command } of checks) {
    const { code, output, seconds } = await runProgram(command, { signal });
    results.output += `check ${name}: ${code === 0 ? 'ok' : 'FAILED'} (${seconds.toFixed(1)} s)\n`;
    if (code === 0) results.passed += 1;
    else {
      results.failures.push(`check of ${name}`);
      results.output += `${output.trimEnd()}\n`;
    }
  }
  return results;
}

/** The compiler then checks only what depends on a file that differs from its last run. */
function incremental(name: string): Check {
  const file = join('node_modules', '.cache', 'latchkey', `${name.replaceAll(' ', '-')}.tsbuildinfo`);
  const options = ['--incremental', '--tsBuildInfoFile', file];
  return { name, command: [...commandOf(name), ...options] };
}

function ofFiles(name: string, files: string[]): Check {
  return { name, command: [...commandOf(name), '--no-errors-on-unmatched', ...files] };
}

function commandOf(name: string): string[] {
  return checks.find((check) => check.name === name)?.command ?? [];
}
