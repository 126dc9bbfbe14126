import { createHash } from 'node:crypto';
import type { CompiledQuery } from 'kysely';

const namedStatementLimit = 1_000;

const names = new Map<string, string>();
let generation = 0;

/**
 * Returns the name of a prepared statement, which PostgreSQL parses once per connection. Every connection keeps
 * all named statements, so their number is limited; further texts and anything but plain queries stay unnamed.
 */
export function nameOf({ sql, query }: CompiledQuery): string | undefined {
  const known = names.get(sql);
  if (known) return known;
  if (!/^(Select|Insert|Update|Delete)QueryNode$/.test(query.kind)) return undefined;
  if (names.size >= namedStatementLimit) return undefined;
  const name = `${generation}-${createHash('sha256').update(sql).digest('base64url').slice(0, 16)}`;
  names.set(sql, name);
  return name;
}

/** Gives all statements new names after a change of the tables, so that every connection prepares them again. */
export function forgetNames(): void {
  generation += 1;
  names.clear();
}
