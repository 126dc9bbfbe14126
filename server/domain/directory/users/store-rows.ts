import { sql, type Updateable } from 'kysely';
import { dialectOf } from '../../../storage/engine.ts';
import { keepNumbers } from '../../../storage/insert-users.ts';
import { inList } from '../../../storage/json.ts';
import { prepared } from '../../../storage/prepared.ts';
import type { Db, Row, Tables } from '../../../storage/tables.ts';
import { storedForms } from './identifiers/login-id.ts';

export type UserColumns = Updateable<Tables['users']>;

/**
 * Locks the user with this login ID, or else this user ID, until the transaction ends, so that changes of one user
 * run one after the other. (An update locks on both engines.)
 */
export async function lockUserRow(
  db: Db,
  projectId: string,
  who: { foldedLoginId: string; userId: string },
  now: number,
): Promise<string | undefined> {
  const [row] = await touchUser(db, { projectId, ...who, now });
  return row?.id;
}

const touchUser = prepared(
  (
    db,
    {
      projectId,
      foldedLoginId,
      userId,
      now,
    }: Record<'projectId' | 'foldedLoginId' | 'userId', string> & { now: number },
  ) =>
    db
      .updateTable('users')
      .set({ modifiedAt: now })
      .where('projectId', '=', projectId)
      .where('id', '=', (users) =>
        users.fn.coalesce(
          users
            .selectFrom('loginIds')
            .select('loginIds.userId')
            .where('loginIds.projectId', '=', projectId)
            .where('loginIds.loginId', '=', foldedLoginId),
          users.val(userId),
        ),
      )
      .returning('id'),
);

export async function updateUserRow(
  db: Db,
  projectId: string,
  id: string,
  fields: UserColumns,
): Promise<void> {
  await updateFields(db, { ...fields, projectId, id });
}

const updateFields = prepared(
  (db, { projectId, id, ...fields }: UserColumns & Record<'projectId' | 'id', string>) =>
    db.updateTable('users').set(fields).where('projectId', '=', projectId).where('id', '=', id),
);

/** Reports whether the account's holder or an administrator entered its addresses. */
export async function findAddressSources(db: Db, projectId: string, id: string) {
  return db
    .selectFrom('users')
    .select(['selfRegistered', 'selfGivenEmail', 'selfGivenPhone'])
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Finds the tenant that has disabled the user; empty if somebody else did. */
export async function findDisabledIn(db: Db, projectId: string, id: string): Promise<string> {
  const row = await db
    .selectFrom('users')
    .select('disabledIn')
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.disabledIn ?? '';
}

/** Increments the count and locks the user until the transaction ends. */
export async function incrementRevocations(db: Db, projectId: string, id: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ revocations: sql`revocations + 1` })
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .execute();
}

/** Locks the user until the transaction ends; rows that only refer to the user can still be written. */
export async function holdUserRow(
  db: Db,
  projectId: string,
  id: string,
): Promise<{ status: Row<'users'>['status']; revocations: number } | undefined> {
  const [row] = await heldUser(db, { projectId, id });
  return row;
}

const heldUser = prepared((db, { projectId, id }: { projectId: string; id: string }) => {
  const query = db
    .selectFrom('users')
    .select(['status', 'revocations'])
    .where('projectId', '=', projectId)
    .where('id', '=', id);
  // On SQLite, the transaction already has the only write lock.
  return dialectOf(db) === 'postgres' ? query.forNoKeyUpdate() : query;
});

/** Locks users in the order of their IDs. */
export async function holdUserRows(db: Db, projectId: string, ids: string[]): Promise<void> {
  // On SQLite, the transaction already has the only write lock.
  if (ids.length === 0 || dialectOf(db) === 'sqlite') return;
  await db
    .selectFrom('users')
    .select('id')
    .where('projectId', '=', projectId)
    .where((user) => inList(db, user.ref('id'), ids))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

export async function findRevocations(db: Db, projectId: string, id: string): Promise<number | undefined> {
  const [row] = await revocationsById(db, { projectId, id });
  return row?.revocations;
}

const revocationsById = prepared((db, { projectId, id }: { projectId: string; id: string }) =>
  db.selectFrom('users').select('revocations').where('projectId', '=', projectId).where('id', '=', id),
);

/** Reports whether another user has verified the address. */
export async function isVerifiedElsewhere(
  db: Db,
  projectId: string,
  id: string,
  address: { email: string } | { phone: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('projectId', '=', projectId)
    .where((user) =>
      'email' in address
        ? user.and([inList(db, user.ref('email'), storedForms(address.email)), user('verifiedEmail', '=', 1)])
        : user.and([user('phone', '=', address.phone), user('verifiedPhone', '=', 1)]),
    )
    .where('id', '!=', id)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes users and returns the IDs of those that existed. Foreign keys delete dependent rows. */
export async function deleteUserRows(db: Db, projectId: string, ids: string[]): Promise<string[]> {
  await keepNumbers(db, projectId);
  const deleted = await db
    .deleteFrom('users')
    .where('projectId', '=', projectId)
    .where((user) => inList(db, user.ref('id'), ids))
    .returning('id')
    .execute();
  return deleted.map((user) => user.id);
}

export async function listTestUserIds(db: Db, projectId: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('projectId', '=', projectId)
    // A literal rather than a parameter: a partial index is used only if the query contains its condition.
    .where('test', '=', sql.lit(1))
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map((user) => user.id);
}
