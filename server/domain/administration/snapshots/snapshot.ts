import type { Part } from '../../snapshot-part.ts';

/** The version of this layout. A snapshot without a version has it, too. */
export const snapshotVersion = 1;

export const versionFile = 'snapshot.json';

/** The maximum number of files in a snapshot. */
export const maxFiles = 20_000;

/** Sorts the parts into the order of writing: that of their groups, in which each comes after those that it refers to. */
export function inWritingOrder(parts: readonly Part[]): Part[] {
  const sorted = new Set<Part>();
  const add = (part: Part): void => {
    if (sorted.has(part)) return;
    for (const earlier of parts) if (part.after?.includes(earlier.name)) add(earlier);
    sorted.add(part);
  };
  parts.forEach(add);
  return [...sorted];
}

/** Returns a value as JSON without `null`, which means the same as absent here. */
export function withoutNulls<T>(value: T): T {
  if (Array.isArray(value)) return value.map(withoutNulls) as T;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, item]) => item !== null && item !== undefined);
  return Object.fromEntries(entries.map(([key, item]) => [key, withoutNulls(item)])) as T;
}
