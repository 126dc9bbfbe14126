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
  const [members, former] = await Promise.all([
    selectMembers(db, place)
      .where((row) => inList(db, row.ref('userId'), userIds))
      .execute(),
    selectFormer(db, place)
      .where((row) => inList(db, row.ref('userId'), userIds))
      .execute(),
  ]);
  return [...new Set(idsOf([...members, ...former]))];
}

/** Lists users of the directory in the order of their IDs. */
export async function listDirectoryPage(
  db: Db,
  place: Place,
  { after = '', offset = 0, limit }: { after?: string; offset?: number; limit: number },
): Promise<string[]> {
  // Most directories have no former members, and an index has the rest in order.
  if ((await countFormer(db, place)) === 0) {
    const members = selectMembers(db, place).where('userId', '>', after);
    return idsOf(await members.orderBy('userId').limit(limit).offset(offset).execute());
  }
  const all = selectMembers(db, place).union(selectFormer(db, place)).as('directory');
  const rows = db.selectFrom(all).select('directory.userId').where('directory.userId', '>', after);
  return idsOf(await rows.orderBy('directory.userId').limit(limit).offset(offset).execute());
}

function idsOf(rows: { userId: string }[]): string[] {
  return rows.map(({ userId }) => userId);
}

export async function countDirectory(db: Db, place: Place): Promise<number> {
  const members = await selectMembers(db, place)
    .clearSelect()
    .select((one) => one.fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(members.count) + (await countFormer(db, place));
}

async function countFormer(db: Db, { projectId, tenantId }: Place): Promise<number> {
  const row = await selectFormer(db, { projectId, tenantId })
    .clearSelect()
    .select((one) => one.fn.countAll<number | string>().as('count'))
    .where((former) =>
      former.not(
        former.exists(
          former
            .selectFrom('tenantMembers')
            .select('tenantMembers.userId')
            .where('tenantMembers.projectId', '=', projectId)
            .where('tenantMembers.tenantId', '=', tenantId)
            .whereRef('tenantMembers.userId', '=', 'scimUsers.userId'),
        ),
      ),
    )
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

function selectMembers(db: Db, { projectId, tenantId }: Place) {
  return db
    .selectFrom('tenantMembers')
    .select('userId')
    .where('projectId', '=', projectId)
    .where('tenantId', '=', tenantId);
}

function selectFormer(db: Db, { projectId, tenantId }: Place) {
  return db
    .selectFrom('scimUsers')
    .select('userId')
    .where('projectId', '=', projectId)
    .where('tenantId', '=', tenantId)
    .where('state', '=', 'former');
}

/** Lists deactivated users who belong to other tenants, at most `limit`. */
export async function listFormer(db: Db, place: Place, limit: number): Promise<string[]> {
  return idsOf(await selectFormer(db, place).orderBy('userId').limit(limit).execute());
}

/** Lists users of whom the directory has said something since, at most `limit`. */
export async function listSaidSince(
  db: Db,
  { projectId, tenantId }: Place,
  since: number,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('scimUsers')
    .select('userId')
    .where('projectId', '=', projectId)
    .where('tenantId', '=', tenantId)
    .where('modifiedAt', '>=', since)
    .orderBy('modifiedAt')
    .orderBy('userId')
    .limit(limit)
    .execute();
  return idsOf(rows);
}

/** The most users that are found by one value. */
export const maxOfOneValue = 1_000;

// Sorted here: with an order and a limit, SQLite reads all members or users in that order, instead of the few that an index finds.

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
    .limit(maxOfOneValue)
    .execute();
  return idsOf(rows).sort();
}

/** Lists users by their email address, in whichever form it is stored. */
export async function listByEmail(db: Db, projectId: string, forms: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('projectId', '=', projectId)
    .where((user) => inList(db, user.ref('email'), forms))
    .limit(maxOfOneValue)
    .execute();
  return rows.map(({ id }) => id).sort();
}
