import type { CompiledQuery } from 'kysely';
import type { Db } from '../server/storage/tables.ts';

/** Returns the database, which does something before it first runs a query that contains this text. */
export function beforeQuery(db: Db, text: string, work: () => Promise<unknown>): Db {
  let isFirst = true;
  return new Proxy(db, {
    get(target, name) {
      const value = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      if (name !== 'executeQuery') return value.bind(target);
      return async (query: CompiledQuery) => {
        if (isFirst && query.sql.includes(text)) {
          isFirst = false;
          await work();
        }
        return target.executeQuery(query);
      };
    },
  });
}
