import { insertRows } from '../../../../storage/insert-rows.ts';
import { inList } from '../../../../storage/json.ts';
import { prepared } from '../../../../storage/prepared.ts';
import type { Db } from '../../../../storage/tables.ts';

/** The position of a login ID that is written down for a moment only, to wait for others who are taking it. */
export const reserved = -1;

/** Those of them that were free. */
export const insertLoginIds = insertRows('loginIds', (insert) =>
  insert
    .onConflict((conflict) => conflict.columns(['projectId', 'loginId']).doNothing())
    .returning(['loginId', 'position']),
);

/** The first is the one that the user was made with. */
export async function listLoginIds(
  db: Db,
  projectId: string,
  userId: string,
): Promise<{ folded: string; position: number; selfGiven: 0 | 1 }[]> {
  return db
    .selectFrom('loginIds')
    .select(['loginId as folded', 'position', 'selfGiven'])
    .where('projectId', '=', projectId)
    .where('userId', '=', userId)
    .orderBy('position')
    .orderBy('loginId')
    .execute();
}

export async function deleteLoginIds(
  db: Db,
  projectId: string,
  userId: string,
  folded: string[],
): Promise<void> {
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

/** How it is written and where it stands; the login ID itself stays. */
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
