import { insertRows } from '../../../storage/insert-rows.ts';
import { inList } from '../../../storage/json.ts';
import type { Db } from '../../../storage/tables.ts';

const holder = ['id', 'email', 'verifiedEmail', 'phone', 'verifiedPhone'] as const;

/** A user who signs in by a name: as login ID, or as verified address. `selfGiven`: no administrator has given the login ID. */
export type Holder = Awaited<ReturnType<typeof findHolders>>[number];

/** Finds the users who sign in by these folded names. */
export async function findHolders(db: Db, projectId: string, names: string[]) {
  if (names.length === 0) return [];
  const users = db.selectFrom('users').select(holder).where('projectId', '=', projectId);
  // Not joined: SQLite would look at each user of the project.
  const loginIds = await db
    .selectFrom('loginIds')
    .select(['loginId', 'userId', 'selfGiven'])
    .where('projectId', '=', projectId)
    .where((where) => inList(db, where.ref('loginId'), names))
    .execute();
  const owners = await users
    .where((where) =>
      inList(
        db,
        where.ref('id'),
        loginIds.map(({ userId }) => userId),
      ),
    )
    .execute();
  const ownerOf = new Map(owners.map((user) => [user.id, user]));
  const byEmail = await users
    .where('verifiedEmail', '=', 1)
    .where((where) => inList(db, where.ref('email'), names))
    .execute();
  const byPhone = await users
    .where('verifiedPhone', '=', 1)
    .where((where) => inList(db, where.ref('phone'), names))
    .execute();
  return [
    ...loginIds.flatMap(({ loginId: name, userId, selfGiven }) => {
      const owner = ownerOf.get(userId);
      return owner ? [{ name, selfGiven, ...owner }] : [];
    }),
    ...byEmail.map((user) => ({ name: user.email, selfGiven: 0, ...user })),
    ...byPhone.map((user) => ({ name: user.phone, selfGiven: 0, ...user })),
  ];
}

/** Notes the records that users have been, and returns those that no other import has noted. */
export const insertImported = insertRows('importedUsers', (insert) =>
  insert
    .onConflict((conflict) => conflict.columns(['projectId', 'source', 'sourceId']).doNothing())
    .returning('sourceId'),
);

/** Finds the users that these records of a product have become. */
export async function findImported(db: Db, projectId: string, source: string, keys: string[]) {
  if (keys.length === 0) return [];
  return db
    .selectFrom('importedUsers')
    .select(['sourceId', 'userId'])
    .where('projectId', '=', projectId)
    .where('source', '=', source)
    .where((where) => inList(db, where.ref('sourceId'), keys))
    .execute();
}

/** Finds the records that these users have been. */
export async function findRecordsOf(db: Db, projectId: string, userIds: string[]) {
  if (userIds.length === 0) return [];
  return db
    .selectFrom('importedUsers')
    .select(['userId', 'source', 'sourceId'])
    .where('projectId', '=', projectId)
    .where((where) => inList(db, where.ref('userId'), userIds))
    .execute();
}

/** Lists the users that an import has created, in pages, and whether they have a session or a key. */
export function listOfImport(
  db: Db,
  { projectId, importId, after }: { projectId: string; importId: string; after: string },
  limit: number,
) {
  return db
    .selectFrom('importedUsers')
    .innerJoin('users', (join) =>
      join
        .onRef('users.projectId', '=', 'importedUsers.projectId')
        .onRef('users.id', '=', 'importedUsers.userId'),
    )
    .select(['users.id', 'users.modifiedAt', 'importedUsers.importedAt'])
    .select((row) => [
      row
        .selectFrom('loginIds')
        .select('loginIds.written')
        .where('loginIds.projectId', '=', projectId)
        .whereRef('loginIds.userId', '=', 'users.id')
        .orderBy('loginIds.position')
        .limit(1)
        .as('loginId'),
      row
        .exists(
          row
            .selectFrom('sessions')
            .select('sessions.id')
            .where('sessions.projectId', '=', projectId)
            .whereRef('sessions.userId', '=', 'users.id'),
        )
        .as('hasSession'),
      row
        .exists(
          row
            .selectFrom('accessKeys')
            .select('accessKeys.id')
            .where('accessKeys.projectId', '=', projectId)
            .whereRef('accessKeys.boundUserId', '=', 'users.id'),
        )
        .as('hasKey'),
    ])
    .where('importedUsers.projectId', '=', projectId)
    .where('importedUsers.importId', '=', importId)
    .where('importedUsers.userId', '>', after)
    .orderBy('importedUsers.userId')
    .limit(limit)
    .execute();
}
