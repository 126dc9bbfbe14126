import { ofReachableProjects } from '../../../../storage/reachable.ts';
import type { Db, Row } from '../../../../storage/tables.ts';

/** Remembers the proof. Returns `false` if it came before: only one of many requests gets `true`. */
export async function insertProof(db: Db, row: Row<'dpopProofs'>): Promise<boolean> {
  const inserted = await db
    .insertInto('dpopProofs')
    .values(row)
    .onConflict((conflict) => conflict.columns(['projectId', 'proofHash']).doNothing())
    .returning('proofHash')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function deleteProofsBefore(db: Db, time: number): Promise<void> {
  await ofReachableProjects(db).deleteFrom('dpopProofs').where('expiresAt', '<=', time).execute();
}
