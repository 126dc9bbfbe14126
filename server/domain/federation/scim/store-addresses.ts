import { insertRows } from '../../../storage/insert-rows.ts';
import { inList } from '../../../storage/json.ts';
import type { Db } from '../../../storage/tables.ts';
import { together } from '../../../storage/transaction.ts';
import type { Place } from './place.ts';
import { maxOfOneValue } from './store.ts';

// Addresses are stored as their keys (core/address-key.ts).

const insertAddresses = insertRows('scimAddresses', (insert) =>
  insert.onConflict((conflict) =>
    conflict.columns(['projectId', 'tenantId', 'addressHash', 'userId']).doNothing(),
  ),
);

/** Replaces the addresses of a user, who has an entry. */
export async function putAddresses(db: Db, place: Place, userId: string, keys: string[]): Promise<void> {
  await together([
    db
      .deleteFrom('scimAddresses')
      .where('projectId', '=', place.projectId)
      .where('tenantId', '=', place.tenantId)
      .where('userId', '=', userId)
      .where((row) => row.not(inList(db, row.ref('addressHash'), keys)))
      .execute(),
    insertAddresses(
      db,
      keys.map((addressHash) => ({ ...place, userId, addressHash })),
    ),
  ]);
}

/** Lists users of the directory by an address. */
export async function listByAddressKey(
  db: Db,
  { projectId, tenantId }: Place,
  key: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom('scimAddresses')
    .select('userId')
    .where('projectId', '=', projectId)
    .where('tenantId', '=', tenantId)
    .where('addressHash', '=', key)
    .orderBy('userId')
    .limit(maxOfOneValue)
    .execute();
  return rows.map(({ userId }) => userId);
}

export const insertDepartures = insertRows('scimDepartures', (insert) =>
  insert.onConflict((conflict) => conflict.columns(['projectId', 'tenantId', 'addressHash']).doNothing()),
);

/** Forgets that people with these addresses were removed: the directory has them again. */
export async function deleteDepartures(
  db: Db,
  { projectId, tenantId }: Place,
  keys: string[],
): Promise<void> {
  await db
    .deleteFrom('scimDepartures')
    .where('projectId', '=', projectId)
    .where('tenantId', '=', tenantId)
    .where((row) => inList(db, row.ref('addressHash'), keys))
    .execute();
}

/** Lists those of the tenants whose directory has removed a person with this address. */
export async function listDepartedTenants(
  db: Db,
  projectId: string,
  tenantIds: string[],
  key: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom('scimDepartures')
    .select('tenantId')
    .where('projectId', '=', projectId)
    .where((row) => inList(db, row.ref('tenantId'), tenantIds))
    .where('addressHash', '=', key)
    .orderBy('tenantId')
    .execute();
  return rows.map(({ tenantId }) => tenantId);
}

/** Selects what directories say of users whom they have deactivated or deleted, and who have not come back since. */
function selectDeparted(db: Db, projectId: string) {
  return db
    .selectFrom('scimUsers')
    .innerJoin('users', (join) =>
      join.onRef('users.projectId', '=', 'scimUsers.projectId').onRef('users.id', '=', 'scimUsers.userId'),
    )
    .where('scimUsers.projectId', '=', projectId)
    .where((row) =>
      row.or([
        row('users.status', '=', 'disabled'),
        row.and([
          row('scimUsers.state', '!=', 'member'),
          row.not(
            row.exists(
              row
                .selectFrom('tenantMembers')
                .select('tenantMembers.userId')
                .where('tenantMembers.projectId', '=', projectId)
                .whereRef('tenantMembers.tenantId', '=', 'scimUsers.tenantId')
                .whereRef('tenantMembers.userId', '=', 'scimUsers.userId'),
            ),
          ),
        ]),
      ]),
    );
}

/** Lists those of the tenants whose directory has deactivated or deleted the user. */
export async function listTenantsWithout(
  db: Db,
  projectId: string,
  tenantIds: string[],
  userId: string,
): Promise<string[]> {
  const rows = await selectDeparted(db, projectId)
    .select('scimUsers.tenantId')
    .where('scimUsers.userId', '=', userId)
    .where((row) => inList(db, row.ref('scimUsers.tenantId'), tenantIds))
    .orderBy('scimUsers.tenantId')
    .execute();
  return rows.map(({ tenantId }) => tenantId);
}

/** Reports whether the directory has deactivated one of the users. */
export async function hasDeactivated(
  db: Db,
  { projectId, tenantId }: Place,
  userIds: string[],
): Promise<boolean> {
  const row = await selectDeparted(db, projectId)
    .select('scimUsers.userId')
    .where('scimUsers.tenantId', '=', tenantId)
    .where((one) => inList(db, one.ref('scimUsers.userId'), userIds))
    .where('scimUsers.state', '!=', 'deleted')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Lists the users whom directories have deactivated, with their current address and the keys of those in the directory. */
export async function listDeparting(
  db: Db,
  projectId: string,
  userIds: string[],
): Promise<{ tenantId: string; email: string; addressHash: string | null }[]> {
  return selectDeparted(db, projectId)
    .leftJoin('scimAddresses', (join) =>
      join
        .onRef('scimAddresses.projectId', '=', 'scimUsers.projectId')
        .onRef('scimAddresses.tenantId', '=', 'scimUsers.tenantId')
        .onRef('scimAddresses.userId', '=', 'scimUsers.userId'),
    )
    .select(['scimUsers.tenantId', 'users.email', 'scimAddresses.addressHash'])
    .where((row) => inList(db, row.ref('scimUsers.userId'), userIds))
    .orderBy('scimUsers.tenantId')
    .orderBy('scimUsers.userId')
    .execute();
}

/** Reports whether the directory has said something about any user. */
export async function hasEntries(db: Db, { projectId, tenantId }: Place): Promise<boolean> {
  const row = await db
    .selectFrom('scimUsers')
    .select('userId')
    .where('projectId', '=', projectId)
    .where('tenantId', '=', tenantId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
