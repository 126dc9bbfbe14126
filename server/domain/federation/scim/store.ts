import type { Insertable } from 'kysely';
import type { Resource } from '../../../protocols/scim/schema.ts';
import { inList } from '../../../storage/json.ts';
import type { Db, Row, Tables } from '../../../storage/tables.ts';
import type { DirectoryEntry, Seen } from './directory-user.ts';
import type { Place } from './place.ts';

function toEntry(row: Row<'scimUsers'>): DirectoryEntry {
  return {
    userId: row.userId,
    externalId: row.externalId,
    state: row.state,
    createdUser: row.createdUser === 1,
    attributes: JSON.parse(row.attributes) as Resource,
    seen: JSON.parse(row.seen) as Seen,
    modifiedAt: row.modifiedAt,
  };
}

export async function findEntries(
  db: Db,
  { projectId, tenantId }: Place,
  userIds: string[],
): Promise<DirectoryEntry[]> {
  const rows = await db
    .selectFrom('scimUsers')
    .selectAll()
    .where('projectId', '=', projectId)
    .where('tenantId', '=', tenantId)
    .where((row) => inList(db, row.ref('userId'), userIds))
    .execute();
  return rows.map(toEntry);
}

/** Writes the entry of a user in place of any other. */
export async function putEntry(
  db: Db,
  place: Place,
  { attributes, seen, createdUser, ...entry }: DirectoryEntry,
): Promise<void> {
  const row: Insertable<Tables['scimUsers']> = {
    ...place,
    ...entry,
    createdUser: createdUser ? 1 : 0,
    attributes: JSON.stringify(attributes),
    seen: JSON.stringify(seen),
  };
  const { projectId: _, tenantId: __, userId: ___, ...rest } = row;
  await db
    .insertInto('scimUsers')
    .values(row)
    .onConflict((conflict) => conflict.columns(['projectId', 'tenantId', 'userId']).doUpdateSet(rest))
    .execute();
}

/** Deletes the entries of a user in these directories, and the places in their groups. */
export async function deleteEntries(
  db: Db,
  projectId: string,
  userId: string,
  tenantIds: string[],
): Promise<void> {
  for (const table of ['scimUsers', 'scimGroupMembers'] as const) {
    await db
      .deleteFrom(table)
      .where('projectId', '=', projectId)
      .where('userId', '=', userId)
      .where((row) => inList(db, row.ref('tenantId'), tenantIds))
      .execute();
  }
}

export async function listEntriesOfUser(
  db: Db,
  projectId: string,
  userId: string,
): Promise<{ tenantId: string; state: DirectoryEntry['state']; createdUser: boolean }[]> {
  const rows = await db
    .selectFrom('scimUsers')
    .select(['tenantId', 'state', 'createdUser'])
    .where('projectId', '=', projectId)
    .where('userId', '=', userId)
    .orderBy('tenantId')
    .execute();
  return rows.map((row) => ({ ...row, createdUser: row.createdUser === 1 }));
}

/** Lists those of the users who are in the directory: members of the tenant, and deactivated ones of others. */
export async function listPresent(db: Db, place: Place, userIds: string[]): Promise<string[]> {
  const rows = await present(db, place)
    .where((row) => inList(db, row.ref('userId'), userIds))
    .execute();
  return rows.map(({ userId }) => userId);
}

/** Lists users of the directory in the order of their IDs. */
export async function listDirectoryPage(
  db: Db,
  place: Place,
  { after = '', offset = 0, limit }: { after?: string; offset?: number; limit: number },
): Promise<string[]> {
  const rows = await present(db, place)
    .where('userId', '>', after)
    .orderBy('userId')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(({ userId }) => userId);
}

export async function countDirectory(db: Db, place: Place): Promise<number> {
  const row = await db
    .selectFrom(present(db, place).as('present'))
    .select((one) => one.fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

function present(db: Db, { projectId, tenantId }: Place) {
  return db
    .selectFrom((from) =>
      from
        .selectFrom('tenantMembers')
        .select('userId')
        .where('projectId', '=', projectId)
        .where('tenantId', '=', tenantId)
        .union((from) =>
          from
            .selectFrom('scimUsers')
            .select('userId')
            .where('projectId', '=', projectId)
            .where('tenantId', '=', tenantId)
            .where('state', '=', 'former'),
        )
        .as('directory'),
    )
    .select('directory.userId as userId');
}

/** Lists users by an external ID, of which a directory has one each, as a rule. */
export async function listByExternalId(
  db: Db,
  { projectId, tenantId }: Place,
  externalId: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom('scimUsers')
    .select('userId')
    .where('projectId', '=', projectId)
    .where('tenantId', '=', tenantId)
    .where('externalId', '=', externalId)
    .orderBy('userId')
    .limit(1_000)
    .execute();
  return rows.map(({ userId }) => userId);
}

/** Lists users by their email address, in whichever form it is stored. */
export async function listByEmail(db: Db, projectId: string, forms: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('projectId', '=', projectId)
    .where((user) => inList(db, user.ref('email'), forms))
    .orderBy('id')
    .limit(1_000)
    .execute();
  return rows.map(({ id }) => id);
}
