import { sql } from 'kysely';
import { inList } from '../../../storage/json.ts';
import type { Db } from '../../../storage/tables.ts';

/** The tables whose records events refer to by ID. An ID of one is no ID of another. */
const namedTables = ['tenants', 'managementKeys', 'accessKeys', 'ssoApps', 'inboundApps'] as const;

/** Returns the current names of records by their IDs, in one statement. A user without a name has a login ID instead. */
export async function findNames(db: Db, projectId: string, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const users = db
    .selectFrom('users')
    .leftJoin('loginIds', (join) =>
      join
        .onRef('loginIds.projectId', '=', 'users.projectId')
        .onRef('loginIds.userId', '=', 'users.id')
        .on('loginIds.position', '=', 0),
    )
    .select((user) => [
      'users.id',
      sql<string>`case when ${user.ref('users.name')} <> '' then ${user.ref('users.name')}
        else coalesce(${user.ref('loginIds.written')}, '') end`.as('name'),
    ])
    .where('users.projectId', '=', projectId)
    .where((user) => inList(db, user.ref('users.id'), ids));
  const others = namedTables.map((table) =>
    db
      .selectFrom(table)
      .select(['id', 'name'])
      .where('projectId', '=', projectId)
      .where((row) => inList(db, row.ref('id'), ids)),
  );
  const rows = await others.reduce((all, next) => all.unionAll(next), users).execute();
  return new Map(rows.filter(({ name }) => name !== '').map(({ id, name }) => [id, name]));
}
