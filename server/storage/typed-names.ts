import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { foldMailAddress } from '../core/mail-address.ts';
import { standsForMissing } from '../core/names.ts';
import { foldAddress, foldPhoneNumber } from '../core/phone-number.ts';
import { foldTyped, typedText, withVisibleMarks } from '../core/typed-text.ts';
import { inList } from './json.ts';
import type { OnSettled } from './mailboxes.ts';
import type { Db } from './tables.ts';

// Releases before migration 0105 stored phone numbers with the trunk prefix that people write in parentheses, and names with invisible
// characters. An account that keeps such a form is found by exactly this spelling.

/**
 * Brings login IDs and phone numbers into the form that is compared today, unless another account has it: these stay as they are, and
 * apart. Of several accounts the oldest gets it. `onChange` tells the search index. Part of a transaction.
 */
export async function settleTypedNames(db: Db, projectId: string, onChange: OnSettled): Promise<void> {
  for (const { userId, stored, written } of await listLoginIds(db, projectId)) {
    const name = isNumber(stored) ? foldPhoneNumber(stored) : withoutMarks(written);
    const form = name && foldTyped(name);
    if (!form || form === stored) continue;
    const { numUpdatedRows } = await db
      .updateTable('loginIds')
      .set({ loginId: form, written: name })
      .where('projectId', '=', projectId)
      .where('loginId', '=', stored)
      .where((row) => row.not(row.exists(loginIdsWith(db, projectId, form))))
      .where((row) => row.not(row.exists(verifiedElsewhere(db, projectId, form, userId))))
      .executeTakeFirst();
    if (numUpdatedRows > 0n) await onChange(userId, form, {});
  }
  for (const { userId, stored } of await listPhones(db, projectId).execute()) {
    const phone = foldPhoneNumber(stored);
    if (phone === undefined || phone === stored) continue;
    const { numUpdatedRows } = await db
      .updateTable('users')
      .set({ phone })
      .where('projectId', '=', projectId)
      .where('id', '=', userId)
      .where((row) => row.not(row.exists(loginIdsWith(db, projectId, phone).where('userId', '<>', userId))))
      .where((row) => row.not(row.exists(verifiedElsewhere(db, projectId, phone, userId))))
      .executeTakeFirst();
    if (numUpdatedRows > 0n) await onChange(userId, phone, { phone });
  }
}

/** A name by which a user signs in, as it is stored. */
export interface StoredName {
  userId: string;
  stored: string;
}

/** Lists the names by which several accounts would sign in if they had the form that is compared today. */
export async function listSharedNames(db: Db, projectId: string): Promise<StoredName[]> {
  const names = [
    ...(await listLoginIds(db, projectId))
      // `listMailboxes` compares the others.
      .filter(({ stored }) => foldMailAddress(stored) === undefined || withVisibleMarks(stored) !== stored)
      .map(({ userId, stored, written }) => ({
        userId,
        stored,
        form: foldPhoneNumber(stored) ?? foldMailAddress(written) ?? foldTyped(written),
      })),
    ...(await listPhones(db, projectId).where('verifiedPhone', '=', 1).execute()).map(
      ({ userId, stored }) => ({
        userId,
        stored,
        form: foldPhoneNumber(stored) ?? stored,
      }),
    ),
  ].filter(({ form, stored }) => form !== stored);
  if (names.length === 0) return [];
  const forms = [...new Set(names.map(({ form }) => form))];
  const holders = [...(await listHolders(db, projectId, forms)), ...names];
  const shared = [...Map.groupBy(holders, ({ form }) => form).values()].filter(
    (group) => new Set(group.map(({ userId }) => userId)).size > 1,
  );
  return shared.flat();
}

/** A phone number as releases before the migration stored it. */
function isNumber(stored: string): boolean {
  return /^\+[1-9][0-9]{6,14}$/.test(stored);
}

/**
 * Returns a name without its invisible characters, unless it would become another kind of name: an address that nobody has proven, the ID of
 * a user, or a text that reads as a missing value.
 */
function withoutMarks(written: string): string | undefined {
  const name = written.includes('@') ? '' : typedText(written);
  const isOther =
    name === '' || foldAddress(name) !== undefined || isUserId(name) || standsForMissing(foldTyped(name));
  return isOther ? undefined : name;
}

function isUserId(name: string): boolean {
  return /^u[0-9a-z]{27}$/i.test(name);
}

/** Finds numbers with a 0 where a trunk prefix can be. */
function mayHavePrefix(column: string): RawBuilder<SqlBool> {
  const text = sql.ref(column);
  return sql<SqlBool>`(${text} like '+%' and ${text} not like '+1%' and (
    substr(${text}, 3, 1) = '0' or substr(${text}, 4, 1) = '0' or substr(${text}, 5, 1) = '0'))`;
}

function listLoginIds(db: Db, projectId: string) {
  const stored = sql.ref('loginIds.loginId');
  return db
    .selectFrom('loginIds')
    .innerJoin('users', (join) =>
      join.onRef('users.projectId', '=', 'loginIds.projectId').onRef('users.id', '=', 'loginIds.userId'),
    )
    .select(['loginIds.userId', 'loginIds.loginId as stored', 'loginIds.written'])
    .where('loginIds.projectId', '=', projectId)
    .where('loginIds.position', '>=', 0)
    .where(
      sql<SqlBool>`(octet_length(${stored}) <> length(${stored}) or ${mayHavePrefix('loginIds.loginId')})`,
    )
    .orderBy('users.createdAt')
    .orderBy('loginIds.userId')
    .execute();
}

function listPhones(db: Db, projectId: string) {
  return db
    .selectFrom('users')
    .select(['id as userId', 'phone as stored'])
    .where('projectId', '=', projectId)
    .where(mayHavePrefix('phone'))
    .orderBy('createdAt')
    .orderBy('id');
}

/** Lists the users who have one of these forms, as a login ID or a verified phone number. */
async function listHolders(
  db: Db,
  projectId: string,
  forms: string[],
): Promise<(StoredName & { form: string })[]> {
  const loginIds = await db
    .selectFrom('loginIds')
    .select(['userId', 'loginId as stored', 'loginId as form'])
    .where('projectId', '=', projectId)
    .where('position', '>=', 0)
    .where((row) => inList(db, row.ref('loginId'), forms))
    .execute();
  const phones = await db
    .selectFrom('users')
    .select(['id as userId', 'phone as stored', 'phone as form'])
    .where('projectId', '=', projectId)
    .where('verifiedPhone', '=', 1)
    .where((row) => inList(db, row.ref('phone'), forms))
    .execute();
  return [...loginIds, ...phones];
}

function loginIdsWith(db: Db, projectId: string, loginId: string) {
  return db
    .selectFrom('loginIds as taken')
    .select('taken.userId')
    .where('taken.projectId', '=', projectId)
    .where('taken.loginId', '=', loginId);
}

function verifiedElsewhere(db: Db, projectId: string, phone: string, userId: string) {
  return db
    .selectFrom('users as others')
    .select('others.id')
    .where('others.projectId', '=', projectId)
    .where('others.phone', '=', phone)
    .where('others.verifiedPhone', '=', 1)
    .where('others.id', '<>', userId);
}
