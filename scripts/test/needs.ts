import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';

/** The requirements of a test file besides Node.js, derived from its imports. */
export interface Needs {
  /** Programs that the file or its helpers start by name. */
  programs: Set<string>;
  /** The file starts processes of any kind. */
  startsProcesses: boolean;
}

const folders = ['server', 'client', 'console', 'test', 'bench', 'scripts'];

/** Every test's harness can reach PostgreSQL; only the run on PostgreSQL does. */
const postgres = 'test/counterparts/postgres.ts';

/** Returns the test files whose path contains one of the filters, as in vitest; all files without filters. */
export function findTestFiles(filters: string[]): string[] {
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((entry) => posix.join(folder, entry))
      .filter((path) => path.endsWith('.test.ts') && !path.includes('node_modules/')),
  );
  const paths = filters.filter((filter) => !filter.startsWith('-')).map((filter) => posix.normalize(filter));
  return paths.length === 0 ? files : files.filter((file) => paths.some((path) => file.includes(path)));
}

/**
 * Follows the imports of the test file, through tests and their helpers; the product itself starts no program
 * by name.
 */
export function needsOf(testFile: string): Needs {
  const needs: Needs = { programs: new Set(), startsProcesses: false };
  const seen = new Set([postgres]);
  const visit = (path: string): void => {
    if (seen.has(path)) return;
    seen.add(path);
    const { imports, programs, startsProcesses } = read(path);
    for (const program of programs) needs.programs.add(program);
    needs.startsProcesses ||= startsProcesses;
    for (const imported of imports) visit(imported);
  };
  visit(testFile);
  return needs;
}

interface Source {
  imports: string[];
  programs: string[];
  startsProcesses: boolean;
}

const sources = new Map<string, Source>();

function read(path: string): Source {
  const known = sources.get(path);
  if (known) return known;
  const text = readText(path);
  const specifiers = [...text.matchAll(/(?:from|import\()\s*'(\.[^']+\.ts)'/g)].map(([, name]) => name!);
  const source = {
    imports: specifiers.map((name) => posix.join(posix.dirname(path), name)),
    programs: [...text.matchAll(/'(\/usr\/bin\/chromium-headless-shell|oathtool|openssl|php|xmlsec1)'/g)].map(
      ([, name]) => name!,
    ),
    startsProcesses: text.includes("'node:child_process'"),
  };
  sources.set(path, source);
  return source;
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
