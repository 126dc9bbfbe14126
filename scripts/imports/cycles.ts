import type { SourceFile } from './source.ts';

/**
 * Returns groups of files that import each other, each as one closed path. Type imports count, too: two files that need each
 * other's types cannot be understood one at a time.
 */
export function findCycles(files: SourceFile[]): string[][] {
  const edges = new Map<string, string[]>();
  for (const { path, imports } of files) {
    edges.set(
      path,
      imports.flatMap(({ target }) => (target ? [target] : [])),
    );
  }
  const cycles: string[][] = [];
  const done = new Set<string>();
  const visit = (path: string, trail: string[]): void => {
    const start = trail.indexOf(path);
    if (start >= 0) {
      cycles.push([...trail.slice(start), path]);
      return;
    }
    if (done.has(path)) return;
    for (const next of edges.get(path) ?? []) visit(next, [...trail, path]);
    done.add(path);
  };
  for (const path of edges.keys()) visit(path, []);
  return cycles;
}
