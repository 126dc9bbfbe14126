import type { CompiledQuery } from 'kysely';

const shortReads = new WeakSet<CompiledQuery['query']>();

/** Marks a query of every request, which finds its few rows by a key, so that other reads may wait for it. */
export function markShortRead({ query }: CompiledQuery): void {
  if (query.kind === 'SelectQueryNode') shortReads.add(query);
}

export function isShortRead({ query }: CompiledQuery): boolean {
  return shortReads.has(query);
}
