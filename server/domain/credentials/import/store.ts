import { inList } from '../../../storage/json.ts';
import type { Db } from '../../../storage/tables.ts';

/** Returns those of these folded login IDs that are taken. */
export async function findTaken(db: Db, projectId: string, folded: string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('loginIds')
    .select('loginId')
    .where('projectId', '=', projectId)
    .where((where) => inList(db, where.ref('loginId'), folded))
    .execute();
  return new Set(rows.map((row) => row.loginId));
}
