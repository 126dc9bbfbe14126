import type { Files } from './snapshot-files.ts';

export type State = 'added' | 'changed' | 'same';

export interface Comparison {
  path: string;
  state: State;
  before: unknown;
  after: unknown;
}

/** Returns what an import would do to each file. Leaves out files that only the project has. */
export function compareFiles(current: Files, wanted: Files): Comparison[] {
  return Object.entries(wanted)
    .map(([path, after]): Comparison => {
      const before = current[path];
      const state = before === undefined ? 'added' : isSame(before, after) ? 'same' : 'changed';
      return { path, state, before, after };
    })
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Compares as JSON, ignoring the order of object keys. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const names = Object.keys(one);
  if (names.length !== Object.keys(other).length) return false;
  return names.every(
    (name) =>
      Object.hasOwn(other, name) &&
      isSame((one as Record<string, unknown>)[name], (other as Record<string, unknown>)[name]),
  );
}
