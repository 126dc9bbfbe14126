import type { Insertable } from 'kysely';
import { insertRows } from '../../../storage/insert-rows.ts';
import { inList } from '../../../storage/json.ts';
import type { Db, Tables } from '../../../storage/tables.ts';
import type { Place } from './place.ts';

export interface GroupRow {
  id: string;
  displayName: string;
  externalId: string;
  createdAt: number;
  modifiedAt: number;
}

const columns = ['id', 'displayName', 'externalId', 'createdAt', 'modifiedAt'] as const;

function selectGroups(db: Db, { projectId, tenantId }: Place) {
  return db
    .selectFrom('scimGroups')
    .select(columns)
    .where('projectId', '=', projectId)
    .where('tenantId', '=', tenantId);
}

export function findGroups(db: Db, place: Place, ids: string[]): Promise<GroupRow[]> {
  return selectGroups(db, place)
    .where((group) => inList(db, group.ref('id'), ids))
    .orderBy('id')
    .execute();
}

export function listGroupPage(
  db: Db,
  place: Place,
  { after = '', offset = 0, limit }: { after?: string; offset?: number; limit: number },
): Promise<GroupRow[]> {
  return selectGroups(db, place).where('id', '>', after).orderBy('id').limit(limit).offset(offset).execute();
}

export async function countGroups(db: Db, { projectId, tenantId }: Place): Promise<number> {
  const row = await db
    .selectFrom('scimGroups')
    .select((one) => one.fn.countAll<number | string>().as('count'))
    .where('projectId', '=', projectId)
    .where('tenantId', '=', tenantId)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

export async function listGroupIds(
  db: Db,
  place: Place,
  by: { foldedName: string } | { externalId: string },
): Promise<string[]> {
  const [column, value] =
    'foldedName' in by ? (['foldedName', by.foldedName] as const) : (['externalId', by.externalId] as const);
  // Sorted here, as users by one value in store.ts.
  const rows = await selectGroups(db, place).where(column, '=', value).limit(1_000).execute();
  return rows.map(({ id }) => id).sort();
}

/** Returns `false` if the tenant has a group of this name. */
export async function insertGroup(db: Db, row: Insertable<Tables['scimGroups']>): Promise<boolean> {
  const inserted = await db
    .insertInto('scimGroups')
    .values(row)
    .onConflict((conflict) => conflict.columns(['projectId', 'tenantId', 'foldedName']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Locks a group until the transaction ends. (An update that changes nothing locks on both engines.) */
export function lockGroup(db: Db, { projectId, tenantId }: Place, id: string): Promise<GroupRow | undefined> {
  return db
    .updateTable('scimGroups')
    .set((group) => ({ modifiedAt: group.ref('modifiedAt') }))
    .where('projectId', '=', projectId)
    .where('tenantId', '=', tenantId)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst();
}

export async function updateGroup(
  db: Db,
  { projectId, tenantId }: Place,
  id: string,
  fields: Pick<Insertable<Tables['scimGroups']>, 'displayName' | 'foldedName' | 'externalId' | 'modifiedAt'>,
): Promise<void> {
  await db
    .updateTable('scimGroups')
    .set(fields)
    .where('projectId', '=', projectId)
    .where('tenantId', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

export async function deleteGroupRow(db: Db, { projectId, tenantId }: Place, id: string): Promise<void> {
  await db
    .deleteFrom('scimGroups')
    .where('projectId', '=', projectId)
    .where('tenantId', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

export function listGroupMembers(
  db: Db,
  { projectId, tenantId }: Place,
  groupIds: string[],
): Promise<{ groupId: string; userId: string }[]> {
  return db
    .selectFrom('scimGroupMembers')
    .select(['groupId', 'userId'])
    .where('projectId', '=', projectId)
    .where('tenantId', '=', tenantId)
    .where((member) => inList(db, member.ref('groupId'), groupIds))
    .orderBy('groupId')
    .orderBy('userId')
    .execute();
}

/** Counts the members of groups, for their versions. */
export async function countMembers(
  db: Db,
  { projectId, tenantId }: Place,
  groupIds: string[],
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('scimGroupMembers')
    .select(['groupId', (one) => one.fn.countAll<number | string>().as('count')])
    .where('projectId', '=', projectId)
    .where('tenantId', '=', tenantId)
    .where((member) => inList(db, member.ref('groupId'), groupIds))
    .groupBy('groupId')
    .execute();
  return new Map(rows.map(({ groupId, count }) => [groupId, Number(count)]));
}

/** Lists the groups of these users. */
export function listGroupsOf(
  db: Db,
  { projectId, tenantId }: Place,
  userIds: string[],
): Promise<{ userId: string; id: string; displayName: string }[]> {
  return db
    .selectFrom('scimGroupMembers')
    .innerJoin('scimGroups', (join) =>
      join
        .onRef('scimGroups.projectId', '=', 'scimGroupMembers.projectId')
        .onRef('scimGroups.tenantId', '=', 'scimGroupMembers.tenantId')
        .onRef('scimGroups.id', '=', 'scimGroupMembers.groupId'),
    )
    .select(['scimGroupMembers.userId', 'scimGroups.id', 'scimGroups.displayName'])
    .where('scimGroupMembers.projectId', '=', projectId)
    .where('scimGroupMembers.tenantId', '=', tenantId)
    .where((member) => inList(db, member.ref('scimGroupMembers.userId'), userIds))
    .orderBy('scimGroups.id')
    .orderBy('scimGroupMembers.userId')
    .execute();
}

export const insertGroupMembers = insertRows('scimGroupMembers', (insert) =>
  insert.onConflict((conflict) =>
    conflict.columns(['projectId', 'tenantId', 'groupId', 'userId']).doNothing(),
  ),
);

export async function deleteGroupMembers(
  db: Db,
  { projectId, tenantId }: Place,
  groupId: string,
  userIds: string[],
): Promise<void> {
  await db
    .deleteFrom('scimGroupMembers')
    .where('projectId', '=', projectId)
    .where('tenantId', '=', tenantId)
    .where('groupId', '=', groupId)
    .where((member) => inList(db, member.ref('userId'), userIds))
    .execute();
}
