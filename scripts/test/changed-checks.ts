import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Check, checks, verdictOn } from '../checks.ts';
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
  for (const check of checks) {
    const outcome = await runProgram(check.command, { signal });
    results.output += `${verdictOn(check, outcome)}\n`;
    if (outcome.code === 0) results.passed += 1;
    else results.failures.push(`check of ${check.name}`);
  }
  return results;
}

/** The compiler then checks only what depends on a file that differs from its last run. */
function incremental(name: string): Check {
  const file = join('node_modules', '.cache', 'latchkey', `${name.replaceAll(' ', '-')}.tsbuildinfo`);
  const options = ['--incremental', '--tsBuildInfoFile', file];
  return withArguments(name, options);
}

function ofFiles(name: string, files: string[]): Check {
  return withArguments(name, ['--no-errors-on-unmatched', ...files]);
}

function withArguments(name: string, added: string[]): Check {
  const check = checks.find((check) => check.name === name)!;
  return { ...check, command: [...check.command, ...added] };
}
