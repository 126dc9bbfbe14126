import { insertRows } from '../../../../storage/insert-rows.ts';
import { inList } from '../../../../storage/json.ts';
import { prepared } from '../../../../storage/prepared.ts';
import type { Db } from '../../../../storage/tables.ts';
import { foldLoginId } from './login-id.ts';

/** The position of a login ID that is inserted only for a moment, to wait for concurrent transactions that claim it. */
export const reserved = -1;

/** Inserts login IDs and returns those that were free. */
export const insertLoginIds = insertRows('loginIds', (insert) =>
  insert
    .onConflict((conflict) => conflict.columns(['projectId', 'loginId']).doNothing())
    .returning(['loginId', 'position']),
);

/** Returns those of the folded login IDs that exist. */
export async function findLoginIds(db: Db, projectId: string, folded: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('loginIds')
    .select('loginId')
    .where('projectId', '=', projectId)
    .where((row) => inList(db, row.ref('loginId'), folded))
    .execute();
  return rows.map(({ loginId }) => loginId);
}

/** Lists the user's login IDs, the first one first. `stored` differs from `folded` for an account that is kept apart. */
export async function listLoginIds(
  db: Db,
  projectId: string,
  userId: string,
): Promise<{ folded: string; stored: string; position: number; selfGiven: 0 | 1 }[]> {
  const rows = await loginIdsOf(db, { projectId, userId });
  return rows.map((row) => ({ ...row, folded: foldLoginId(row.stored) }));
}

const loginIdsOf = prepared((db, { projectId, userId }: { projectId: string; userId: string }) =>
  db
    .selectFrom('loginIds')
    .select(['loginId as stored', 'position', 'selfGiven'])
    .where('projectId', '=', projectId)
    .where('userId', '=', userId)
    .orderBy('position')
    .orderBy('loginId'),
);

export async function deleteLoginIds(
  db: Db,
  projectId: string,
  userId: string,
  stored: string[],
): Promise<void> {
  if (stored.length === 0) return;
  await db
    .deleteFrom('loginIds')
    .where('projectId', '=', projectId)
    .where('userId', '=', userId)
    .where((where) => inList(db, where.ref('loginId'), stored))
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

/** Updates how a login ID is written and its position; its stored form stays. */
export async function updateLoginId(
  db: Db,
  projectId: string,
  userId: string,
  stored: string,
  fields: { written: string; position: number },
): Promise<void> {
  await db
    .updateTable('loginIds')
    .set(fields)
    .where('projectId', '=', projectId)
    .where('userId', '=', userId)
    .where('loginId', '=', stored)
    .execute();
}
