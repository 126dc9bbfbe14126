import { insertRows } from '../../../../storage/insert-rows.ts';
import { inList } from '../../../../storage/json.ts';
import { prepared } from '../../../../storage/prepared.ts';
import type { Db } from '../../../../storage/tables.ts';

/** The position of a login ID that is inserted only for a moment, to wait for concurrent transactions that claim it. */
export const reserved = -1;

/** Inserts login IDs and returns those that were free. */
export const insertLoginIds = insertRows('loginIds', (insert) =>
  insert
    .onConflict((conflict) => conflict.columns(['projectId', 'loginId']).doNothing())
    .returning(['loginId', 'position']),
);

/** Lists the user's login IDs, the first one first. */
export async function listLoginIds(
  db: Db,
  projectId: string,
  userId: string,
): Promise<{ folded: string; position: number; selfGiven: 0 | 1 }[]> {
  return loginIdsOf(db, { projectId, userId });
}

const loginIdsOf = prepared((db, { projectId, userId }: { projectId: string; userId: string }) =>
  db
    .selectFrom('loginIds')
    .select(['loginId as folded', 'position', 'selfGiven'])
    .where('projectId', '=', projectId)
    .where('userId', '=', userId)
    .orderBy('position')
    .orderBy('loginId'),
);

export async function deleteLoginIds(
  db: Db,
  projectId: string,
  userId: string,
  folded: string[],
): Promise<void> {
  if (folded.length === 0) return;
  await db
    .deleteFrom('loginIds')
    .where('projectId', '=', projectId)
    .where('userId', '=', userId)
    .where((where) => inList(db, where.ref('loginId'), folded))
    .execute();
}

export async function deleteReservations(db: Db, projectId: string, folded: string[]): Promise<void> {
  await deleteReserved(db, { projectId, folded });
}

const deleteReserved = prepared(
  (db, { projectId, folded }: { projectId: string; folded: readonly string[] }) =>
    db
      .deleteFrom('loginIds')
      .where('projectId', '=', projectId)
      .where((where) => inList(db, where.ref('loginId'), folded))
      .where('position', '=', reserved),
);

/** Updates how a login ID is written and its position; its folded form stays. */
export async function updateLoginId(
  db: Db,
  projectId: string,
  userId: string,
  folded: string,
  fields: { written: string; position: number },
): Promise<void> {
  await db
    .updateTable('loginIds')
    .set(fields)
    .where('projectId', '=', projectId)
    .where('userId', '=', userId)
    .where('loginId', '=', folded)
    .execute();
}
