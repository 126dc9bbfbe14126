import type { Insertable } from 'kysely';
import type { Db, Row, Tables } from '../../../../storage/tables.ts';

export type FlowRow = Row<'flows'>;
type Named = Pick<FlowRow, 'projectId' | 'id'>;
type Content = Pick<FlowRow, 'name' | 'description' | 'document' | 'isDisabled' | 'updatedAt'>;

/** Lists the changed flows of a project and the remains of deleted ones, by their ID. */
export async function listFlows(db: Db, projectId: string): Promise<FlowRow[]> {
  return db.selectFrom('flows').selectAll().where('projectId', '=', projectId).orderBy('id').execute();
}

/** Stores the first change of a flow. Returns `false` if there is a row already. */
export async function insertFlow(db: Db, row: Insertable<Tables['flows']>): Promise<boolean> {
  const inserted = await db
    .insertInto('flows')
    .values(row)
    .onConflict((conflict) => conflict.columns(['projectId', 'id']).doNothing())
    .returning('id')
    .execute();
  return inserted.length > 0;
}

/** Replaces a flow, and raises its version. Returns `false` if the row does not have the given version, or does not exist. */
export async function updateFlow(
  db: Db,
  { projectId, id, version }: Named & { version?: number | undefined },
  content: Content,
): Promise<boolean> {
  const updated = await db
    .updateTable('flows')
    .set((row) => ({ ...content, version: row('version', '+', 1) }))
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .$if(version !== undefined, (query) => query.where('version', '=', version as number))
    .returning('id')
    .execute();
  return updated.length > 0;
}

/** Empties a flow, and raises its version. Returns `false` if the project has no such changed flow. */
export async function emptyFlow(db: Db, { projectId, id }: Named, now: number): Promise<boolean> {
  const emptied = await db
    .updateTable('flows')
    .set((row) => ({
      name: '',
      description: '',
      document: '',
      isDisabled: 0,
      updatedAt: now,
      version: row('version', '+', 1),
    }))
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .where('document', '<>', '')
    .returning('id')
    .execute();
  return emptied.length > 0;
}
