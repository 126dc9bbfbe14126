import type { Db } from '../../../../storage/tables.ts';

/** A project, of which only the ID matters: a fold has no caller. */
export interface Indexed {
  db: Db;
  project: { id: string };
}
