import type { CompiledQuery, KyselyPlugin } from 'kysely';
import type { Db } from './tables.ts';

const mark = Symbol('may be slow');

/**
 * Returns the database for reads that may take many milliseconds: where the engine would block the event loop,
 * they run in a separate thread, and elsewhere on a part of the connections. They read committed data, as always outside transactions. Call
 * `acrossProjects` before it, because that would undo it.
 */
export function slowReads(db: Db): Db {
  return db.withPlugin(marker);
}

export function isSlowRead({ query }: CompiledQuery): boolean {
  return mark in query;
}

const marker: KyselyPlugin = {
  transformQuery: ({ node }) => Object.assign({ ...node }, { [mark]: true }),
  transformResult: async ({ result }) => result,
};
