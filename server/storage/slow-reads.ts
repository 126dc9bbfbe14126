import type { CompiledQuery, KyselyPlugin } from 'kysely';
import type { Db } from './tables.ts';

const mark = Symbol('may be slow');

/**
 * The same database for reads that may take many milliseconds: where the engine would keep the event loop waiting, they
 * run in a thread of their own. What is read is what is committed, as always outside of transactions.
 * `acrossProjects` has to come before it, which would take it off.
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
